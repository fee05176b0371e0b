import { beforeEach, expect, test } from 'vitest';
import { alias, Type, view } from '../provider.ts';
import { RowService } from '../service/service.ts';
import { FakeTime } from '../testing/fake-time.ts';
import type { Publication } from '../watch/publication.ts';
import { mostRowBytes } from './answer-bounds.ts';
import { DeskDouble, LogDouble } from './desk-double.ts';
import { Registry } from './registry.ts';
import { sizeAtMost } from './size.ts';

const fields = { text: Type.String(), list: Type.Array(Type.Unknown()) };
let text = '';
let settle = (_row: object) => {};
const never = () =>
  new Promise<never>((resolve) => {
    settle = resolve as typeof settle;
  });
let changed = () => {};
const stopOf = (announce: () => void) => {
  changed = announce;
  return () => {};
};
let time: FakeTime;
let service: RowService;
let counted: string[];
beforeEach(() => {
  const rows = [
    view('/acme/never', { fields, get: never, watch: (_at, changed) => stopOf(changed) }),
    view('/acme/large', { fields, get: () => ({ text }) }),
    view('/acme/later', { fields, get: async () => ({ text }) }),
    view('/acme/writes', {
      fields: { text: fields.text },
      writable: ['text'],
      get: () => ({ text: '' }),
      write: never,
    }),
    alias('/acme/writes-through', {
      fields: { text: fields.text },
      writable: ['text'],
      get: () => ({ text: '' }),
      set: (_at, { text }) => [{ path: '/acme/writes', field: 'text', value: text }],
    }),
    alias('/acme/alias', { fields, get: () => ({ text }) }),
  ];
  const registry = new Registry([{ provider: { name: 'acme-lights', roots: ['acme'] }, rows }]);
  time = new FakeTime();
  const failed = (provider: string) => void counted.push(provider);
  counted = [];
  service = new RowService({ registry, desk: new DeskDouble(registry), time, log: new LogDouble(), failed });
});

test('a row that does not answer is given up after 5 s, in words that name its provider', async () => {
  const answer = service.get('/acme/never');
  time.advance(5_000);
  await expect(answer).rejects.toMatchObject({
    code: 'fault',
    status: 500,
    message: expect.stringMatching(/^The provider acme-lights did not answer for \/acme\/never within 5 s; the log/),
  });
  expect(time.timers).toBe(0);
  expect(counted).toEqual(['acme-lights']);
});

test.for(['/acme/writes', '/acme/writes-through'])(
  'a write that does not settle is given up after 5 s, and counted against its provider: %s',
  async (path) => {
    const answer = service.open(path).patch({ text: 'a' }, { actor: 'ann' });
    await new Promise(setImmediate);
    time.advance(5_000);
    await expect(answer).rejects.toMatchObject({
      code: 'fault',
      message: expect.stringMatching(
        /^The provider acme-lights did not take the write to \/acme\/writes within 5 s; what it does with it later is not ack/,
      ),
    });
    expect([time.timers, counted]).toEqual([0, ['acme-lights']]);
  },
);

test('a write that settles in time is acknowledged, and leaves no timer', async () => {
  const answer = service.open('/acme/writes').patch({ text: 'a' }, { actor: 'ann' });
  await new Promise(setImmediate);
  time.advance(4_999);
  settle({});
  expect(await answer).toMatchObject({ row: { text: '' } });
  expect([time.timers, counted]).toEqual([0, []]);
});

test('a row that answers in time leaves no timer', async () => {
  const answer = service.get('/acme/never');
  time.advance(4_999);
  settle({ text: 'there' });
  expect(await answer).toEqual({ text: 'there' });
  expect(time.timers).toBe(0);
});

test('a watched row that did not answer is asked again at its next change', async () => {
  const heard: Publication[] = [];
  const stop = service.open('/acme/never').watch({ publish: (each) => heard.push(each) }, { actor: '', address: '' });
  time.advance(5_000);
  await new Promise(setImmediate);
  expect(heard).toEqual([]);
  changed();
  settle({ text: 'there' });
  await new Promise(setImmediate);
  expect(heard).toMatchObject([{ name: 'snapshot', row: { text: 'there' } }]);
  stop();
  expect([service.watched.rows, time.timers]).toEqual([0, 0]);
});

test.for(['/acme/large', '/acme/later', '/acme/alias'])('a row over 6 MiB is refused: %s', async (path) => {
  text = 'a'.repeat(mostRowBytes - 20);
  expect(await service.get(path)).toEqual({ text });
  text = 'a'.repeat(mostRowBytes);
  await expect(service.get(path)).rejects.toThrow(`The provider acme-lights gave ${path} more than 6 MiB`);
});

test('a value is measured no further than the bound, whatever it is', () => {
  const around: unknown[] = [];
  around.push(around);
  let looks = 0;
  const endless = new Proxy({}, { get: () => endless, ownKeys: () => ['a'], getOwnPropertyDescriptor: () => member });
  const member = {
    enumerable: true,
    configurable: true,
    get value() {
      looks++;
      return endless;
    },
  };
  for (const large of [
    around,
    endless,
    'a'.repeat(2000),
    Buffer.alloc(1000),
    Array(2000),
    { a: { b: 'c'.repeat(999) } },
  ])
    expect(sizeAtMost(large, 1000)).toBe(false);
  expect(looks).toBeLessThan(1000);
  for (const small of [null, undefined, 1, 'a', [1, 2, [3]], { a: { b: 'c'.repeat(900) } }, new Date()])
    expect(sizeAtMost(small, 1000)).toBe(true);
});
