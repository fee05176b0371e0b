// Devices of a fake audio process.
import type { Device, FoundDevice, Port } from '../services.ts';

export function foundOf(id: string, transport: string, model: string): FoundDevice {
  const names = { id, label: id, transport, vendor: '', model, modelId: model, address: '', audioHalf: '' };
  const why = { driver: transport, score: 2, reason: `${transport} matches its model` };
  return { ...names, ...why, present: true, adopted: true, firstSeenMs: 0, lastSeenMs: undefined };
}

/** A model called `something-8x4` has 8 inputs and 4 outputs; any other has none. */
export function deviceOf(id: string, transport: string, model: string): Device {
  const [, inputs = '0', outputs = '0'] = /(\d+)x(\d+)$/.exec(model) ?? [];
  const ports = (count: string, direction: Port['direction'], prefix: string): Port[] =>
    Array.from({ length: Number(count) }, (_, place) => ({
      id: `${id}:${prefix}-${place + 1}`,
      label: `${prefix} ${place + 1}`,
      direction,
      channel: place + 1,
      connector: 'xlr',
    }));
  return {
    id,
    label: id,
    model,
    transport,
    driver: transport,
    present: true,
    joined: false,
    ports: [...ports(inputs, 'input', 'in'), ...ports(outputs, 'output', 'out')],
    inputLatencyFrames: 64,
    outputLatencyFrames: 64,
    clockId: id,
    supportedRates: [44_100, 48_000, 96_000],
  };
}
