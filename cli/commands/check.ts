import { configFile } from '../config-file.ts';
import { counted } from '../counted.ts';
import { CommandFault } from '../fault.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk check`: everything that a start would refuse, leave out or warn of, without starting it. */
export async function check(args: { config?: string }, terminal: Terminal): Promise<void> {
  const file = configFile(args.config);
  const { assembly, drivers, faults } = await inspect(file);
  if (faults.length > 0) {
    throw new CommandFault('refused', [`${file}: ${counted(faults.length, 'fault')}`, ...faults].join('\n'));
  }
  const parts = [
    `${counted(assembly.providers.length, 'provider')} with ${counted(assembly.registry.rows.length, 'row')}`,
    counted(drivers.packages.length, 'driver'),
  ];
  terminal.data(`${file}: ${parts.join(', ')}\n`);
}
