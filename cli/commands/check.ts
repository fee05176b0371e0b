import { CommandError } from '../command-error.ts';
import { configFile } from '../config-file.ts';
import { counted } from '../counted.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk check`: everything that a start would refuse, leave out or warn of, without starting it. */
export async function check(args: { config?: string }, terminal: Terminal): Promise<void> {
  const file = configFile(args.config);
  const { assembly, drivers, problems } = await inspect(file);
  if (problems.length > 0) {
    throw new CommandError('refused', [`${file}: ${counted(problems.length, 'fault')}`, ...problems].join('\n'));
  }
  const parts = [
    `${counted(assembly.providers.length, 'provider')} with ${counted(assembly.registry.rows.length, 'row')}`,
    counted(drivers.packages.length, 'driver'),
  ];
  terminal.data(`${file}: ${parts.join(', ')}\n`);
}
