// Where PipeWire listens: PIPEWIRE_REMOTE in PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR or USERPROFILE, as its own clients
// look for it (module-protocol-native).
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';

export interface FoundSocket {
  readonly name: string;
  readonly path: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined where there is none. A server that was killed leaves its socket behind. */
export function findSocket(environment: Environment): FoundSocket | undefined {
  const { PIPEWIRE_REMOTE, PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR, USERPROFILE } = environment;
  const remote = PIPEWIRE_REMOTE || 'pipewire-0';
  const folder = PIPEWIRE_RUNTIME_DIR || XDG_RUNTIME_DIR || USERPROFILE;
  if (!isAbsolute(remote) && !folder) return undefined;
  const path = isAbsolute(remote) ? remote : join(folder as string, remote);
  return existsSync(path) ? { name: basename(path), path } : undefined;
}

/**
 * Whether a process listens at this socket, by the kernel's table of Unix sockets (net/unix/af_unix.c, unix_seq_show: the flag
 * 0x10000 marks a listener). The table is that of this network namespace.
 */
export function listens({ path }: FoundSocket, table = '/proc/net/unix'): boolean {
  const isOurs = new Set([path, realpathSync(path)]);
  return readFileSync(table, 'latin1')
    .split('\n')
    .some((line) => {
      const [, , , flags = '', , , , ...name] = line.split(/ +/);
      return (Number.parseInt(flags, 16) & 0x10000) !== 0 && isOurs.has(name.join(' '));
    });
}

/**
 * Finds servers again and again. One that listens is found, and stays as long as its socket is there: its driver connects
 * again by itself. What PIPEWIRE_REMOTE names need not be in the table, since it may come from another namespace.
 */
export class SocketSearch {
  #known = '';

  find(environment: Environment): FoundSocket | undefined {
    const socket = findSocket(environment);
    const isFound = socket && (socket.path === this.#known || environment.PIPEWIRE_REMOTE || listens(socket));
    this.#known = isFound ? socket.path : '';
    return isFound ? socket : undefined;
  }
}
