/** Whether this run is the night's, `npm run soak -- --night`: whole what a run of CI has a part of. */
export const isNight: boolean = process.env.NIGHT === 'true';

/** Whether the long tests do all they have time for, as `npm run test:all` and CI do, or a sample of it, as a run of single files does. */
export const isFull: boolean = isNight || process.env.CI === 'true' || process.env.FULL === 'true';

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
  return isFull ? full : sample;
}
