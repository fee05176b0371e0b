import { beforeEach, expect, test } from 'vitest';
import type { Reading, Value } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { type Report, StateReporter } from './state-reporter.ts';

/** A target whose audio thread takes a block when the test says so. */
class Delayed {
  readonly target = 'mixer';
  looks = 0;
  fails = false;
  refuses: readonly Reading[] = [];
  /** Of each block, whether it was the first one of a control process. */
  readonly complete: boolean[] = [];
  #revision = 0;
  #waiting: { revision: number; values: readonly Value[] }[] = [];
  readonly #values = new Map<string, Reading>();

  apply(revision: number, values: readonly Value[], isComplete = false): readonly Reading[] {
    this.complete.push(isComplete);
    if (this.fails) throw new Error('out of order');
    this.#waiting.push({ revision, values });
    return this.refuses;
  }

  settle(): void {
    for (const { revision, values } of this.#waiting.splice(0)) {
      this.#revision = revision;
      for (const value of values) this.#values.set(value.path, { ...value, state: 'applied' });
    }
  }

  /** Changes by itself. */
  set(path: string, value: unknown): void {
    this.#values.set(path, { path, field: 'f', value, state: 'applied' });
  }

  observe() {
    this.looks += 1;
    return { revision: this.#revision, values: [...this.#values.values()] };
  }
}

let time: FakeTime;
let device: Delayed;
let reports: Report[];
let notice: string;
let reporting: StateReporter;
beforeEach(() => {
  time = new FakeTime();
  device = new Delayed();
  reports = [];
  notice = '';
  const send = (report: Report) => reports.push(report);
  reporting = new StateReporter({ number: 1, name: 'mixer', convergent: device }, time, send, (text) => {
    notice = text;
  });
});

const refusedAs = (number: string) => ({ state: 'refused', reason: `its driver reports ${number}` });
const has = (path: string, value: unknown) => ({ path, field: 'f', value, state: 'applied' as const });

test('a block is acknowledged at once, and reported with its revision once it is applied', () => {
  reporting.apply(1, 5, false, [has('/a', 1)]);
  expect(reports).toEqual([{ purpose: 'observed', complete: false, sequence: 1, revision: 0, values: [] }]);
  time.advance(20);
  expect(reports).toHaveLength(1);
  device.settle();
  time.advance(100);
  expect(reports.slice(1)).toEqual([
    { purpose: 'observed', complete: false, sequence: 0, revision: 5, values: [has('/a', 1)] },
  ]);
  time.advance(10_000);
  expect(reports).toHaveLength(2);
});

test('a target hears which block is the first one of a control process', () => {
  reporting.apply(1, 5, true, [has('/a', 1)]);
  reporting.apply(2, 6, false, [has('/a', 2)]);
  expect(device.complete).toEqual([true, false]);
});

test('a report has written values that changed nothing, and values that changed without a write', () => {
  device.set('/a', 1);
  reporting.observe(9, 'full');
  expect(reports).toMatchObject([{ complete: true, sequence: 9, values: [has('/a', 1)] }]);
  reporting.apply(1, 5, false, [has('/a', 1)]);
  device.settle();
  device.set('/b', ['panic']);
  time.advance(20);
  expect(reports[2]?.values).toEqual([has('/a', 1), has('/b', ['panic'])]);
});

test('after the complete state every value is reported, also one that was right already', () => {
  device.set('/a', 1);
  device.set('/b', 2);
  reporting.observe(9, 'full');
  reporting.apply(1, 5, true, []);
  device.settle();
  time.advance(20);
  expect(reports.at(-1)?.values).toHaveLength(2);
});

test('a delta has the values that differ from the reported ones, and a part of the rest in turn', () => {
  const paths = Array.from({ length: 120 }, (_, n) => `/${n}`);
  for (const path of paths) device.set(path, 0);
  reporting.observe(1, 'delta');
  expect(reports[0]).toMatchObject({ purpose: 'observed', complete: true, sequence: 1 });
  expect(reports[0]?.values).toHaveLength(120);
  device.set('/100', 1);
  reporting.observe(2, 'delta');
  expect(reports[1]).toMatchObject({ purpose: 'delta', complete: false, sequence: 2 });
  expect(reports[1]?.values).toEqual([has('/100', 1), has('/0', 0), has('/1', 0)]);
  const repeated = new Set<string>();
  for (let beat = 0; beat < 60; beat++) {
    reporting.observe(3 + beat, 'delta');
    for (const { path } of reports.at(-1)?.values ?? []) repeated.add(path);
  }
  expect([...repeated].sort()).toEqual([...paths].sort());
});

test('a written value that changes nothing is in the delta once it is applied', () => {
  device.set('/a', 1);
  device.set('/b', 2);
  reporting.observe(1, 'full');
  reporting.apply(1, 5, false, [has('/b', 2)]);
  reporting.observe(2, 'delta');
  expect(reports.at(-1)?.values).toEqual([has('/a', 1)]);
  device.settle();
  reporting.observe(3, 'delta');
  expect(reports.at(-1)).toMatchObject({ revision: 5, values: [has('/b', 2), has('/b', 2)] });
});

test('a refused value is in the delta when the target has another one', () => {
  device.set('/a', 1);
  reporting.observe(1, 'full');
  device.refuses = [{ path: '/a', field: 'f', value: 9, state: 'refused', reason: 'too much' }];
  reporting.apply(1, 5, false, [has('/a', 9)]);
  expect(reports.at(-1)?.values).toMatchObject([{ state: 'refused' }]);
  reporting.observe(2, 'delta');
  expect(reports.at(-1)?.values).toContainEqual(has('/a', 1));
});

test('new objects with old values are no change', () => {
  for (const path of ['/a', '/b', '/c']) device.set(path, ['x']);
  reporting.observe(1, 'full');
  for (const path of ['/a', '/b', '/c']) device.set(path, ['x']);
  reporting.observe(2, 'delta');
  expect(reports.at(-1)?.values).toEqual([has('/a', ['x'])]);
});

test('many writes in a row cause twenty looks a second at most', () => {
  for (let ms = 0; ms < 1000; ms += 5) {
    reporting.apply(ms, ms + 1, false, [has('/a', ms)]);
    device.settle();
    time.advance(5);
  }
  expect(device.looks).toBeLessThanOrEqual(21);
  time.advance(100);
  expect(reports.at(-1)).toMatchObject({ revision: 996, values: [has('/a', 995)] });
});

test('a target that never applies is read ever more seldom, and then by the heartbeat alone', () => {
  reporting.apply(1, 5, false, [has('/a', 1)]);
  time.advance(60_000);
  expect(device.looks).toBeLessThan(10);
  expect(time.timers).toBe(0);
});

test('a driver that throws has refused every value, with its message', () => {
  device.fails = true;
  reporting.apply(1, 5, false, [has('/a', 1), has('/b', 2)]);
  expect(reports[0]?.values).toMatchObject([
    { path: '/a', state: 'refused', reason: 'its driver failed: out of order' },
    { path: '/b', state: 'refused' },
  ]);
});

test('a malformed reading travels in a shape that ends no link', () => {
  device.refuses = [{ path: 7, field: null, value: 1, state: 'perhaps', reason: 8 } as unknown as Reading];
  reporting.apply(1, 5, false, [has('/a', 1)]);
  expect(reports[0]?.values).toEqual([{ path: '7', field: 'null', value: 1, state: 'unverified', reason: '8' }]);
});

test.each([
  ['nothing', undefined],
  ['what is no list', 'fine'],
  ['a value that is none', [null]],
  ['a value that has no JSON', [{ path: '/a', field: 'f', value: 5n, state: 'applied' }]],
  ['a value that is too large', [{ path: '/a', field: 'f', value: 'x'.repeat(100_000), state: 'applied' }]],
])('a driver that answers a block with %s has failed with it, and the block is acknowledged', (_what, answer) => {
  device.refuses = answer as unknown as readonly Reading[];
  reporting.apply(1, 5, false, [has('/a', 1)]);
  expect(reports).toEqual([
    {
      ...{ purpose: 'observed', complete: false, sequence: 1, revision: 0 },
      values: [{ ...has('/a', 1), state: 'refused', reason: expect.stringMatching(/^its driver failed: ./) }],
    },
  ]);
});

test('a report that can not be sent is sent again when it can', () => {
  for (let n = 0; n < 100; n += 1) device.set(`/a/${n}`, n);
  const send = reports.push.bind(reports);
  reports.push = () => {
    throw new Error('the link is not there');
  };
  expect(() => reporting.observe(1, 'full')).toThrow(/not there/);
  reports.push = send;
  reporting.observe(2, 'delta');
  expect(new Set(reports.at(-1)?.values.map(({ path }) => path)).size).toBe(100);
});

test('a number that no row can have is refused in words, and the value from before it stays', () => {
  device.set('/a', -6);
  device.set('/b', [1]);
  reporting.observe(1, 'full');
  device.set('/a', Number.NaN);
  device.set('/b', [Number.POSITIVE_INFINITY]);
  reporting.observe(2, 'delta');
  expect(reports.at(-1)?.values.slice(0, 2)).toEqual([
    { ...has('/a', -6), ...refusedAs('NaN') },
    { ...has('/b', [1]), ...refusedAs('Infinity') },
  ]);
  expect(notice).toBe('It reports NaN in f of /a, and 1 more, which no row can have: the last value stays.');
  device.set('/a', -7);
  reporting.observe(3, 'full');
  expect(reports.at(-1)?.values).toEqual([has('/a', -7), { ...has('/b', [1]), ...refusedAs('Infinity') }]);
  device.set('/b', [2]);
  reporting.observe(4, 'delta');
  expect([reports.at(-1)?.values[0], notice]).toEqual([has('/b', [2]), '']);
});

test('a field that has had such a number only is left out until the desk writes it, and a target that goes has no notice', () => {
  device.set('/a', Number.NaN);
  device.set('/b', 1);
  reporting.observe(1, 'full');
  expect(reports[0]?.values).toEqual([has('/b', 1)]);
  expect(notice).toContain('NaN in f of /a, which no row can have');
  reporting.apply(2, 5, false, [has('/a', -6)]);
  device.settle();
  device.set('/a', Number.NaN);
  time.advance(20);
  expect(reports.at(-1)?.values).toEqual([{ ...has('/a', null), ...refusedAs('NaN') }]);
  reporting.end();
  expect(notice).toBe('');
});

test('a target that names ever more addresses, or endless ones, can not be read; it costs no more memory', () => {
  for (let n = 0; n < 200_000; n += 1) device.set(`/a/${n}`, 0);
  reporting.observe(1, 'full');
  device.set('/one more', 0);
  expect(() => reporting.observe(2, 'delta')).toThrow('it names more than 200000 values');
  const other = new Delayed();
  other.set(`/${'a'.repeat(1000)}`, 0);
  const ofOther = new StateReporter(
    { number: 2, name: 'box', convergent: other },
    time,
    () => {},
    () => {},
  );
  expect(() => ofOther.observe(1, 'full')).toThrow(/^it names .*too long$/);
});
