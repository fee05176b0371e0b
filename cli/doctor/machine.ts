// The facts about a machine that the doctor reads: the kernel's files, and what programs say. Tests read a folder laid out
// like the root of a file system.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';

const withinMs = 1000;
/** The objects of a PipeWire server with a thousand nodes are some megabytes. */
const mostOutputBytes = 64 * 1024 * 1024;

export interface Machine {
  /** '' for a file that is not there. */
  text(path: string): string;
  names(folder: string): readonly string[];
  /** The user id of the owner, undefined where there is no such path. */
  owner(path: string): number | undefined;
  /** Whether this user may read and write a file. */
  isWritable(path: string): boolean;
  /** The exit code of a program, undefined when there is no such program. */
  exitCode(program: string, args: readonly string[]): number | undefined;
  /** What a program wrote to stdout; undefined when there is no such program, or it failed or took over a second. */
  output(program: string, args: readonly string[]): string | undefined;
}

/** The machine whose files are below `root`; programs are those of this one. */
export function machineAt(root: string): Machine {
  return {
    text: (path) => orElse('', () => readFileSync(root + path, 'utf8')),
    names: (folder) => orElse([], () => readdirSync(root + folder)),
    owner: (path) => orElse(undefined, () => statSync(root + path).uid),
    isWritable: (path) =>
      orElse(false, () => {
        accessSync(root + path, constants.R_OK | constants.W_OK);
        return true;
      }),
    exitCode: (program, args) => spawnSync(program, args, { stdio: 'ignore', timeout: withinMs }).status ?? undefined,
    output: (program, args) => {
      const limits = { timeout: withinMs, maxBuffer: mostOutputBytes };
      const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', stdio: 'pipe', ...limits });
      return status === 0 ? stdout : undefined;
    },
  };
}

export const thisMachine = machineAt('');

/**
 * Whether a program listens at a Unix socket: by /proc/net/unix (proc(5)), which has the path as the program named it; 00010000
 * is the flag of a listening socket. True for all where another network namespace hides the sockets.
 */
export function listeners(machine: Machine): (path: string) => boolean {
  const lines = machine.text('/proc/net/unix').split('\n');
  const listening = new Set(
    lines.filter((line) => line.split(/\s+/)[3] === '00010000').map((line) => line.split(' ').at(-1)),
  );
  return lines.length < 2 ? () => true : (path) => listening.has(path);
}

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
