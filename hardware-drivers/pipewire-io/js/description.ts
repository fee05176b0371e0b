// Latencies of the desk's node at a PipeWire server.
import type { LatencyEvent } from './native.ts';

/** One that tells more has none that is known: an offset below 0 is a huge number to an older server. */
const mostS = 10;

/** A latency in frames, at this rate and quantum; 0 for one that can't be. */
export function latencyFrames(
  { quanta, frames, nanoseconds }: LatencyEvent,
  { rate, quantum }: { readonly rate: number; readonly quantum: number },
): number {
  const sum = Math.round(quanta * quantum + frames + (nanoseconds * rate) / 1e9);
  return sum <= mostS * rate ? Math.max(0, sum) : 0;
}
