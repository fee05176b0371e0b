import { beforeEach, describe, expect, it } from 'vitest';
import { Faults } from '../base/fault-log.ts';
import { alias, type Fields, liveSetting, type Row, setting, Type, task, view } from '../provider.ts';
import { TaskRows } from '../tasks/task-rows.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { DeskDouble, LogDouble } from './desk-double.ts';
import { evaluate, jsonOf, presentFields } from './evaluation.ts';
import { Registry } from './registry.ts';
import type { RowRef } from './row-ref.ts';
import { fieldsOf } from './static-contract.ts';

let limited: Record<string, false>;
const fields = {
  a: Type.Number({ default: 1 }),
  b: Type.Union([Type.Number(), Type.Null()], { default: 2 }),
  c: Type.String(),
};
const rows: readonly Row[] = [
  setting('/test/setting', {
    fields: { c: fields.c, a: fields.a, b: fields.b },
    writable: ['b', 'a'],
    // The order of the literal counts, not this one; and what is not a field is not shown.
    computed: (_at, desk) => ({ d: 1, c: `${desk.read('/test/setting').a}` }) as { c: string },
    limits: () => limited,
  }),
  alias('/test/alias', { fields, get: () => ({ c: 'x', a: 3, d: 4 }) as { a: number; c: string } }),
  view('/test/view', { fields, get: async () => ({ c: 'x', b: undefined, a: 3 }) as { a: number; c: string } }),
  liveSetting('/test/live', { fields: () => ({ fields, writable: ['a', 'b'] }), computed: () => ({ c: 'y' }) }),
  task('/test/task', { run: () => ({}) }),
];

const registry = new Registry([{ provider: { name: 'test', roots: ['test'] }, rows }]);
let desk: DeskDouble;
let tasks: TaskRows;

beforeEach(() => {
  limited = {};
  desk = new DeskDouble(registry);
  tasks = new TaskRows({
    desk,
    time: new FakeTime(),
    faults: new Faults(new LogDouble()),
    bounds: { cancelled: () => {} },
  });
});

const shown = async (name: string) => {
  const place = registry.locate(`/test/${name}`);
  if (place === undefined) throw new Error(`no ${name}`);
  return JSON.stringify(await evaluate(place, { desk, observed: desk.observed }, tasks));
};

it('a setting is what is stored and what is computed, in the order of its literal', async () => {
  expect(await shown('setting')).toBe('{"c":"1","a":1,"b":2}');
  desk.set('/test/setting', { a: 5, b: null });
  expect(await shown('setting')).toBe('{"c":"5","a":5,"b":null}');
});

it('what the moment makes absent is left out', async () => {
  limited = { a: false, c: false };
  expect(await shown('setting')).toBe('{"b":2}');
});

it('aliases and views show their fields, and nothing else that they gave', async () => {
  expect(await shown('alias')).toBe('{"a":3,"c":"x"}');
  expect(await shown('view')).toBe('{"a":3,"c":"x"}');
});

it('live fields are shown as they are now', async () => {
  desk.set('/test/live', { b: 7 });
  expect(await shown('live')).toBe('{"a":1,"b":7,"c":"y"}');
});

it('a task is shown idle before it ever ran', async () => {
  expect(await shown('task')).toBe(
    '{"params":null,"progress":null,"refusal":null,"report":null,"running":false,"startedAt":null}',
  );
});

describe('a setting that is asked for again', () => {
  const [path, field] = ['/test/again', 'listed'];
  let computed: { listed: readonly number[] };
  const row = setting(path, {
    fields: { a: fields.a, listed: Type.Array(Type.Number()) },
    writable: ['a'],
    computed: () => computed,
  });
  const own = new Registry([{ provider: { name: 'test', roots: ['test'] }, rows: [row] }]);
  const place = own.locate(path) as RowRef;
  let stored: { readonly a: number };
  const reader = { read: () => stored, readAt: () => stored, has: () => true };
  const read = () => evaluate(place, { desk: reader, observed: desk.observed }, tasks) as Fields;

  beforeEach(() => {
    stored = Object.freeze({ a: 1 });
    computed = { listed: Object.freeze([1]) };
  });

  it('is the same object for as long as it shows the same, and is encoded once', () => {
    read();
    const value = read();
    expect(read()).toBe(value);
    expect(jsonOf(place, value)).toBe('{"a":1,"listed":[1]}');
    stored = Object.freeze({ a: 2 });
    expect(read()).toEqual({ a: 2, listed: [1] });
    computed = { listed: Object.freeze([1, 2]) };
    expect(jsonOf(place, read())).toBe('{"a":2,"listed":[1,2]}');
  });

  it('shows a value that its provider changed in place', () => {
    const changing = [1];
    computed = { listed: changing };
    read();
    expect(jsonOf(place, read())).toBe('{"a":1,"listed":[1]}');
    changing.push(2);
    expect(jsonOf(place, read())).toBe('{"a":1,"listed":[1,2]}');
    expect(read()[field]).toEqual([1, 2]);
  });
});

describe('the fields that are present', () => {
  const fields = fieldsOf(
    setting('/a', {
      fields: { b: Type.Number({ default: 0 }), a: Type.Number({ default: 0 }), c: Type.Number({ default: 0 }) },
      writable: ['a', 'b', 'c'],
    }),
  );
  const names = (limits?: Parameters<typeof presentFields>[1]) => presentFields(fields, limits).map(({ name }) => name);

  it('all that limits do not take away are there, in the order of the literal', () => {
    expect(names()).toEqual(['b', 'a', 'c']);
    expect(names({ a: false, b: { maximum: 3 } })).toEqual(['b', 'c']);
  });

  it('limits that can not change are looked at once, others each time', () => {
    const frozen = Object.freeze({ c: false as const });
    expect(presentFields(fields, frozen)).toBe(presentFields(fields, frozen));
    const changing: Record<string, false | Record<string, number>> = { c: false };
    expect(names(changing)).toEqual(['b', 'a']);
    changing.b = false;
    expect(names(changing)).toEqual(['a']);
  });
});
