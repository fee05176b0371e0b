// What references are drawn of: the clock, the devices, and the audio servers that the desk is a node of.
import type { Audio, ClockState, Device, Graph, GraphServer, Static } from 'rowdesk/provider';
import type { reference } from './contract.ts';

export type Reference = Static<typeof reference>;
export interface ClockView extends Pick<Audio, 'clock' | 'devices'> {
  readonly graph: Pick<Graph, 'servers' | 'nodes'>;
}

/** The timer of the audio process, which keeps the meters alive when no device gives a clock. */
export const synthetic = 'synthetic';

/** Devices that share a clock are one reference. */
export function devicesOf(devices: readonly Device[], clockId: string): readonly Device[] {
  return devices.filter((device) => device.clockId === clockId);
}

/** Why the clock of these devices is not the one that it should follow; '' while it is, or not known. */
export function clockFaultOf(devices: readonly Device[]): string {
  return devices.find(({ clockFault }) => clockFault)?.clockFault ?? '';
}

/** The audio server with this driver. */
export function serverWith({ servers }: ClockView['graph'], driver: string): GraphServer | undefined {
  return servers.find(({ drivers }) => drivers.some(({ node }) => node === driver));
}

/** The desk's devices that are nodes of a server: their clock is the server's, or that of one of its drivers. */
export function devicesAt(devices: readonly Device[], { id }: Pick<GraphServer, 'id'>): readonly Device[] {
  return devices.filter(({ clockId }) => clockId === id || clockId.startsWith(`${id}:`));
}

/** No block comes from the device that was to drive. */
export function standsStill({ grade }: ClockState): boolean {
  return grade === synthetic || grade === 'lost';
}
