import { Client, type Row } from '../client.ts';
import { watchRow } from '../events.ts';
import { type Format, printRow } from '../output.ts';
import { cell } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { clock } from '../time-of-take.ts';
import { printOutcome, runTask } from './run.ts';

const path = '/record';

export interface RecordArgs {
  readonly url: string;
  readonly output?: Format;
  readonly watch?: boolean;
}

/** `rowdesk record`: how recording goes, in a few lines; with `--watch` again whenever it has changed. */
export async function record(
  { url, output, watch = false }: RecordArgs,
  terminal: Terminal,
  interrupted: () => AbortSignal,
): Promise<void> {
  const client = new Client(url);
  const asJson = (output ?? (terminal.width === undefined ? 'json' : 'table')) === 'json';
  const print = (row: Row) =>
    asJson && watch ? terminal.data(`${JSON.stringify(row)}\n`) : asJson ? printRow(row, 'json', terminal) : show(row);
  let last = '';
  const show = (row: Row) => {
    const lines = inWords(row);
    const text = `${(last === '' ? lines : lines.slice(0, 1)).join('\n')}\n`;
    if (lines[0] === last) return;
    last = lines[0] as string;
    terminal.data(text);
  };
  if (!watch) return print(await client.get(path));
  await watchRow(client, path, {
    signal: interrupted(),
    talk: terminal.talk,
    event: ({ event, data }) => {
      if (event === 'snapshot' || event === 'change') print(JSON.parse(data) as Row);
    },
  });
}

export interface RecordTaskArgs {
  readonly url: string;
  readonly output?: Format;
  /** Fields of the task; undefined ones have their default. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** `rowdesk record start|stop|split|mark`. Rejects with CommandError refused where the desk refuses. */
export async function recordTask(task: string, args: RecordTaskArgs, terminal: Terminal): Promise<void> {
  const given = Object.entries(args.extra ?? {}).filter(([, value]) => value !== undefined);
  // It has ended before a person could cancel it.
  const options = { terminal, interrupted: new AbortController().signal, cancellable: false };
  const ended = await runTask(new Client(args.url), `${path}/${task}`, Object.fromEntries(given), options);
  printOutcome(ended, args.output, terminal);
}

/** The first line changes as it goes, the others seldom. */
function inWords(row: Row): readonly string[] {
  const { state, takeName, takeId, elapsedS, dropouts, fault, freeSpaceMb, remainingS, bufferFillPercent } = row;
  const { armed, programme, tapPoint, fileFormat, bitDepth } = row;
  const strips = (list: unknown) =>
    (list as readonly { readonly kind: string; readonly index: number }[])
      .map(({ kind, index }) => `${kind}/${index}`)
      .join(' ') || 'nothing';
  const lost = Number(dropouts) === 0 ? '' : `, ${dropouts} dropouts`;
  const first =
    state === 'recording'
      ? `recording ${cell(takeName)} (${cell(takeId)}): ${clock(Number(elapsedS))}${lost}, buffer ${bufferFillPercent} %`
      : `${state}`;
  return [
    fault === '' ? first : `${first}: ${cell(fault)}`,
    `disk: ${Math.round(Number(freeSpaceMb) / 1000)} GB free, lasts ${clock(Number(remainingS))}`,
    `armed: ${strips(armed)} at ${cell(tapPoint)}, ${cell(fileFormat)} ${bitDepth} bit`,
    `programme: ${strips(programme)}`,
  ];
}
