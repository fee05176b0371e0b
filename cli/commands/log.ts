import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { watchRow } from '../events.ts';
import { localTime } from '../local-time.ts';
import { type Format, isTable, printable } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export const severities = ['info', 'warning', 'error'] as const;

export interface LogArgs {
  readonly url: string;
  readonly output?: Format;
  /** And graver ones. */
  readonly severity: (typeof severities)[number];
  readonly lines?: number;
  readonly watch: boolean;
}

/** `rowdesk log`: the last lines of the desk's log; with `--watch` each new one too. `-o json`: a JSON line for each. */
export async function log(args: LogArgs, terminal: Terminal, interrupted: () => AbortSignal): Promise<void> {
  if (args.lines !== undefined && !(Number.isInteger(args.lines) && args.lines >= 1)) {
    throw new CommandError('usage', '--lines takes a number from 1.');
  }
  const client = new Client(args.url);
  const isText = isTable(args.output, terminal);
  const shown = severities.slice(severities.indexOf(args.severity));
  let printedTo = 0;
  const print = (row: Row) => {
    const all = row.lines as readonly Row[];
    const last = Number(all.at(-1)?.number ?? 0);
    // A desk that was started anew counts from 1.
    if (last < printedTo) printedTo = 0;
    const fresh = all.filter(({ number, severity }) => Number(number) > printedTo && shown.includes(severity as never));
    const lines =
      printedTo === 0 && args.lines !== undefined ? fresh.slice(Math.max(0, fresh.length - args.lines)) : fresh;
    for (const line of lines) terminal.data(isText ? textOf(line) : `${JSON.stringify(line)}\n`);
    printedTo = Math.max(last, printedTo);
  };
  if (!args.watch) return print(await client.get('/log'));
  await watchRow(client, '/log', {
    signal: interrupted(),
    talk: terminal.talk,
    event: ({ event, data }) => {
      if (event === 'snapshot' || event === 'change') print(JSON.parse(data) as Row);
    },
  });
}

const textOf = ({ at, severity, source, message }: Row): string =>
  `${localTime(String(at))} ${String(severity).padEnd(7)} ${printable(source)}: ${printable(message)}\n`;
