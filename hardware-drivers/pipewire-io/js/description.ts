// The description of the desk's node at a PipeWire server.
import type { PortDescription } from 'rowdesk/driver';
import type { LatencyEvent } from './native.ts';

/** Ports `in-1` ... and `out-1` ...: `in_1` ... and `out_1` ... at the server. */
export function portsOf(inputs: number, outputs: number): readonly PortDescription[] {
  return [...portsIn('input', 'in', inputs), ...portsIn('output', 'out', outputs)];
}

/** A latency in frames, at this rate and quantum. */
export function latencyFrames(
  { quanta, frames, nanoseconds }: LatencyEvent,
  { rate, quantum }: { readonly rate: number; readonly quantum: number },
): number {
  return Math.round(quanta * quantum + frames + (nanoseconds * rate) / 1e9);
}

function portsIn(direction: PortDescription['direction'], prefix: string, count: number): PortDescription[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index + 1}`,
    label: `${direction === 'input' ? 'Input' : 'Output'} ${index + 1}`,
    direction,
    channel: index + 1,
    connector: 'pipewire',
  }));
}
