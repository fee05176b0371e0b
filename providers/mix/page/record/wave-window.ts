// The stretch of a take that is in sight, in seconds from its first frame, and which zoom of the waveform draws it.

export interface WaveWindow {
  readonly fromS: number;
  readonly toS: number;
}

/** No stretch in sight is shorter. */
export const shortestS = 0.05;

/** The stretch, inside of the take; never shorter than `shortestS`. */
export function withinTake({ fromS, toS }: WaveWindow, lengthS: number): WaveWindow {
  const spanS = Math.min(lengthS, Math.max(shortestS, toS - fromS));
  const begin = Math.max(0, Math.min(fromS, lengthS - spanS));
  return { fromS: begin, toS: begin + spanS };
}

/** `factor` below 1 shows less, around the moment `aroundS`, which stays where it is. */
export function zoomed({ fromS, toS }: WaveWindow, factor: number, aroundS: number, lengthS: number): WaveWindow {
  const spanS = Math.min(lengthS, Math.max(shortestS, (toS - fromS) * factor));
  const share = (aroundS - fromS) / Math.max(shortestS, toS - fromS);
  const begin = aroundS - share * spanS;
  return withinTake({ fromS: begin, toS: begin + spanS }, lengthS);
}

/** `share`: of what is in sight; 0.5 goes half of it further. */
export function moved({ fromS, toS }: WaveWindow, share: number, lengthS: number): WaveWindow {
  const byS = (toS - fromS) * share;
  return withinTake({ fromS: fromS + byS, toS: toS + byS }, lengthS);
}

/** The coarsest zoom that has a point for each pixel, else the finest. `zooms` begin with the finest. */
export function zoomFor<Z extends { readonly framesPerPeak: number }>(
  zooms: readonly Z[],
  framesPerPixel: number,
): Z | undefined {
  return zooms.findLast(({ framesPerPeak }) => framesPerPeak <= framesPerPixel) ?? zooms[0];
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400];

/** Moments of a scale, at most `most` of them, at round times. */
export function scaleOf({ fromS, toS }: WaveWindow, most: number): readonly number[] {
  const wantedS = (toS - fromS) / Math.max(1, most);
  const stepS = steps.find((step) => step >= wantedS) ?? Math.ceil(wantedS / 3600) * 3600;
  const first = Math.ceil(fromS / stepS - 1e-9);
  const count = Math.floor(toS / stepS + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => (first + n) * stepS);
}

export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

interface Part {
  readonly number: number;
  readonly frames: number;
  readonly gapFrames: number;
}

/** Where parts begin, and the gaps before them. */
export function partsOf(parts: readonly Part[], rate: number): readonly (Stretch & { readonly number: number })[] {
  let frames = 0;
  return parts.map(({ number, frames: length, gapFrames }) => {
    const fromS = frames / rate;
    const toS = (frames + gapFrames) / rate;
    frames += gapFrames + length;
    return { number, fromS, toS };
  });
}
