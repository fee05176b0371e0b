// Latencies of the desk's node at a PipeWire server.
import { toldFrames } from '../../lib/cycles/js/told-latency.ts';
import type { LatencyEvent } from './native.ts';

/** A latency in frames, at this rate and quantum; 0 for one that can't be. */
export const latencyFrames = (
  latency: LatencyEvent,
  clock: { readonly rate: number; readonly quantum: number },
): number => toldFrames(latency, clock) ?? 0;
