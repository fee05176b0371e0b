// The kernel's facts about this machine that matter for deadlines. An interface: tests replace it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Machine {
  /** '' for a file that is not there. */
  text(path: string): string;
  names(folder: string): readonly string[];
  /** The exit code of a program, undefined when there is no such program. */
  exitCode(program: string, args: readonly string[]): number | undefined;
}

export const thisMachine: Machine = {
  text: (path) => orElse('', () => readFileSync(path, 'utf8')),
  names: (folder) => orElse([], () => readdirSync(folder)),
  exitCode: (program, args) => spawnSync(program, args, { stdio: 'ignore', timeout: 1000 }).status ?? undefined,
};

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
