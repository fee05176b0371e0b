import { Client, type Row } from '../client.ts';
import { type Format, isTable, printable, printRow } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { reportOf, runTask } from './run.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}

const columns = ['id', 'label', 'state', 'port', 'query', 'role', 'peers'];
const peerColumns = ['peer', 'transport', 'follows', 'dropped', 'heard'];
const foundColumns = ['kind', 'label', 'address', 'port', 'sure', 'why'];
const pathOf = (id: string) => `/surface/${encodeURIComponent(id)}`;

/** `rowdesk surface`: the surfaces, and who takes part. */
export async function listSurfaces(args: DeskArgs, terminal: Terminal): Promise<void> {
  const row = await new Client(args.url).get('/surface');
  if (!isTable(args.output, terminal)) return printRow(row, 'json', terminal);
  const surfaces = row.surfaces as readonly Row[];
  const lines = surfaces.map((each) => ({
    ...each,
    port: each.port ?? '',
    query: each.queryPort ?? '',
    peers: (each.peers as readonly Row[]).length,
  }));
  terminal.data(table(lines, columns, terminal.width));
  for (const { id, reason } of surfaces) if (reason !== '') terminal.data(`${id}: ${printable(reason)}\n`);
  const peers = surfaces.flatMap((each) => each.peers as readonly Row[]);
  if (peers.length === 0) return;
  const heard = peers.map(({ address, port, transport, subscriptions, dropped, lastSeenAt }) => ({
    ...{ peer: `${address}:${port}`, transport, follows: subscriptions, dropped, heard: lastSeenAt },
  }));
  terminal.data(`\n${table(heard, peerColumns, terminal.width)}`);
}

/** `rowdesk surface on ID`. Addresses that are named are added to those of the row. */
export async function switchOn(
  {
    id,
    address = [],
    role,
    ...args
  }: DeskArgs & { readonly id: string; readonly address?: readonly string[]; readonly role?: string },
  terminal: Terminal,
): Promise<void> {
  const client = new Client(args.url);
  const { addresses } = await client.get(pathOf(id));
  const all = [...new Set([...(addresses as readonly string[]), ...address])];
  const { row } = await client.patch(pathOf(id), {
    enabled: true,
    addresses: all,
    ...(role === undefined ? {} : { role }),
  });
  printRow(row, args.output, terminal);
}

/** `rowdesk surface off ID` */
export async function switchOff(
  { id, url, output }: DeskArgs & { readonly id: string },
  terminal: Terminal,
): Promise<void> {
  printRow((await new Client(url).patch(pathOf(id), { enabled: false })).row, output, terminal);
}

/** `rowdesk surface look`. An interruption cancels it. */
export async function look(args: DeskArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const options = { terminal, interrupted, cancellable: true };
  const report = reportOf(await runTask(new Client(args.url), '/surface/autodetect', {}, options));
  if (!isTable(args.output, terminal)) return printRow(report, 'json', terminal);
  const found = report.found as readonly Row[];
  if (found.length === 0) terminal.talk('nothing was found; a surface that does not announce itself is not seen');
  else {
    const lines = found.map(({ kind, label, address, port, confidencePercent, why }) => ({
      ...{
        kind,
        label: printable(label),
        address,
        port: port ?? '',
        sure: `${confidencePercent} %`,
        why: printable(why),
      },
    }));
    terminal.data(table(lines, foundColumns, terminal.width));
  }
}
