// Latencies of the desk's node at a PipeWire server.
import type { LatencyEvent } from './native.ts';

/** A latency in frames, at this rate and quantum. */
export function latencyFrames(
  { quanta, frames, nanoseconds }: LatencyEvent,
  { rate, quantum }: { readonly rate: number; readonly quantum: number },
): number {
  return Math.round(quanta * quantum + frames + (nanoseconds * rate) / 1e9);
}
