// The seven task rows that interface.md 2.9 names, on the shipped configuration: each does its work once at a time, and
// tells how far it is. What holds for all task rows is in test/tasks/every-task.slow.test.ts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime, MemoryStore } from '../../core/testing.ts';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';

type Body = Readonly<Record<string, unknown>>;

let store: MemoryStore;
let time: FakeTime;
let desk: WholeDesk;
beforeEach(async () => {
  store = new MemoryStore();
  time = new FakeTime();
  desk = await startWholeDesk({ strips: 'all', store, time });
});
afterEach(async () => {
  store.resumeWrites();
  await desk.close();
});

/** One that the demo leaves alone. */
const strip = '/channel/input/20';
const row = async (path: string) => (await desk.get(path)).body;
const write = async (path: string, body: Body) => {
  const answer = await desk.patch(path, body);
  expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined]);
  return answer.body;
};

/** A run that waits goes on, in steps of 50 ms. */
async function ended(path: string) {
  for (;;) {
    const now = await row(path);
    if (!now.running) return now;
    time.advance(50);
  }
}
const run = async (path: string, body: Body = {}) => {
  await write(path, { running: true, ...body });
  return ended(path);
};

interface Task {
  /** Its fields beside those of all tasks that can be written. */
  readonly extra: readonly string[];
  /** Makes that there is something to do; answers where, and what starts it. */
  prepare(): Promise<{ readonly path: string; readonly body?: Body }>;
  /** What of the desk is to be seen afterwards. */
  readonly done: () => Promise<unknown>;
  readonly is: unknown;
}

const level = async () => (await row(strip)).levelDb;
const moved = async () => {
  await write(strip, { levelDb: -10 });
  time.advance(2000);
  await write(strip, { levelDb: -20 });
};

const seven: Readonly<Record<string, Task>> = {
  '/patchbay/disconnect': {
    extra: ['apply'],
    prepare: async () => {
      desk.audio.answers.set('graph disconnect', () => {
        time.after(100, () => desk.audio.graph.become({ links: [] }));
        return {};
      });
      return { path: '/patchbay/disconnect', body: { apply: true } };
    },
    done: async () => (await row('/patchbay/external')).edges,
    is: [],
  },
  '/channelConfigs/{id}/apply/{kind}/{index}': {
    extra: ['confirm'],
    prepare: async () => ({ path: '/channelConfigs/vocals-lead/apply/input/20', body: { confirm: true } }),
    done: async () => (await row(`${strip}/chain/processors/hpf`)).enabled,
    is: true,
  },
  '/history/cursor/undo': {
    extra: ['override'],
    prepare: async () => {
      await moved();
      return { path: '/history/cursor/undo' };
    },
    done: level,
    is: -10,
  },
  '/history/cursor/redo': {
    extra: ['override'],
    prepare: async () => {
      await moved();
      await run('/history/cursor/undo');
      return { path: '/history/cursor/redo' };
    },
    done: level,
    is: -20,
  },
  '/history/entries/{id}/revert': {
    extra: ['override'],
    prepare: async () => {
      await moved();
      const [newest] = (await row('/history')).entries;
      return { path: `/history/entries/${newest.id}/revert` };
    },
    done: level,
    is: -10,
  },
  '/scenes/{id}/recall': {
    extra: [],
    prepare: async () => {
      const { report } = await run('/scene/store', { name: 'Quiet' });
      await moved();
      return { path: `/scenes/${report.id}/recall` };
    },
    done: level,
    is: -144,
  },
  '/sessions/{id}/apply': {
    extra: [],
    prepare: async () => {
      const { report } = await run('/session/save', { name: 'Monday' });
      await moved();
      return { path: `/sessions/${report.id}/apply` };
    },
    done: level,
    is: -144,
  },
};

const isCancellable = (path: string) => {
  const place = desk.host.assembly.registry.locate(path);
  return place?.row.type === 'task' && place.row.cancellable;
};

test('all seven are there, and none has other fields to write than it should', () => {
  const { rows } = desk.host.assembly.registry;
  const found = Object.keys(seven).map((template) => {
    const task = rows.find((each) => each.template === template);
    return [template, task?.type === 'task' ? Object.keys(task.extra) : 'is missing'];
  });
  expect(found).toEqual(Object.entries(seven).map(([template, { extra }]) => [template, extra]));
});

test.each(Object.entries(seven))(
  '%s does its work, once at a time, and tells how far it is',
  async (_template, task) => {
    const { path, body = {} } = await task.prepare();
    expect(await task.done(), 'there is something to do').not.toEqual(task.is);
    const watched = await desk.watch(path);
    await watched.next();
    store.pauseWrites();
    const startedAt = new Date(time.now()).toISOString();
    const started = await write(path, { running: true, ...body });
    expect(started).toMatchObject({ running: true, startedAt, params: body, report: null, refusal: null });
    const again = await desk.patch(path, { running: true, ...body });
    expect([again.status, again.body.code]).toEqual([409, 'already-running']);
    // What takes time ends where it is; what is over at once runs to its end.
    if (!isCancellable(path)) {
      expect((await desk.patch(path, { running: false })).body.code).toBe('not-cancellable');
    }
    store.resumeWrites();
    const end = await ended(path);
    expect(end).toMatchObject({ running: false, startedAt, report: { outcome: 'applied' }, refusal: null });
    expect(await task.done()).toEqual(task.is);
    const told = watched.events.flatMap(({ row }) => (row.progress === null ? [] : [row.progress]));
    watched.close();
    expect(told[0]).toMatchObject({ done: 0 });
    expect(told.at(-1)).toMatchObject({ done: end.progress.total, total: end.progress.total });
    for (const [place, { done }] of told.entries()) expect(done).toBeGreaterThanOrEqual(told[place - 1]?.done ?? 0);
  },
);
