// Which JACK server there is: the one that JACK_DEFAULT_SERVER names, by the socket at which jackd 1.9 and newer listens.
// PipeWire has no such socket, whichever libjack is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, type FoundSocket, SocketSearch } from '../../lib/cycles/js/socket-search.ts';

/** Where jackd has its sockets; older ones in the second. */
const folders: readonly string[] = ['/dev/shm', '/tmp'];

export function serverName({ JACK_DEFAULT_SERVER }: Environment): string {
  return JACK_DEFAULT_SERVER || 'default';
}

/** `jack_<server>_<user>_0`, for all users without the user's id. A server that was killed leaves its socket behind. */
export function findSocket(environment: Environment, places = folders): FoundSocket | undefined {
  const name = serverName(environment);
  const user = environment.JACK_PROMISCUOUS_SERVER === undefined ? `_${process.getuid?.() ?? 0}` : '';
  const path = places.map((folder) => join(folder, `jack_${name}${user}_0`)).find((each) => existsSync(each));
  return path === undefined ? undefined : { name, path };
}

/** What JACK_DEFAULT_SERVER names need not be in the table of sockets, since it may come from another namespace. */
export const jackSearch = (): SocketSearch =>
  new SocketSearch(findSocket, ({ JACK_DEFAULT_SERVER }) => Boolean(JACK_DEFAULT_SERVER));
