// A device as the host lists it.
import type { DeviceDescription, DiscoveredModel, PortDescription } from 'rowdesk/driver';
import type { Hardware, Socket } from './hardware.ts';

export interface Described {
  readonly model: DiscoveredModel;
  readonly stagebox: string;
  readonly audioHalf?: DeviceDescription['audioHalf'];
  readonly hardware: Hardware;
  /** Why it does not answer, '' while it does. */
  readonly away: string;
}

export function describe({ model, stagebox, audioHalf, hardware, away }: Described): DeviceDescription {
  const { id, label, transport } = model;
  const ports = [...portsOf('input', hardware.inputs), ...portsOf('output', hardware.outputs)];
  const sound = { inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] };
  return { id, label, model: stagebox, transport, ports, ...sound, away, ...(audioHalf ? { audioHalf } : {}) };
}

function portsOf(direction: 'input' | 'output', sockets: readonly Socket[]): readonly PortDescription[] {
  const prefix = direction === 'input' ? 'in' : 'out';
  return sockets.map(({ label, connector }, at) => ({
    id: `${prefix}-${at + 1}`,
    label,
    direction,
    channel: at + 1,
    connector,
  }));
}
