// A task from its start to its end.
import type { Row } from './contract.ts';
import { type Refusal, Refused } from './errors.ts';
import { followEvents } from './follow-events.ts';
import type { Requests } from './requests.ts';
import type { Timing } from './timing.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly phase: string;
}

export interface RunOptions {
  /** Cancels the run where it can be cancelled; its end is waited for all the same. */
  readonly signal?: AbortSignal;
  readonly progress?: (progress: Progress) => void;
  /** The connection to the task's row is open. */
  readonly opened?: () => void;
  /** The connection broke and is tried again; an Error thrown from here ends the waiting, not the run. */
  readonly lost?: (error: Error) => void;
}

/** The run can't be followed to its end: the desk was started anew, or the task was started again. */
export class ReportReplaced extends Error {
  override readonly name = 'ReportReplaced';
}

export interface RunNeeds {
  readonly requests: Requests;
  readonly timing: Timing;
}

/**
 * Starts a task and resolves to its report once it has ended. Rejects with Refused when the run is refused, before or
 * after its start, or a login or a right to follow it is missing (401, 403: the run goes on), and with ReportReplaced.
 */
export async function runTask(path: string, extra: Row, options: RunOptions, needs: RunNeeds): Promise<Row> {
  const { requests } = needs;
  const { row: started } = await requests.patch(path, { ...extra, running: true });
  // A refused cancellation: the run has ended by itself, or can't be cancelled.
  const cancel = () => void requests.patch(path, { running: false }).catch(() => {});
  options.signal?.addEventListener('abort', cancel, { once: true });
  if (options.signal?.aborted) cancel();
  try {
    return reportOf(started.running === true ? await followTask(path, started, options, needs) : started);
  } finally {
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** The row of a task once the run that `started` shows has ended. Rejects as `runTask`. */
export async function followTask(
  path: string,
  started: Row,
  { progress, opened = () => {}, lost = () => {} }: RunOptions,
  { requests, timing }: RunNeeds,
): Promise<Row> {
  const enough = new AbortController();
  let last = started;
  const failed = (error: Error) => {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) throw error;
    lost(error);
  };
  await followEvents(requests, path, {
    ...{ signal: enough.signal, timing, opened, lost: failed },
    event: ({ event, data }) => {
      if (event !== 'snapshot' && event !== 'change') return;
      last = JSON.parse(data) as Row;
      if (last.running !== true || last.startedAt !== started.startedAt) enough.abort();
      else if (last.progress) progress?.(last.progress as Progress);
    },
  });
  if (last.startedAt === started.startedAt && last.running !== true) return last;
  const why = last.startedAt === null ? 'the desk was started anew' : `${path} was started again`;
  throw new ReportReplaced(`${why}; the report of this run is gone`);
}

/** What an ended run came to. Throws Refused. */
export function reportOf({ refusal, report }: Row): Row {
  if (refusal) throw new Refused(409, refusal as Refusal);
  return (report ?? {}) as Row;
}
