// The devices of the desk that exchange sound with the network: those of the driver aes67.
import { type Addresses, type Audio, type Device, stopAll } from 'rowdesk/provider';
import type { AbsentSenders } from './absent-senders.ts';
import type { Senders } from './senders.ts';

export const driver = 'aes67';

export type DeviceAt = { readonly id: string };
export type ChannelAt = { readonly id: string; readonly n: number };

export function ownDevices({ devices }: Pick<Audio, 'devices'>): readonly Device[] {
  return devices.filter((device) => device.driver === driver);
}

export function ownDevice(audio: Pick<Audio, 'devices'>, id: string): Device | undefined {
  return ownDevices(audio).find((device) => device.id === id);
}

export const inputsOf = (device: Device | undefined): number => countOf(device, 'input');
export const outputsOf = (device: Device | undefined): number => countOf(device, 'output');

const countOf = (device: Device | undefined, direction: 'input' | 'output') =>
  device?.ports.filter((port) => port.direction === direction).length ?? 0;

export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place + 1);

/** A device that is merely away keeps its addresses. */
export function onShape(audio: Audio, changed: () => void): () => void {
  const shape = () => JSON.stringify(ownDevices(audio).map((each) => [each.id, inputsOf(each), outputsOf(each)]));
  let before = shape();
  return audio.onChange(() => {
    const now = shape();
    if (now === before) return;
    before = now;
    changed();
  });
}

/** Of the inputs of own devices. */
export function rxAddresses(audio: Audio): Addresses<ChannelAt> {
  return {
    has: ({ id, n }) => n >= 1 && n <= inputsOf(ownDevice(audio, id)),
    list: () => ownDevices(audio).flatMap((each) => numbers(inputsOf(each)).map((n) => ({ id: each.id, n }))),
    watch: (changed) => onShape(audio, changed),
  };
}

/** Of all devices, those of others after the desk's own. */
export function deviceAddresses(audio: Audio, senders: Senders, absent: AbsentSenders): Addresses<DeviceAt> {
  return {
    has: ({ id }) =>
      ownDevice(audio, id) !== undefined || senders.get(id) !== undefined || absent.get(id) !== undefined,
    list: () => [...ownDevices(audio), ...senders.list(), ...absent.list()].map(({ id }) => ({ id })),
    watch: (changed) => stopAll(onShape(audio, changed), absent.onChange(changed)),
  };
}
