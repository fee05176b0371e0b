// Where a surface listens.
import type { SurfaceSettings } from 'rowdesk/surface';

export const loopback = '127.0.0.1';

/** While nothing but this machine may take part, the network does not even know of the port. */
export const hostFor = ({ addresses }: SurfaceSettings): string =>
  addresses.every((each) => each.split(':')[0] === loopback) ? loopback : '0.0.0.0';
