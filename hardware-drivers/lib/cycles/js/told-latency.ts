// A latency that an audio server tells: quanta, frames and nanoseconds, each a part of it.

/** What tells more has none that is known: an offset below 0 is a huge number to an older server. */
const mostS = 10;

export interface ToldLatency {
  readonly quanta: number;
  readonly frames: number;
  readonly nanoseconds: number;
}

/** Their sum in frames, at this rate in Hz and quantum in frames; 0 below nothing, which an offset of a user may make it. */
export function toldFrames(
  { quanta, frames, nanoseconds }: ToldLatency,
  { rate, quantum }: { readonly rate: number; readonly quantum: number },
): number | null {
  const sum = Math.round(quanta * quantum + frames + (nanoseconds * rate) / 1e9);
  return sum <= mostS * rate ? Math.max(0, sum) : null;
}
