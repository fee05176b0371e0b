// For tests: a machine whose files are below a folder of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Machine, machineAt } from './machine.ts';

/** `files` by their paths, `/proc/asound/cards`; `outputs` by command line, `pw-dump -N`. Programs that are not named are not there. */
export function machineIn(
  root: string,
  files: Readonly<Record<string, string>>,
  outputs: Readonly<Record<string, string>> = {},
): Machine {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const output = (program: string, args: readonly string[]) => outputs[[program, ...args].join(' ')];
  return {
    ...machineAt(root),
    exitCode: (program, args) => (output(program, args) === undefined ? undefined : 0),
    output,
  };
}
