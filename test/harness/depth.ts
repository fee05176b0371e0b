/** Whether this run is the night's, `npm run soak -- --night`: whole what a run of CI has a part of. */
export const isNight: boolean = process.env.NIGHT === 'true';

const isCi = process.env.CI === 'true';

/** Whether the long tests do all they can, as the night and `npm run test:all` do, or a sample of it, as single files and CI do. */
export const isFull: boolean = isNight || (process.env.FULL === 'true' && !isCi);

/** Whether this run is the one before each change, `.ci/run`, which leaves to the night what takes long. */
export const isThinned: boolean = isCi && !isNight;

/** Of what a full run repeats, CI has so much. */
const shareOfCi = 1 / 8;

export interface Rounds {
  readonly sample: number;
  /** Of a full run: as many as take a minute. */
  readonly full: number;
  /** Of the night. */
  readonly soak: number;
}

/** How often a test repeats what it draws anew, or meets at another moment, each time. */
export function roundsOf({ sample, full, soak }: Rounds): number {
  if (process.env.ROUNDS === 'soak') return soak;
  if (isFull) return full;
  return isCi ? Math.max(sample, Math.ceil(full * shareOfCi)) : sample;
}
