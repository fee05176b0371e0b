import { tokenName } from '../../core/base/token.ts';
import { configFile } from '../config-file.ts';
import { type Inspection, inspect } from '../inspection.ts';
import { type Format, isTable } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const columns = ['name', 'state', 'rows', 'needs', 'offers', 'reason'];

/** `rowdesk providers`: what the configuration switches on, what each brings, and why one is left out. */
export async function providers(args: { config?: string; output?: Format }, terminal: Terminal): Promise<void> {
  const listed = listProviders(await inspect(configFile(args.config)));
  const asTable = isTable(args.output, terminal);
  if (!asTable) return terminal.data(`${JSON.stringify(listed, null, 2)}\n`);
  const cells = listed.map((each) => ({ ...each, needs: each.needs.join(' '), offers: each.offers.join(' ') }));
  terminal.data(table(cells, columns, terminal.width));
}

/** In the order of the configuration; then those that brought a fault under another name. */
function listProviders({ config, assembly }: Pick<Inspection, 'config' | 'assembly'>) {
  const { registry } = assembly;
  const good = assembly.providers.map(({ provider }) => ({
    name: provider.name,
    state: 'on',
    rows: registry.rows.filter((row) => registry.providerOf(row) === provider.name).length,
    needs: Object.values(provider.needs).map(tokenName),
    offers: Object.values(provider.offers).map(tokenName),
    reason: '',
  }));
  const faulty = [...new Set(assembly.problems.map(({ provider }) => provider))].map((name) => ({
    name,
    state: 'left out',
    rows: 0,
    needs: [] as string[],
    offers: [] as string[],
    reason: assembly.problems
      .filter(({ provider }) => provider === name)
      .map(({ field, problem, remedy }) =>
        [[field, problem].filter(Boolean).join(' '), remedy].filter(Boolean).join('; '),
      )
      .join('. '),
  }));
  const order = config.providers.map(({ name }) => name);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...good, ...faulty].sort((a, b) => place(a.name) - place(b.name));
}
