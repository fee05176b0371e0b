import { followTask, type Progress, ReportReplaced } from '../../core/client/task.ts';
import { realTiming } from '../../core/client/timing.ts';
import { Client, inWords, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { talkOfConnection } from '../events.ts';
import { type Format, printRow } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { readAssignments } from '../values.ts';

export interface RunArgs {
  readonly url: string;
  readonly path: string;
  readonly assignments?: readonly string[];
  readonly output?: Format;
}

/**
 * `rowdesk run PATH [field=value...]`: starts a task, tells its progress on stderr, prints its report on stdout. Rejects
 * with CommandError refused when the run, or all that it should do, is refused or cancelled. An interruption cancels it where it can be.
 */
export async function run(args: RunArgs, terminal: Terminal, interrupted: AbortSignal): Promise<void> {
  const client = new Client(args.url);
  const { task, cancellable, fields, path } = await client.options(args.path);
  if (!task)
    throw new CommandError('refused', `${path} is no task: rowdesk explain ${path} says what may be done with it`);
  const extra = readAssignments(args.assignments ?? [], fields);
  const ended = await runTask(client, args.path, extra, { terminal, interrupted, cancellable });
  printOutcome(ended, args.output, terminal);
}

export interface TaskOptions {
  readonly terminal: Terminal;
  readonly interrupted: AbortSignal;
  readonly cancellable: boolean | undefined;
  /** Default: a line for each step on stderr. */
  readonly progress?: (progress: Progress) => void;
}

/** Starts a task, and resolves to its row once it has ended. An interruption cancels it where it can be. */
export async function runTask(client: Client, path: string, extra: Row, options: TaskOptions): Promise<Row> {
  const { terminal, interrupted, cancellable, progress } = options;
  const { row: started } = await client.patch(path, { ...extra, running: true });
  const cancel = () => {
    if (!cancellable)
      return terminal.talk('The task can not be cancelled; waiting for its end. Once more ends only this command.');
    terminal.talk('Cancelling.');
    // Refused only when it ended by itself meanwhile, which the watch sees.
    client.patch(path, { running: false }).catch(() => {});
  };
  interrupted.addEventListener('abort', cancel, { once: true });
  if (interrupted.aborted) cancel();
  const ended = started.running === true ? await followed(client, path, started, terminal, progress) : started;
  interrupted.removeEventListener('abort', cancel);
  return ended;
}

/** The row of a task once the run that `started` shows has ended; its progress is told on stderr. */
export async function followed(
  client: Client,
  path: string,
  started: Row,
  terminal: Terminal,
  show?: (progress: Progress) => void,
): Promise<Row> {
  let printed = '';
  const lines = ({ done, total, phase }: Progress) => {
    const text = `${phase || 'running'}: ${done} of ${total}`;
    if (text !== printed) terminal.talk(text);
    printed = text;
  };
  const connection = talkOfConnection(client, terminal.talk);
  const needs = { requests: client.requests, timing: realTiming };
  try {
    return await inWords(followTask(path, started, { progress: show ?? lines, ...connection }, needs));
  } catch (error) {
    throw error instanceof ReportReplaced ? new CommandError('refused', error.message) : error;
  }
}

/** What the run of a task came to. Throws CommandError where it was refused. */
export function reportOf({ refusal, report }: Row): Row {
  if (refusal) {
    const { code, detail } = refusal as { code?: string; detail?: string };
    throw new CommandError('refused', `Refused (${code}): ${detail}`);
  }
  return (report ?? {}) as Row;
}

/** Prints the report. Throws CommandError where the run was refused or cancelled. */
export function printOutcome(ended: Row, output: Format | undefined, terminal: Terminal): void {
  const report = reportOf(ended);
  printRow(report, output, terminal);
  if (report.outcome === 'cancelled') throw new CommandError('refused', 'The task was cancelled.');
  if (report.outcome !== 'refused') return;
  throw new CommandError('refused', 'Refused, and nothing has changed; the report says why.');
}
