// Where PipeWire listens: PIPEWIRE_REMOTE in PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR or USERPROFILE, as its own clients
// look for it (module-protocol-native).
import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';

export interface FoundSocket {
  readonly name: string;
  readonly path: string;
}

/** Undefined where there is none. It may have been left behind by a server that was killed. */
export function findSocket(environment: Readonly<Record<string, string | undefined>>): FoundSocket | undefined {
  const { PIPEWIRE_REMOTE, PIPEWIRE_RUNTIME_DIR, XDG_RUNTIME_DIR, USERPROFILE } = environment;
  const remote = PIPEWIRE_REMOTE || 'pipewire-0';
  const folder = PIPEWIRE_RUNTIME_DIR || XDG_RUNTIME_DIR || USERPROFILE;
  if (!isAbsolute(remote) && !folder) return undefined;
  const path = isAbsolute(remote) ? remote : join(folder as string, remote);
  return existsSync(path) ? { name: basename(path), path } : undefined;
}
