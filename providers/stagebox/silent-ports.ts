// Why no sound passes a port of a device that is there: as the device itself, or the half of its box with the controls,
// reports its settings.
import type { Box, Device, ObservedReader, Port } from 'rowdesk/provider';
import { boxPath } from './device-paths.ts';
import { socketOfPort } from './sockets.ts';

/** What is looked at. */
export interface HeardPort {
  /** The device that the mixer exchanges sound with. */
  readonly device: Pick<Device, 'id' | 'label'>;
  /** Its port. */
  readonly port: Pick<Port, 'id' | 'direction' | 'label'>;
  /** As the patch names the port: a port of an audio server is linked to one of the device. */
  readonly portId: string;
}

/** In words; undefined for a port that passes sound, as far as its device says. */
export function whySilent(
  { device, port, portId }: HeardPort,
  boxes: readonly Box[],
  observed: ObservedReader,
): string | undefined {
  if (observed.read(boxPath(device.id), 'enabled')?.value === false) {
    const { id, label } = boxes.find(({ audio }) => audio?.id === device.id) ?? device;
    return `${label} is switched off (${boxPath(id)})`;
  }
  if (port.direction === 'input') return undefined;
  const socket = socketOfPort(portId, 'output', boxes) ?? socketOfPort(port.id, 'output', boxes);
  if (socket === undefined || observed.read(socket.path, 'muted')?.value !== true) return undefined;
  return `${port.label} of ${boxes.find(({ id }) => id === socket.device)?.label} is muted (${socket.path})`;
}
