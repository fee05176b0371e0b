import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, printRow } from '../output.ts';
import { Progress } from '../render/progress.ts';
import { cell, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printOutcome, reportOf, runTask } from './run.ts';

const root = '/measurement';
const resultPath = (id: string) => `${root}/results/${encodeURIComponent(id)}`;
const mostFileBytes = 131_072;

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}
interface ResultArgs extends DeskArgs {
  readonly result: string;
}

export interface MeasureArgs extends DeskArgs {
  readonly goal: string;
  readonly bus?: string;
  readonly leg?: string;
  readonly mic?: string;
  readonly calibration?: string;
  readonly level?: number;
  readonly stimulus?: string;
  readonly duration?: number;
  readonly from?: number;
  readonly to?: number;
  readonly smoothing?: number;
}

interface PlanReport {
  readonly steps: readonly string[];
  readonly outputs: readonly Row[];
  readonly problems: readonly { readonly detail: string; readonly refuses: boolean }[];
}

const asJson = ({ output }: DeskArgs, { width }: Terminal) =>
  (output ?? (width === undefined ? 'json' : 'table')) === 'json';

/** `rowdesk measure plan GOAL`: steps, outputs and problems. */
export async function planMeasurement(args: MeasureArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const options = { terminal, interrupted, cancellable: false };
  const ended = await runTask(new Client(args.url), `${root}/plan`, orderOf(args), options);
  const report = reportOf(ended);
  if (asJson(args, terminal)) return printRow(report, 'json', terminal);
  const { steps, outputs, problems } = report as unknown as PlanReport;
  terminal.data(steps.map((step) => `${cell(step)}\n`).join(''));
  if (outputs.length > 0) {
    terminal.data(`\n${table(outputs, ['portId', 'strip', 'leg', 'levelDb'], terminal.width)}`);
  }
  const said = problems.map(({ detail, refuses }) => `${refuses ? 'in the way' : 'mind'}: ${cell(detail)}\n`);
  terminal.data(`\n${said.join('') || 'Nothing is in the way.\n'}`);
}

export interface RunArgs extends MeasureArgs {
  readonly name?: string;
  readonly confirm: boolean;
}

/** `rowdesk measure run GOAL`: with its progress on stderr. An interruption cancels it; nothing of it is kept. */
export async function runMeasurement(args: RunArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const shown = new Progress(
    process.stderr.isTTY ? process.stderr : { write: (text) => terminal.talk(text.trimEnd()) },
  );
  const progress = ({ done, total }: { readonly done: number; readonly total: number }) => shown.show(done, total);
  const { name = '', confirm } = args;
  const options = { terminal, interrupted, cancellable: true, progress };
  const order = { ...orderOf(args), name, confirm };
  const ended = await runTask(new Client(args.url), `${root}/run`, order, options).finally(() => shown.end());
  const report = (ended.report ?? {}) as Row;
  if (asJson(args, terminal) || ended.refusal || report.summary === undefined) {
    printOutcome(ended, args.output, terminal);
    if (report.preview === true)
      throw new CommandError('refused', 'Nothing was measured: it is loud. --confirm means it.');
    return;
  }
  terminal.data(`${cell(report.resultId)}\n${summaryTable(report.summary as Row, terminal)}`);
}

/** `rowdesk measure`: the results, the newest first. */
export async function listMeasurements(args: DeskArgs, terminal: Terminal): Promise<void> {
  const row = await new Client(args.url).get(`${root}/results`);
  if (asJson(args, terminal)) return printRow(row, 'json', terminal);
  const lines = (row.items as readonly Row[]).map(({ id, name, goal, output, summary, problem }) => {
    const { delayMs, coherencePercent } = summary as Row;
    const of = output as { readonly kind: string; readonly index: number } | null;
    return {
      ...{ id, name, goal, output: of === null ? '' : `${of.kind}/${of.index}`, problem },
      ...{ 'delay ms': delayMs ?? '', 'coherence %': coherencePercent ?? '' },
    };
  });
  const columns = ['id', 'name', 'goal', 'output', 'delay ms', 'coherence %', 'problem'];
  terminal.data(table(lines, columns, terminal.width));
}

/** `rowdesk measure show RESULT`: its figures as a table, all of it as JSON. */
export async function showMeasurement(args: ResultArgs, terminal: Terminal): Promise<void> {
  const row = await new Client(args.url).get(resultPath(args.result));
  if (asJson(args, terminal)) return printRow(row, 'json', terminal);
  const { name, goal, at, notes, problem, summary, traces } = row;
  const facts = Object.entries({ name, goal, at, notes, problem, traces: (traces as readonly string[]).join(', ') });
  const lines = facts.filter(([, value]) => value !== '').map(([field, value]) => ({ field, value }));
  terminal.data(`${table(lines, ['field', 'value'], terminal.width)}\n${summaryTable(summary as Row, terminal)}`);
}

function summaryTable(summary: Row, terminal: Terminal): string {
  const { rt60S, ...figures } = summary;
  const known = Object.entries(figures).filter(([, value]) => value !== null);
  const lines = known.map(([figure, value]) => ({ figure, value }));
  const times = (rt60S ?? []) as readonly Row[];
  const text = table(lines, ['figure', 'value'], terminal.width);
  return times.length === 0
    ? text
    : `${text}\n${table(times, ['frequencyHz', 't20S', 't30S', 'edtS'], terminal.width)}`;
}

/** `rowdesk measure export RESULT`: prints the paths of the files, a line each. */
export async function exportMeasurement(
  args: ResultArgs & { readonly format: 'csv' | 'rew' },
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const options = { terminal, interrupted, cancellable: false };
  const path = `${resultPath(args.result)}/export`;
  const ended = await runTask(new Client(args.url), path, { format: args.format }, options);
  if (asJson(args, terminal)) return printOutcome(ended, 'json', terminal);
  for (const file of reportOf(ended).files as readonly string[]) terminal.data(`${cell(file)}\n`);
}

/** `rowdesk measure delete RESULT [--confirm]` */
export async function deleteMeasurement(
  { url, result, confirm, output }: ResultArgs & { readonly confirm: boolean },
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const options = { terminal, interrupted, cancellable: false };
  const ended = await runTask(new Client(url), `${root}/results/delete`, { id: result, confirm }, options);
  printOutcome(ended, output, terminal);
}

/** `rowdesk measure align MAIN DELAYED [--apply]` */
export async function alignMeasured(
  {
    url,
    main,
    delayed,
    apply,
    output,
  }: DeskArgs & { readonly main: string; readonly delayed: string; readonly apply: boolean },
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const options = { terminal, interrupted, cancellable: false };
  const ended = await runTask(new Client(url), `${root}/alignSpeakers`, { main, delayed, apply }, options);
  printOutcome(ended, output, terminal);
}

/** `rowdesk measure microphones` */
export async function listMicrophones({ url, output }: DeskArgs, terminal: Terminal): Promise<void> {
  printRow(await new Client(url).get(`${root}/microphones`), output, terminal);
}

/** `rowdesk measure microphones add FILE`: called as the file is, unless it is given a name. */
export async function addMicrophone(
  { url, file, name, output }: DeskArgs & { readonly file: string; readonly name?: string },
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError('usage', `${file} can not be read: ${error.message}`);
  });
  if (text.length > mostFileBytes) throw new CommandError('usage', `${file} is no calibration file: it is too large`);
  const called = name ?? basename(file).replace(/(?<=.)\.[^.]*$/, '');
  const options = { terminal, interrupted, cancellable: false };
  const extra = { name: called, text };
  printOutcome(await runTask(new Client(url), `${root}/microphones/add`, extra, options), output, terminal);
}

/** What is not given is as /measurement has it. */
function orderOf(args: MeasureArgs): Row {
  const { goal, bus, leg, mic, calibration, level, stimulus, duration, from, to, smoothing } = args;
  const given = {
    ...{ goal, microphoneId: calibration, levelDb: level, stimulus, durationS: duration, fromHz: from, toHz: to },
    ...{ smoothing, leg, output: stripIn('--bus', bus), microphone: stripIn('--mic', mic) },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** `main/1`. Throws CommandError usage. */
function stripIn(option: string, word: string | undefined): Row | undefined {
  if (word === undefined) return undefined;
  const [, kind, index] = /^([A-Za-z]+)\/([1-9]\d{0,2})$/.exec(word) ?? [];
  if (kind === undefined) throw new CommandError('usage', `${option} is a strip, as main/1; not ${word}`);
  return { kind, index: Number(index) };
}
