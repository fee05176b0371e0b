// The desk's own node at a server: the I/O driver (pipewire-io) gives it these properties, and the mirror knows it by them.
import { createHash } from 'node:crypto';

/** Node property, `deskHash`; on a link: the desk that made it. */
export const deskKey = 'rowdesk.desk';
/** Node property: the id of the device of the desk that the node is, `pipewire-0-io`. */
export const deviceKey = 'rowdesk.device';

/** Which desk, by its media folder (DriverContext.mediaFolder): 16 hexadecimal digits. */
export function deskHash(mediaFolder: string): string {
  return createHash('sha256').update(mediaFolder).digest('hex').slice(0, 16);
}

/** `device:port` of the desk, for a port `in_3` or `out_3` of its node. */
export function devicePort(device: string, portName: string): string {
  return `${device}:${portName.replace('_', '-')}`;
}
