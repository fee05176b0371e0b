import { configFile } from '../config-file.ts';
import { CommandFault } from '../fault.ts';
import { inspect } from '../inspection.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk check`: everything that a start would refuse or leave out, without starting it. */
export async function check(args: { config?: string }, terminal: Terminal): Promise<void> {
  const file = configFile(args.config);
  const { assembly, drivers, faults } = await inspect(file);
  if (faults.length > 0) {
    const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
    throw new CommandFault('refused', [`${file}: ${count}`, ...faults].join('\n'));
  }
  const rows = assembly.registry.rows.length;
  terminal.data(
    `${file}: ${assembly.providers.length} providers with ${rows} rows, ${drivers.packages.length} drivers\n`,
  );
}
