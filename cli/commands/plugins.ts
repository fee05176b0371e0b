import { Client, type Row } from '../client.ts';
import { type Format, printRow } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printOutcome, runTask } from './run.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}

interface ScanArgs extends DeskArgs {
  /** Its id or URI, or the path of a refused bundle: that one alone, although it did not change. */
  readonly plugin?: string;
}

interface Scanning {
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

/** `id` is of `/plugins/{id}`, and what another try takes. */
const columns = ['name', 'vendor', 'class', 'format', 'state', 'used by', 'uri', 'id', 'reason'];

/** `rowdesk plugins`: a line for each plugin, with where it stands and why it can not. */
export async function listPlugins({ url, output }: DeskArgs, terminal: Terminal): Promise<void> {
  const row = await new Client(url).get('/plugins');
  if ((output ?? (terminal.width === undefined ? 'json' : 'table')) === 'json') return printRow(row, 'json', terminal);
  const items = row.items as readonly Row[];
  const lines = items.map((item) => ({
    ...item,
    state: stateOf(item),
    'used by': (item.usedBy as readonly string[]).map(placeName).join(', '),
  }));
  terminal.data(table(lines, columns, terminal.width));
  const refused = row.refused as readonly Row[];
  if (refused.length > 0) terminal.data(`\n${table(refused, ['bundle', 'reason'], terminal.width)}`);
  const scanning = row.scanning as Scanning | null;
  if (scanning !== null) terminal.talk(`A scan runs: ${scanWords(scanning)}. Plugins are listed as they pass.`);
  else if (row.scannedAt === '') terminal.talk('This desk has not looked for plugins yet: rowdesk plugins scan');
}

/** `rowdesk plugins scan [plugin]`: with its progress on stderr. An interruption cancels it. */
export async function scanPlugins(
  { url, output, plugin }: ScanArgs,
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const client = new Client(url);
  const extra = plugin === undefined ? {} : { again: await idOf(client, plugin) };
  const options = { terminal, interrupted, cancellable: true };
  printOutcome(await runTask(client, '/plugins/scan', extra, options), output, terminal);
}

/** Of the plugin with this URI; anything else is an id or a bundle already, or refused by the desk. */
async function idOf(client: Client, plugin: string): Promise<string> {
  const items = (await client.get('/plugins')).items as readonly Row[];
  return (items.find(({ uri }) => uri === plugin)?.id as string | undefined) ?? plugin;
}

const scanWords = ({ done, total, phase }: Scanning) =>
  total === 0 ? 'it begins' : `${phase === 'probe' ? 'plugins tried' : 'bundles read'}, ${done} of ${total}`;

function stateOf({ supported, quarantined, crashes }: Row): string {
  if (supported !== true) return 'not supported';
  const faults = crashes === 0 ? '' : `, ${crashes} ${crashes === 1 ? 'fault' : 'faults'}`;
  return `${quarantined === true ? 'quarantined' : 'ready'}${faults}`;
}

/** `/channel/input/3/chain/processors/insert1` -> `input/3 insert1`. */
const placeName = (path: string) => path.replace(/^\/channel\/([^/]+\/[^/]+)\/chain\/processors\//, '$1 ');
