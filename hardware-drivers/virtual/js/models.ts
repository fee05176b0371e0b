// The virtual stageboxes there are, and what each looks like from outside.
import type { DeviceDescription, PortDescription } from 'rowdesk/driver';

export const supportedRates = [44100, 48000, 88200, 96000, 176400, 192000] as const;

export interface VirtualModel {
  readonly model: string;
  readonly inputs: number;
  readonly outputs: number;
}

export const models: readonly VirtualModel[] = [
  { model: 'virtual-32x16', inputs: 32, outputs: 16 },
  { model: 'virtual-8x8', inputs: 8, outputs: 8 },
];

function ports(direction: PortDescription['direction'], prefix: string, count: number): PortDescription[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index + 1}`,
    label: `${direction === 'input' ? 'Input' : 'Output'} ${index + 1}`,
    direction,
    channel: index + 1,
    connector: 'xlr',
  }));
}

/** Throws Error when there is no such model. */
export function findModel(modelId: string): VirtualModel {
  const found = models.find(({ model }) => model === modelId);
  if (found) return found;
  throw new Error(`there is no virtual stagebox ${modelId}; there are ${models.map(({ model }) => model).join(', ')}`);
}

const mostPorts = 1024;

/** A box of a render has as many ports as it needs: `virtual-64x32`. Throws Error where that is none. */
export function modelOfSize(modelId: string): VirtualModel {
  const [, inputs, outputs] = /^virtual-([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(modelId) ?? [];
  if (inputs === undefined || Number(inputs) > mostPorts || Number(outputs) > mostPorts) return findModel(modelId);
  return { model: modelId, inputs: Number(inputs), outputs: Number(outputs) };
}

/** Samples appear and leave at block boundaries: a timer adds no latency of its own. */
export function describe(
  model: VirtualModel,
  id: string,
  label: string,
  rates: readonly number[] = supportedRates,
): DeviceDescription {
  return {
    id,
    label,
    model: model.model,
    transport: 'virtual',
    ports: [...ports('input', 'in', model.inputs), ...ports('output', 'out', model.outputs)],
    inputLatencyFrames: 0,
    outputLatencyFrames: 0,
    clockId: 'virtual-timer',
    supportedRates: rates,
  };
}
