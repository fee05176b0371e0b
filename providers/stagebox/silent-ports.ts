// Why no sound passes a port of a device that is there: as the device itself reports its settings.
import type { Device, ObservedReader, Port } from 'rowdesk/provider';

/** In words; undefined for a port that passes sound, as far as its device says. */
export function whySilent(
  { id, label }: Pick<Device, 'id' | 'label'>,
  port: Pick<Port, 'direction' | 'channel' | 'label'>,
  observed: ObservedReader,
): string | undefined {
  if (observed.read(`/stagebox/${id}`, 'enabled')?.value === false) return `${label} is switched off (/stagebox/${id})`;
  if (port.direction === 'input') return undefined;
  const socket = `/stagebox/${id}/outputs/${port.channel}`;
  return observed.read(socket, 'muted')?.value === true ? `${port.label} of ${label} is muted (${socket})` : undefined;
}
