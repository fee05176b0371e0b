import { beforeEach, describe, expect, it } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { endMs } from '../base/timeout.ts';
import { type Fields, Refusal, type TaskRun, Type, task } from '../provider.ts';
import { AnswerBounds } from '../rows/answer-bounds.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import type { RowRef } from '../rows/row-ref.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { TaskRows } from './task-rows.ts';

const idle = { params: null, progress: null, refusal: null, report: null, running: false, startedAt: null };

let run: (extra: Fields, run: TaskRun) => Fields | Promise<Fields>;
const extra = { confirm: Type.Boolean({ default: false }), name: Type.String() };
const registry = new Registry([
  {
    provider: { name: 'test', roots: ['test'] },
    rows: [
      task('/test', { extra, cancellable: true, run: (_at, given, handle) => run(given, handle) }),
      task('/test/firm', { run: (_at, given, handle) => run(given, handle) }),
    ],
  },
]);
const place = registry.locate('/test') as RowRef;
const firm = registry.locate('/test/firm') as RowRef;

let time: FakeTime;
let log: LogDouble;
let tasks: TaskRows;
let heard: Fields[];
let counted: string[];

beforeEach(() => {
  time = new FakeTime();
  log = new LogDouble();
  const faults = new Faults(log);
  counted = [];
  const failed = (provider: string) => void counted.push(provider);
  const bounds = new AnswerBounds({ time, faults, failed, providerOf: (row) => registry.providerOf(row) });
  tasks = new TaskRows({ desk: new DeskDouble(registry), time, faults, bounds });
  heard = [];
  tasks.onChange(() => heard.push(tasks.read(place)));
});

const write = (body: Fields, at = place) => tasks.write(at, body, 'ann');
const settled = () => new Promise((resolve) => setImmediate(resolve));
const held = () => {
  let end: { resolve: (report: Fields) => void; reject: (error: unknown) => void } | undefined;
  const promise = new Promise<Fields>((resolve, reject) => {
    end = { resolve, reject };
  });
  return { promise, resolve: (report: Fields) => end?.resolve(report), reject: (error: unknown) => end?.reject(error) };
};

describe('a task', () => {
  it('is idle until it is started', () => {
    expect(tasks.read(place)).toEqual({ ...idle, confirm: false });
  });

  it('runs with its extra fields, tells its progress and ends with a report', async () => {
    const work = held();
    let given: Fields = {};
    let handle: TaskRun | undefined;
    run = (fields, its) => {
      given = fields;
      handle = its;
      return work.promise;
    };
    await write({ running: true, confirm: true, name: 'x' });
    const startedAt = '2026-01-01T00:00:00.000Z';
    const running = {
      ...idle,
      running: true,
      startedAt,
      params: { confirm: true, name: 'x' },
      confirm: false,
    };
    expect(tasks.read(place)).toEqual(running);
    expect(given).toEqual({ confirm: true, name: 'x' });
    expect(handle?.actor).toBe('ann');
    handle?.progress(1, 3, 'listening');
    expect(tasks.read(place)).toEqual({ ...running, progress: { done: 1, total: 3, phase: 'listening' } });
    work.resolve({ outcome: 'applied' });
    await settled();
    expect(tasks.read(place)).toMatchObject({
      running: false,
      report: { outcome: 'applied' },
      startedAt,
      confirm: false,
    });
    expect(tasks.read(place)).not.toHaveProperty('name');
    expect(heard.map(({ running, report }) => [running, report])).toEqual([
      [true, null],
      [true, null],
      [false, { outcome: 'applied' }],
    ]);
    handle?.progress(3, 3, 'too late');
    handle?.works({ edges: [] });
    expect(heard).toHaveLength(3);
  });

  it('shows what a run works on beside its extra fields, and from the answer on', async () => {
    const work = held();
    run = (_fields, its) => {
      its.works({ edges: ['a', 'b'] });
      return work.promise;
    };
    await write({ running: true, confirm: true });
    expect(tasks.read(place)).toMatchObject({ params: { confirm: true, edges: ['a', 'b'] }, confirm: false });
    expect(tasks.read(place)).not.toHaveProperty('edges');
    work.resolve({});
    await settled();
    expect(tasks.read(place)).toMatchObject({ params: { confirm: true, edges: ['a', 'b'] } });
  });

  it('has begun when the write is answered, and not sooner than its first await', async () => {
    const steps: string[] = [];
    run = async () => {
      steps.push('begun');
      await settled();
      steps.push('ended');
      return {};
    };
    const writing = write({ running: true });
    expect(steps).toEqual(['begun']);
    await writing;
    expect(tasks.read(place).running).toBe(true);
    await settled();
    await settled();
    expect(steps).toEqual(['begun', 'ended']);
  });

  it('that ends at once is answered with its report, and published once', async () => {
    run = () => ({ bpm: 120 });
    await write({ running: true });
    expect(tasks.read(place)).toMatchObject({ running: false, report: { bpm: 120 } });
    expect(heard).toHaveLength(1);
  });

  it('that runs can not be started again', async () => {
    run = () => held().promise;
    await write({ running: true });
    await expect(write({ running: true })).rejects.toMatchObject({ code: 'already-running', status: 409 });
    await write({});
  });

  it('that yields makes room for the next start: nothing of the earlier run is shown any more', async () => {
    const first = held();
    let earlier: TaskRun | undefined;
    run = (_fields, its) => {
      earlier = its;
      its.yields();
      return first.promise;
    };
    await write({ running: true });
    run = (_fields, its) => {
      its.progress(1, 2, 'again');
      return held().promise;
    };
    await write({ running: true, confirm: true });
    expect([earlier?.signal.aborted, earlier?.cancelledBy]).toEqual([true, '']);
    earlier?.progress(9, 9, 'too late');
    first.resolve({ outcome: 'applied' });
    await settled();
    const again = { running: true, report: null, progress: { done: 1, total: 2, phase: 'again' } };
    expect(tasks.read(place)).toMatchObject({ ...again, params: { confirm: true } });
    await expect(write({ running: true })).rejects.toMatchObject({ code: 'already-running' });
  });

  it('forgets the last run when it starts', async () => {
    run = () => ({ n: 1 });
    await write({ running: true });
    run = () => held().promise;
    await write({ running: true });
    expect(tasks.read(place)).toMatchObject({ report: null, progress: null, refusal: null, running: true });
  });

  it('takes extra fields in the body that starts it, for that run only', async () => {
    const given: Fields[] = [];
    run = (fields) => {
      given.push(fields);
      return {};
    };
    await write({ running: true, confirm: true });
    await write({ running: true });
    expect(given).toEqual([{ confirm: true }, { confirm: false }]);
  });

  it.each([[{ confirm: true }], [{ confirm: false }], [{ running: false, confirm: true }]])(
    'refuses %j, and nothing of it is part of a run that another starts',
    async (body) => {
      const errors = [{ field: 'confirm', code: 'without-running' }];
      const refusal = { code: 'invalid-fields', status: 422, errors };
      await expect(write(body)).rejects.toMatchObject(refusal);
      expect(tasks.paths).toEqual([]);
      let given: Fields = {};
      run = (fields) => {
        given = fields;
        return held().promise;
      };
      await write({ running: true });
      expect(given).toEqual({ confirm: false });
      await expect(write(body)).rejects.toMatchObject(refusal);
    },
  );
});

describe('a refusal', () => {
  it.each([
    ['called at once', (_extra: Fields, handle: TaskRun) => handle.refuse('device-absent', { device: 'x' })],
    [
      'called in an async function before its first await',
      async (_extra: Fields, handle: TaskRun) => handle.refuse('device-absent', { device: 'x' }),
    ],
    [
      'thrown',
      () => {
        throw new Refusal('device-absent', 'The device is absent.', { device: 'x' });
      },
    ],
  ] as [string, typeof run][])('%s is the answer, and stays in the row', async (_how, refuse) => {
    run = (extra, handle) => {
      handle.progress(0, 1, 'looking');
      return refuse(extra, handle);
    };
    await expect(write({ running: true })).rejects.toMatchObject({ code: 'device-absent', status: 424 });
    expect(tasks.read(place)).toMatchObject({
      ...{ running: false, startedAt: null, progress: null, report: null, params: { confirm: false } },
      refusal: { code: 'device-absent', status: 424, params: { device: 'x' }, instance: '/api/test' },
    });
    expect(heard.map(({ running }) => running)).toEqual([false]);
  });

  it('that comes of what the run had to read first is the answer too', async () => {
    const reading = held();
    run = async (_extra, handle) => {
      await handle.ready(reading.promise);
      return handle.refuse('conflict');
    };
    const writing = write({ running: true });
    expect(tasks.read(place).running).toBe(true);
    reading.resolve({});
    await expect(writing).rejects.toMatchObject({ code: 'conflict' });
    expect(tasks.read(place)).toMatchObject({ running: false, startedAt: null, refusal: { code: 'conflict' } });
    // Other rows read `running` meanwhile, so they are notified.
    expect(heard[0]?.running).toBe(true);
    expect(heard.at(-1)?.running).toBe(false);
  });

  it('that comes later is in the row only', async () => {
    run = async (_extra, handle) => {
      await null;
      return handle.refuse('conflict');
    };
    await write({ running: true });
    await settled();
    expect(heard.map(({ running }) => running)).toEqual([true, false]);
    expect(tasks.read(place)).toMatchObject({ running: false, refusal: { code: 'conflict' }, report: null });
    expect(tasks.read(place).startedAt).not.toBeNull();
  });

  it('with a code of the provider is a conflict that names it', async () => {
    run = (_extra, handle) => handle.refuse('no-device', { by: 7 });
    await expect(write({ running: true })).rejects.toMatchObject({
      ...{ code: 'conflict', params: { reason: 'no-device', by: 7 } },
    });
  });

  it('for a bug is a fault with an id that the log has', async () => {
    run = () => {
      throw new TypeError('oops');
    };
    await expect(write({ running: true })).rejects.toMatchObject({ code: 'fault', status: 500 });
    const { params } = tasks.read(place).refusal as { params: { id: string } };
    expect(log.lines).toEqual([
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ id: params.id }) }),
    ]);
    expect(JSON.stringify(tasks.read(place))).not.toContain('oops');
  });
});

describe('a run that reads first', () => {
  it('and never gets what it reads is answered after 5 s: it runs', async () => {
    run = async (_extra, { ready }) => ready(held().promise);
    const starting = write({ running: true });
    await settled();
    time.advance(5000);
    await starting;
    expect(tasks.read(place)).toMatchObject({ running: true });
  });
});

describe('cancelling', () => {
  const obedient = (_extra: Fields, { signal }: TaskRun) =>
    new Promise<Fields>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  it('ends the run, and the answer waits for that', async () => {
    run = obedient;
    await write({ running: true });
    await write({ running: false });
    expect(tasks.read(place)).toMatchObject({ running: false, report: { outcome: 'cancelled' }, refusal: null });
    expect(log.lines).toEqual([]);
    expect(time.timers).toBe(0);
  });

  it('gives the run the actor that cancelled it, and none at the end of the desk', async () => {
    run = (extra, its) => obedient(extra, its).catch(() => ({ by: its.cancelledBy }));
    await write({ running: true });
    await tasks.write(place, { running: false }, 'bea');
    expect(tasks.read(place).report).toEqual({ by: 'bea' });
    await write({ running: true });
    await tasks.stop();
    expect(tasks.read(place).report).toEqual({ by: '' });
  });

  it('does not wait for ever for a run that does not listen', async () => {
    const work = held();
    run = () => work.promise;
    await write({ running: true });
    const cancelling = write({ running: false });
    time.advance(1000);
    await cancelling;
    expect(tasks.read(place).running).toBe(true);
    work.resolve({ outcome: 'in-part' });
    await settled();
    expect(tasks.read(place)).toMatchObject({ running: false, report: { outcome: 'in-part' } });
  });

  it('leaves a run to itself that has not ended 5 s later: that is a fault, and another may start', async () => {
    const deaf = held();
    run = () => deaf.promise;
    await write({ running: true });
    const cancelling = [write({ running: false }), write({ running: false })];
    time.advance(1000);
    await Promise.all(cancelling);
    time.advance(4000);
    await settled();
    expect(tasks.read(place)).toMatchObject({
      running: false,
      report: null,
      refusal: {
        code: 'fault',
        detail: expect.stringMatching(
          /^The provider test did not end \/test within 5 s of being cancelled, and was left/,
        ),
      },
    });
    expect(counted).toEqual(['test']);
    const next = held();
    run = () => next.promise;
    await write({ running: true });
    deaf.resolve({ outcome: 'applied' });
    await settled();
    expect(tasks.read(place)).toMatchObject({ running: true, report: null, refusal: null });
    next.resolve({ outcome: 'in-part' });
    await settled();
    expect(tasks.read(place)).toMatchObject({ running: false, report: { outcome: 'in-part' } });
    expect(time.timers).toBe(0);
  });

  it('is refused for what is idle, and for what does not allow it', async () => {
    await expect(write({ running: false })).rejects.toMatchObject({ code: 'not-running' });
    run = () => held().promise;
    await write({ running: true }, firm);
    await expect(write({ running: false }, firm)).rejects.toMatchObject({ code: 'not-cancellable' });
  });

  it('happens to all at the end, and to those whose address goes', async () => {
    run = obedient;
    await write({ running: true });
    await tasks.stop();
    expect(tasks.read(place).running).toBe(false);
    await write({ running: true });
    tasks.forget([place.path]);
    expect(tasks.read(place)).toEqual({ ...idle, confirm: false });
    expect(tasks.paths).toEqual([]);
  });

  it('that does not heed the end of the desk is left to itself', async () => {
    run = () => new Promise(() => {});
    await write({ running: true });
    const stopping = tasks.stop();
    time.advance(endMs);
    await stopping;
    expect(log.lines.at(-1)?.fields).toMatchObject({ where: 'the end of the task /test' });
  });
});
