import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type StripName, stripText } from '../latency/strips.ts';
import { type Format, isTable, printRow } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printOutcome, reportOf, runTask } from './run.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
  readonly apply: boolean;
}

export interface GainArgs extends DeskArgs {
  readonly strips: readonly string[];
  readonly seconds: number;
  readonly target: number;
  readonly margin: number;
}

/** `rowdesk gain [STRIP...]`: listens, and prints a line for each strip. An interruption ends it; nothing is written then. */
export async function gain(args: GainArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const { url, strips, seconds, target, margin, apply, output } = args;
  const extra = { strips: strips.map(stripIn), seconds, targetDb: target, clipMarginDb: margin, apply };
  const options = { terminal, interrupted, cancellable: true };
  const ended = await runTask(new Client(url), '/measurement/gain', extra, options);
  const report = reportOf(ended);
  if (!isTable(output, terminal) || !Array.isArray(report.strips)) return printOutcome(ended, output, terminal);
  terminal.data(table((report.strips as readonly Row[]).map(lineOf), columns, terminal.width));
  if (report.outcome === 'applied') terminal.talk('Written: one undo takes it back.');
  else if (report.outcome === 'preview') terminal.talk('Nothing is written: --apply writes it.');
  else terminal.talk('Written, and not yet reported by the devices.');
}

export interface MoveArgs extends DeskArgs {
  readonly strip: string;
  readonly difference: string;
  readonly override: boolean;
}

/** `rowdesk gain move STRIP DIFFERENCE`: says what would change; with `--apply` changes it. */
export async function moveGain(args: MoveArgs, terminal: Terminal): Promise<void> {
  const { url, strip, difference, apply, override, output } = args;
  if (!/^[+-]?\d+(\.\d+)?$/.test(difference)) {
    throw new CommandError('usage', `The difference is in dB, as +6 or -3; not ${difference}`);
  }
  const extra = { strip: stripIn(strip), gainDb: Number(difference), apply, override };
  // It has ended before a person could cancel it.
  const options = { terminal, interrupted: new AbortController().signal, cancellable: false };
  const report = reportOf(await runTask(new Client(url), '/measurement/recalibrate', extra, options));
  if (!isTable(output, terminal)) return printRow(report, output, terminal);
  const preamps = report.preamps as readonly Row[];
  const moves = preamps.map(({ path, fromDb, toDb }) => ({ path, field: 'gainDb', from: fromDb, to: toDb }));
  const changes = [...moves, ...(report.changes as readonly Row[])];
  terminal.data(table(changes, ['path', 'field', 'from', 'to'], terminal.width));
  for (const { path, field, detail } of report.uncompensated as readonly Row[]) {
    terminal.talk(`Not kept: ${path} ${field}. ${detail}`);
  }
  for (const note of report.notes as readonly string[]) terminal.talk(note);
  if (report.outcome === 'preview') terminal.talk('Nothing is written: --apply writes it.');
}

const columns = ['strip', 'name', 'p50', 'p90', 'peak', 'gain', 'trim', 'then p90', 'then peak', 'why'];

function lineOf(of: Row): Row {
  const move = (from: unknown, to: unknown) => (to === null ? '-' : from === to ? `${to}` : `${from} > ${to}`);
  const limits = { '': '', 'clip-margin': 'peaks', range: 'end of range' };
  return {
    ...{ strip: stripText(of as unknown as StripName), name: of.name },
    ...{ p50: of.p50Db, p90: of.p90Db, peak: of.peakDb },
    ...{ gain: move(of.gainFromDb, of.gainDb), trim: move(of.trimFromDb, of.trimDb) },
    ...{ 'then p90': of.expectedP90Db ?? '-', 'then peak': of.expectedPeakDb ?? '-' },
    why: of.detail || limits[of.limitedBy as keyof typeof limits] || '',
  };
}

/** `input/3`. Throws CommandError usage. */
function stripIn(text: string): StripName {
  const [, kind, index] = /^([A-Za-z]+)\/([1-9]\d*)$/.exec(text) ?? [];
  if (kind === undefined) throw new CommandError('usage', `A strip is kind/index, as input/3; not ${text}`);
  return { kind, index: Number(index) };
}
