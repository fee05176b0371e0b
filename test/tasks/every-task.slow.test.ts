// Every task row of the shipped configuration (interface.md 2.9; rows.md, Tasks), found in the registry, so that a new one
// is tested on its first day.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Row, TaskRow } from '../../core/rows/definitions.ts';
import { FakeTime, MemoryStore } from '../../core/testing.ts';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';

type Body = Readonly<Record<string, unknown>>;

const shared = ['params', 'progress', 'refusal', 'report', 'running', 'startedAt'];

let store: MemoryStore;
let time: FakeTime;
let desk: WholeDesk;
let tasks: readonly TaskRow[];
beforeEach(async () => {
  store = new MemoryStore();
  time = new FakeTime();
  desk = await startWholeDesk({ strips: 'all', store, time });
  const all = desk.host.assembly.registry.rows.filter((row: Row): row is TaskRow => row.type === 'task');
  // Those of one thing first: the others may take things away.
  const isOfOne = ({ template }: TaskRow) => template.includes('{');
  tasks = [...all.filter(isOfOne), ...all.filter((task) => !isOfOne(task))];
});
afterEach(async () => {
  store.resumeWrites();
  await desk.close();
});

const row = async (path: string) => (await desk.get(path)).body;
const addressOf = (task: TaskRow): string => desk.examples(task)[0] as string;

/** What starts it for good: all that has to be said yes to. */
function startOf({ extra }: TaskRow): Body {
  const yes = Object.entries(extra).filter(([, schema]) => (schema as { readonly type?: unknown }).type === 'boolean');
  return { running: true, ...Object.fromEntries(yes.map(([name]) => [name, true])) };
}

/** A run that waits goes on, in steps of 50 ms. */
async function ended(path: string) {
  for (;;) {
    const now = await row(path);
    if (!now.running) return now;
    time.advance(50);
  }
}

describe('every task row', () => {
  test('has the fields of a task and its own, and says so in OPTIONS', async () => {
    expect(tasks.length).toBeGreaterThan(10);
    const nowhere = tasks.filter((task) => addressOf(task) === undefined).map(({ template }) => template);
    expect(nowhere, 'the whole desk has one of each').toEqual([]);
    for (const task of tasks) {
      const path = addressOf(task);
      const { fields, methods, task: isTask, cancellable } = await desk.options(path);
      expect([path, isTask, cancellable]).toEqual([path, true, task.cancellable]);
      expect(methods, path).toEqual(expect.arrayContaining(['GET', 'PATCH']));
      const own = Object.keys(task.extra);
      expect(Object.keys(fields), path).toEqual([...shared, ...own]);
      for (const [name, { access }] of Object.entries(fields)) {
        expect([path, name, access]).toEqual([path, name, name === 'running' || own.includes(name) ? 'rw' : 'ro']);
      }
      expect(fields.running, path).toMatchObject({ type: 'boolean', default: false });
    }
  });

  test('is idle until it is started', async () => {
    const idle = { params: null, progress: null, refusal: null, report: null, running: false, startedAt: null };
    let count = 0;
    for (const path of tasks.map(addressOf)) {
      const now = await row(path);
      // Some ran while the desk was made.
      if (now.startedAt === null) {
        count++;
        expect([path, now]).toMatchObject([path, idle]);
      }
      const { status, body } = await desk.patch(path, { running: false });
      expect([path, status, body.code]).toEqual([path, 409, 'not-running']);
    }
    expect(count).toBeGreaterThan(tasks.length / 2);
  });

  test('refuses what is no task: another type, and what it only shows', async () => {
    for (const path of tasks.map(addressOf)) {
      for (const [name, value] of Object.entries({ running: 'yes', report: null, progress: null, startedAt: '' })) {
        const { status, body } = await desk.patch(path, { [name]: value });
        const code = name === 'running' ? 'wrong-type' : 'read-only';
        expect([path, name, status, body.errors[0].code]).toEqual([path, name, 422, code]);
      }
    }
  });

  test('is refused with 4XX and keeps the refusal, or runs and ends with a report or with a refusal', async () => {
    let [ran, refused] = [0, 0];
    for (const task of tasks) {
      const path = addressOf(task);
      const watched = await desk.watch(path);
      await watched.next();
      const { status, body } = await desk.patch(path, startOf(task));
      if (status !== 200) {
        refused++;
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(status, `${path} ${body.detail}`).toBeLessThan(500);
        const kept = { running: false, startedAt: null, progress: null, report: null };
        expect([path, await row(path)]).toMatchObject([path, { ...kept, refusal: body }]);
      } else {
        ran++;
        const end = await ended(path);
        expect([path, (end.report === null) !== (end.refusal === null)]).toEqual([path, true]);
        expect(end.params, path).toEqual(expect.objectContaining(withoutRunning(startOf(task))));
        expect(new Date(end.startedAt).toISOString(), path).toBe(end.startedAt);
        for (const event of watched.events) {
          if (event.row.progress === null) continue;
          const { done, total, phase } = event.row.progress;
          expect([path, done <= total, typeof phase]).toEqual([path, true, 'string']);
        }
      }
      watched.close();
    }
    expect([ran > 5, refused > 1]).toEqual([true, true]);
  });

  test('that runs can not be started again, and is cancelled where it can be', async () => {
    const running: string[] = [];
    desk.audio.jobs.answer = ({ run: { signal } }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    for (const task of tasks) {
      const path = addressOf(task);
      store.pauseWrites();
      await desk.patch(path, startOf(task));
      // What still runs now waits for the disk or for time, which stand still.
      const { running: isRunning, params, startedAt } = await row(path);
      if (isRunning) {
        running.push(task.template);
        const again = await desk.patch(path, { running: true });
        expect([path, again.status, again.body.code]).toEqual([path, 409, 'already-running']);
        expect(again.body.params, path).toEqual({ startedAt });
        expect(await row(path), path).toMatchObject({ running: true, report: null, refusal: null, params, startedAt });
        const cancelled = await desk.patch(path, { running: false });
        if (task.cancellable) {
          expect([path, cancelled.status, cancelled.body.running]).toEqual([path, 200, false]);
          // A recall has changed the desk by then: what can be cancelled is its fade.
          const outcome = task.template.match(/^\/scene\/(go|back)|recall$|^\/sessions.*apply$/)
            ? 'applied'
            : 'cancelled';
          expect(cancelled.body.report, path).toMatchObject({ outcome });
        } else expect([path, cancelled.status, cancelled.body.code]).toEqual([path, 409, 'not-cancellable']);
      }
      store.resumeWrites();
      await ended(path);
    }
    expect(running).toEqual(expect.arrayContaining(['/channelConfigs/{id}/apply/{kind}/{index}', '/discovery/scan']));
    expect(running.length).toBeGreaterThan(4);
  });
});

test('progress moves, and never back', async () => {
  const watched = await desk.watch('/discovery/scan');
  await desk.patch('/discovery/scan', { running: true, timeoutMs: 1000 });
  await ended('/discovery/scan');
  const done = watched.events.flatMap(({ row }) => (row.progress === null ? [] : [row.progress.done as number]));
  watched.close();
  expect(done.length).toBeGreaterThan(2);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(done[0]).toBeLessThan(done.at(-1) as number);
});

function withoutRunning({ running: _running, ...rest }: Body): Body {
  return rest;
}
