// A task of the desk run by a press, with its progress, and the words of its refusal at the button.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Progress, Row } from 'rowdesk/client';
import { client } from './client.ts';
import { forgetRefusal, refusalOf, refuse } from './refusals.ts';

export interface Task {
  readonly isRunning: ReadonlySignal<boolean>;
  readonly progress: ReadonlySignal<Progress | undefined>;
  /** '' unless the last run was refused. */
  readonly refusal: ReadonlySignal<string>;
  /** Of the last run; undefined before one, and while one is under way. */
  readonly report: ReadonlySignal<Row | undefined>;
  /** Resolves to the report; undefined when it was refused. */
  run(extra?: Row): Promise<Row | undefined>;
  cancel(): void;
}

const tasks = new Map<string, Task>();

/** The one Task of this row. */
export function task(path: string): Task {
  const there = tasks.get(path) ?? make(path);
  tasks.set(path, there);
  return there;
}

function make(path: string): Task {
  const isRunning = signal(false);
  const progress = signal<Progress | undefined>(undefined);
  const report = signal<Row | undefined>(undefined);
  let cancelling: AbortController | undefined;
  return {
    isRunning,
    progress,
    report,
    refusal: refusalOf(path, 'running'),
    async run(extra = {}) {
      if (isRunning.peek()) return undefined;
      forgetRefusal(path, 'running');
      isRunning.value = true;
      report.value = undefined;
      cancelling = new AbortController();
      try {
        const done = await client.run(path, extra, {
          signal: cancelling.signal,
          progress: (now) => {
            progress.value = now;
          },
        });
        report.value = done;
        return done;
      } catch (error) {
        refuse(path, 'running', error);
        return undefined;
      } finally {
        isRunning.value = false;
        progress.value = undefined;
      }
    },
    cancel: () => cancelling?.abort(),
  };
}

/** Writes fields of a row together: a choice or a list, not a movement. False when refused, with the words under `name`. */
export async function writeFields(path: string, fields: Row, name: string): Promise<boolean> {
  forgetRefusal(path, name);
  try {
    await client.patch(path as `/${string}`, fields);
    return true;
  } catch (error) {
    refuse(path, name, error);
    return false;
  }
}
