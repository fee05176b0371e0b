import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../core/base/package-root.ts';
import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, isTable } from '../output.ts';
import { columnsOf, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const columns = ['name', 'chosen', 'state', 'score', 'reason'];

/** `rowdesk drivers`: which driver was chosen, which was not, and why. */
export async function drivers(args: { url: string; output?: Format }, terminal: Terminal): Promise<void> {
  const choices = ((await new Client(args.url).get('/hardware')).drivers ?? []) as readonly Row[];
  const asTable = isTable(args.output, terminal);
  const known = columnsOf(choices);
  const shown = columns.filter((column) => known.includes(column));
  terminal.data(asTable ? table(choices, shown, terminal.width) : `${JSON.stringify(choices, null, 2)}\n`);
}

/** `rowdesk drivers build [NAME...]`: builds native packages here, in-tree ones by folder and others by package name. */
export function buildDrivers(args: { names: readonly string[] }): void {
  const script = join(packageRoot, 'scripts', 'build-drivers.mjs');
  const { status } = spawnSync(process.execPath, [script, ...args.names], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new CommandError('refused', 'Not everything was built; the reasons stand above.');
}
