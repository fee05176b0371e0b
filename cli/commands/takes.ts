import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, printRow } from '../output.ts';
import { Progress } from '../render/progress.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { clock } from '../time-of-take.ts';
import { printOutcome, runTask } from './run.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}
interface TakeArgs extends DeskArgs {
  readonly take: string;
}

const pathOf = (take: string) => `/takes/${encodeURIComponent(take)}`;

/** `rowdesk takes`: a line for each, the newest first. */
export async function listTakes({ url, output }: DeskArgs, terminal: Terminal): Promise<void> {
  const row = await new Client(url).get('/takes');
  if ((output ?? (terminal.width === undefined ? 'json' : 'table')) === 'json') return printRow(row, 'json', terminal);
  const takes = row.takes as readonly Row[];
  const lines = takes.map(({ id, name, startedAt, lengthS, tracks, sizeMb, state, keep, problem }) => {
    const words = [state, ...(keep === true ? ['kept'] : []), ...(problem === '' ? [] : [problem])].join(', ');
    return { id, name, began: startedAt, length: clock(Number(lengthS)), tracks, 'size MB': sizeMb, state: words };
  });
  terminal.data(table(lines, ['id', 'name', 'began', 'length', 'tracks', 'size MB', 'state'], terminal.width));
  terminal.talk(`${row.freeSpaceMb} MB of the disk are free.`);
}

/** `rowdesk takes show TAKE` */
export async function showTake({ url, take, output }: TakeArgs, terminal: Terminal): Promise<void> {
  printRow(await new Client(url).get(pathOf(take)), output, terminal);
}

/** `rowdesk takes rename TAKE NAME` */
export async function renameTake(
  { url, take, name, output }: TakeArgs & { readonly name: string },
  terminal: Terminal,
): Promise<void> {
  printRow((await new Client(url).patch(pathOf(take), { name })).row, output, terminal);
}

/** `rowdesk takes delete TAKE [--confirm]` */
export async function deleteTake(
  { url, take, confirm, output }: TakeArgs & { readonly confirm: boolean },
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const options = { terminal, interrupted, cancellable: false };
  printOutcome(await runTask(new Client(url), '/takes/delete', { id: take, confirm }, options), output, terminal);
}

interface FilesArgs extends TakeArgs {
  readonly format: 'wav' | 'flac';
  readonly bits?: '16' | '24' | '32';
}

export interface ExportArgs extends FilesArgs {
  readonly tracks?: string;
  readonly rate?: number;
  readonly template?: string;
}

/** `rowdesk takes export TAKE`: with its progress on stderr. An interruption cancels it; nothing of it is left. */
export async function exportTake(args: ExportArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const { tracks, rate, template } = args;
  const extra = {
    ...filesOf(args),
    ...(tracks === undefined ? {} : { tracks: numbersIn(tracks) }),
    ...(rate === undefined ? {} : { rate }),
    ...(template === undefined ? {} : { fileTemplate: template }),
  };
  await runJob('export', args, extra, terminal, interrupted);
}

export interface RenderArgs extends FilesArgs {
  readonly settings: 'now' | 'then' | 'moves';
  readonly bus: readonly string[];
  readonly tail?: number;
}

/** `rowdesk takes render TAKE`: as an export. */
export async function renderTake(args: RenderArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const { settings, bus, tail } = args;
  const extra = {
    ...filesOf(args),
    ...{ settings, outputs: bus.map(outputIn) },
    ...(tail === undefined ? {} : { tailS: tail }),
  };
  await runJob('render', args, extra, terminal, interrupted);
}

async function runJob(task: string, args: FilesArgs, extra: Row, terminal: Terminal, interrupted: AbortSignal) {
  const client = new Client(args.url);
  const { lengthS } = await client.get(pathOf(args.take));
  const shown = new Progress(
    process.stderr.isTTY ? process.stderr : { write: (text) => terminal.talk(text.trimEnd()) },
  );
  const progress = ({ done, total }: { readonly done: number; readonly total: number }) =>
    shown.show((done / Math.max(1, total)) * Number(lengthS), Number(lengthS));
  const options = { terminal, interrupted, cancellable: true, progress };
  const ended = await runTask(client, `${pathOf(args.take)}/${task}`, extra, options).finally(() => shown.end());
  printOutcome(ended, args.output, terminal);
}

const filesOf = ({ format, bits }: FilesArgs): Row => ({
  fileFormat: format,
  ...(bits === undefined ? {} : { bitDepth: Number(bits) }),
});

const mostTracks = 256;

/** `1,3-5`. Throws CommandError usage. */
function numbersIn(text: string): readonly number[] {
  const numbers = text.split(',').flatMap((word) => {
    const [, from = '', to = from] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(word.trim()) ?? [];
    const count = Number(to) - Number(from) + 1;
    if (from === '' || count < 1 || Number(to) > mostTracks) {
      throw new CommandError('usage', `--tracks is a list of numbers, as 1,3-5; not ${text}`);
    }
    return Array.from({ length: count }, (_, n) => Number(from) + n);
  });
  return [...new Set(numbers)];
}

/** `mix/2=Drums`. Throws CommandError usage. */
function outputIn(word: string): Row {
  const [, kind, index, file] = /^([A-Za-z]+)\/([1-9]\d*)(?:=(.+))?$/s.exec(word) ?? [];
  if (kind === undefined) throw new CommandError('usage', `--bus is STRIP[=NAME], as main/1=Friday; not ${word}`);
  return { kind, index: Number(index), ...(file === undefined ? {} : { file }) };
}
