// Why no sound passes a port of a device that is there: as the device itself reports its settings.
import type { Device, ObservedReader, Port } from 'rowdesk/provider';
import { boxPath } from './device-paths.ts';

/** In words; undefined for a port that passes sound, as far as its device says. */
export function whySilent(
  { id, label }: Pick<Device, 'id' | 'label'>,
  port: Pick<Port, 'direction' | 'channel' | 'label'>,
  observed: ObservedReader,
): string | undefined {
  const box = boxPath(id);
  if (observed.read(box, 'enabled')?.value === false) return `${label} is switched off (${box})`;
  if (port.direction === 'input') return undefined;
  const socket = `${box}/outputs/${port.channel}`;
  return observed.read(socket, 'muted')?.value === true ? `${port.label} of ${label} is muted (${socket})` : undefined;
}
