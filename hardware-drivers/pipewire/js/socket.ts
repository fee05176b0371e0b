// Where PipeWire listens: PIPEWIRE_REMOTE in PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR or USERPROFILE, as its own clients
// look for it (module-protocol-native).
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { type Environment, type FoundSocket, SocketSearch } from '../../lib/cycles/js/socket-search.ts';

/** Undefined where there is none. A server that was killed leaves its socket behind. */
export function findSocket(environment: Environment): FoundSocket | undefined {
  const { PIPEWIRE_REMOTE, PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR, USERPROFILE } = environment;
  const remote = PIPEWIRE_REMOTE || 'pipewire-0';
  const folder = PIPEWIRE_RUNTIME_DIR || XDG_RUNTIME_DIR || USERPROFILE;
  if (!isAbsolute(remote) && !folder) return undefined;
  const path = isAbsolute(remote) ? remote : join(folder as string, remote);
  return existsSync(path) ? { name: basename(path), path } : undefined;
}

/** What PIPEWIRE_REMOTE names need not be in the table of sockets, since it may come from another namespace. */
export const pipeWireSearch = (): SocketSearch =>
  new SocketSearch(findSocket, ({ PIPEWIRE_REMOTE }) => Boolean(PIPEWIRE_REMOTE));
