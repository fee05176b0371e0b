// The simulated room (room.c) beside a desk, compiled once per test file.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Daemon, until } from '../../../hardware-drivers/pipewire/test/daemon.ts';

const source = fileURLToPath(new URL('./room.c', import.meta.url));
const library = spawnSync('pkg-config', ['--cflags', '--libs', 'libpipewire-0.3'], { encoding: 'utf8' });

/** What is missing, '' where a room can be built. */
export const roomLacks =
  library.status !== 0 ? 'libpipewire-0.3-dev' : spawnSync('gcc', ['--version']).status === 0 ? '' : 'gcc';

/** Compiles the room into the folder; the path of the programme. */
export function buildRoom(folder: string): string {
  const program = join(folder, 'room');
  const flags = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-Wno-pedantic'];
  const libraries = library.stdout.trim().split(/\s+/);
  execFileSync('gcc', [...flags, '-o', program, source, ...libraries, '-lm'], { stdio: 'pipe' });
  return program;
}

/**
 * Opens a room of as many inputs as outputs, between the desk's outputs and its inputs of the same numbers, as the lines of
 * room.c describe it. Resolves to what ends it.
 */
export async function openRoom(
  daemon: Daemon,
  program: string,
  ports: number,
  lines: readonly string[],
): Promise<() => Promise<void>> {
  const description = join(daemon.folder, 'room.txt');
  writeFileSync(description, `${lines.join('\n')}\n`);
  const child = daemon.open(program, String(ports), String(ports), description);
  const last = `room:out_${ports}`;
  await until('the ports of the room', () => daemon.run('pw-link', '-o').includes(last));
  for (let port = 1; port <= ports; port++) {
    daemon.run('pw-link', `rowdesk:out_${port}`, `room:in_${port}`);
    daemon.run('pw-link', `room:out_${port}`, `rowdesk:in_${port}`);
  }
  return async () => {
    child.kill('SIGTERM');
    await until('the end of the room', () => !daemon.run('pw-link', '-o').includes(last));
  };
}
