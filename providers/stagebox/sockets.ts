// Which socket an input of a device is. Its number is the channel of its port.
import type { Device, Port } from 'rowdesk/provider';
import { boxPath } from './device-paths.ts';

type Devices = readonly Pick<Device, 'id' | 'ports'>[];

export interface InputSocket {
  /** The address of its row. */
  readonly path: string;
  readonly device: string;
  /** As strips name their source. */
  readonly portId: string;
}

export const inputPath = (id: string, n: number): string => `${boxPath(id)}/inputs/${n}`;
export const outputPath = (id: string, n: number): string => `${boxPath(id)}/outputs/${n}`;

/** Undefined where no device has an input of this id. */
export function inputOfPort(portId: unknown, devices: Devices): InputSocket | undefined {
  return find(devices, (_device, port) => port.id === portId);
}

/** Undefined where no device has an input with this address. */
export function inputAt(path: string, devices: Devices): InputSocket | undefined {
  return find(devices, (device, { channel }) => inputPath(device, channel) === path);
}

function find(devices: Devices, isMeant: (device: string, port: Port) => boolean): InputSocket | undefined {
  for (const { id, ports } of devices) {
    const port = ports.find((each) => each.direction === 'input' && isMeant(id, each));
    if (port !== undefined) return { path: inputPath(id, port.channel), device: id, portId: port.id };
  }
  return undefined;
}
