// Task rows: idle, running, ended with a report or with a refusal (interface.md 2.9, rows.md Tasks).

import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import { type FieldError, problemOf, Refusal, type RefusalCode, refusalCodes } from '../base/refusals.ts';
import { endMs, withTimeout } from '../base/timeout.ts';
import { invalidFields } from '../rows/alias-changes.ts';
import { type AnswerBounds, longestMs } from '../rows/answer-bounds.ts';
import type { DeskReader, Fields, TaskRow } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Time } from '../services.ts';
import { TaskState } from './task-state.ts';

/** How long the answer to a cancellation waits for the run to end. */
const cancelTimeoutMs = 1000;

export interface TaskRowsNeeds {
  readonly desk: DeskReader;
  readonly time: Time;
  readonly faults: Faults;
  readonly bounds: Pick<AnswerBounds, 'cancelled'>;
}

export class TaskRows {
  readonly #needs: TaskRowsNeeds;
  /** Only addresses whose task was ever started. */
  readonly #states = new Map<string, TaskState>();
  readonly #listeners: Listeners<[path: string]>;

  constructor(needs: TaskRowsNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.faults, 'a listener of tasks');
  }

  /** The row as GET shows it. */
  read(place: RowRef): Fields {
    return (this.#states.get(place.path) ?? new TaskState(taskOf(place))).fields;
  }

  /** Calls `changed` with the address of a task whenever its row changed. */
  onChange(changed: (path: string) => void): () => void {
    return this.#listeners.add(changed);
  }

  /**
   * Writes a body that fits the contract: `running: true` starts, with the extra fields that stand beside it, and
   * `running: false` cancels. Rejects with Refusal for extra fields elsewhere, when the state forbids it, or when the
   * run refused before its first await.
   */
  async write(place: RowRef, body: Fields, actor: string): Promise<void> {
    const { running, ...extra } = body;
    const state = this.#states.get(place.path) ?? new TaskState(taskOf(place));
    if (running !== true) refuseExtra(Object.keys(extra));
    if (running === false) return this.#cancel(place, state, actor);
    if (running === undefined) return;
    if (state.running && !state.isYielding) {
      throw new Refusal('already-running', `The task at ${place.path} is running since ${state.startedAt}.`, {
        startedAt: state.startedAt,
      });
    }
    return this.#start(place, state, { ...state.defaults, ...extra }, actor);
  }

  /** Drops the state of tasks whose address is gone, and cancels their runs. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#states.get(path)?.abort?.abort();
      this.#states.delete(path);
    }
  }

  /** The addresses with state. */
  get paths(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Cancels all runs, and resolves when they have ended or ignored the cancellation for its timeout. */
  async stop(): Promise<void> {
    const { time, faults } = this.#needs;
    for (const { abort } of this.#states.values()) abort?.abort();
    await Promise.all(
      [...this.#states].map(async ([path, { ended }]) => {
        await withTimeout(ended, endMs, time).catch((error) => faults.note(error, `the end of the task ${path}`));
      }),
    );
  }

  async #start(place: RowRef, state: TaskState, extra: Fields, actor: string): Promise<void> {
    const { time, faults, desk } = this.#needs;
    state.abort?.abort();
    const abort = new AbortController();
    this.#states.set(place.path, state);
    Object.assign(state, { params: extra, progress: null, refusal: null, report: null, running: true, abort });
    Object.assign(state, { isYielding: false, cancelledBy: '' });
    state.startedAt = new Date(time.now()).toISOString();
    let isStarting = true;
    let refused: Refusal | undefined;
    const isOver = () => !state.running || state.abort !== abort;
    let readying: Promise<unknown> | undefined;
    let isPublic = false;
    const publish = () => {
      if (!isStarting || isPublic) this.#changed(place.path);
    };
    const end = (outcome: { report: Fields } | { refusal: Refusal }) => {
      if (isOver()) return;
      state.running = false;
      state.abort = undefined;
      if ('report' in outcome) state.report = outcome.report;
      else {
        refused = outcome.refusal;
        state.refusal = problemOf(refused, place.path);
        if (isStarting) Object.assign(state, { startedAt: null, progress: null });
      }
      publish();
    };
    const fail = (error: unknown) => {
      if (isOver()) return;
      if (abort.signal.aborted) {
        if (!isAbort(error)) faults.note(error, `the cancelled task ${place.path}`);
        end({ report: { outcome: 'cancelled' } });
      } else end({ refusal: faults.refusal(error, `the task ${place.path}`) });
    };
    const run = {
      signal: abort.signal,
      actor,
      desk,
      progress(done: number, total: number, phase: string) {
        if (isOver()) return;
        state.progress = { done, total, phase };
        publish();
      },
      works(on: Fields) {
        if (isOver()) return;
        state.params = { ...extra, ...on };
        publish();
      },
      get cancelledBy() {
        return state.abort === abort ? state.cancelledBy : '';
      },
      yields() {
        if (!isOver()) state.isYielding = true;
      },
      ready<T>(work: Promise<T>): Promise<T> {
        if (isStarting) {
          readying = work;
          // From here on other rows read `running`.
          isPublic = true;
          publish();
        }
        return work;
      },
      refuse: refusing,
    };
    const began = begin(() => taskOf(place).run(place.at, extra, run));
    state.ended = began.then((report) => end({ report: report ?? {} }), fail);
    // A run that ends before its first await has settled by the next turn; a later end is published by itself.
    await undefined;
    while (readying !== undefined) {
      const work = readying;
      readying = undefined;
      await this.#inTime(
        work.catch(() => {}),
        longestMs,
      );
      // What it does next in this turn belongs to its beginning.
      await new Promise((resolve) => setImmediate(resolve));
    }
    isStarting = false;
    publish();
    if (refused !== undefined) throw refused;
  }

  async #cancel(place: RowRef, state: TaskState, actor: string): Promise<void> {
    if (!state.running) throw new Refusal('not-running', `The task at ${place.path} is not running.`);
    if (!taskOf(place).cancellable) {
      throw new Refusal('not-cancellable', `The task at ${place.path} can not be cancelled; it ends by itself.`);
    }
    const { abort, ended } = state;
    state.cancelledBy = actor;
    if (abort?.signal.aborted === false) {
      abort.abort();
      this.#needs.bounds.cancelled(place, ended, (fault) => this.#leave(place, state, abort, fault));
    }
    await this.#inTime(ended, cancelTimeoutMs);
  }

  /** Frees the row for another run, also if this one ignores its cancellation. */
  #leave(place: RowRef, state: TaskState, abort: AbortController, fault: Refusal): void {
    if (state.abort !== abort) return;
    const refusal = problemOf(fault, place.path);
    Object.assign(state, { running: false, abort: undefined, refusal, ended: Promise.resolve() });
    this.#changed(place.path);
  }

  /** Resolves when the promise does, or after so many milliseconds. */
  #inTime(promise: Promise<unknown>, ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const stopWaiting = this.#needs.time.after(ms, resolve);
      promise.then(() => {
        stopWaiting();
        resolve();
      });
    });
  }

  #changed(path: string): void {
    this.#listeners.notify(path);
  }
}

function taskOf({ row }: RowRef): TaskRow {
  if (row.type !== 'task') throw new Error(`${row.template} is no task`);
  return row;
}

/** Extra fields of one client must not enter a run that another client starts. */
function refuseExtra(names: readonly string[]): void {
  const errors = names.map((name): FieldError => {
    const message = `${name} counts only in the body that starts the task, with running: true.`;
    return { field: name, code: 'without-running', message, params: {} };
  });
  if (errors.length > 0) throw invalidFields(errors);
}

/** Not an async function: its promise would settle turns later than that of the run. */
function begin<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(run());
  } catch (error) {
    return Promise.reject(error);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** A code of the table is the refusal's code; any other is the `reason` of a conflict. */
function refusing(code: string, params: Fields = {}): never {
  if (Object.hasOwn(refusalCodes, code)) {
    const known = code as RefusalCode;
    throw new Refusal(known, `${refusalCodes[known].title}.`, { ...params });
  }
  throw new Refusal('conflict', `The task was refused: ${code}.`, { reason: code, ...params });
}
