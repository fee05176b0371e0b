import { beforeEach, expect, test, vi } from 'vitest';
import { Faults } from '../../base/fault-log.ts';
import { freeze } from '../../base/json.ts';
import { History } from '../../history/history.ts';
import { type Limits, liveSetting, Refusal, type Row, setting, Type, view } from '../../provider.ts';
import { ObservedValues } from '../../reconcile/observed-values.ts';
import type { Change } from '../../rows/definitions.ts';
import { LogDouble } from '../../rows/desk-double.ts';
import { Registry } from '../../rows/registry.ts';
import type { Locked } from '../../services.ts';
import { WarningBoard } from '../../system/warnings.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { DeskCore } from '../desk.ts';
import { ShowAreas } from './areas.ts';

const Level = Type.Number({ minimum: -144, maximum: 10, default: -144 });
let last: number;
const strips = {
  has: ({ n }: { n: number }) => n <= last,
  list: () => Array.from({ length: last }, (_, i) => ({ n: i + 1 })),
};
const gate = { fields: { rangeDb: Type.Number({ maximum: 60, default: 20 }) }, writable: ['rangeDb'] };
const comp = { fields: { ratio: Type.Number({ minimum: 1, maximum: 100, default: 2 }) }, writable: ['ratio'] };

const rows: readonly Row[] = [
  setting('/a/strip/{n}', {
    params: { n: Type.Integer({ minimum: 1 }) },
    addresses: strips,
    fields: {
      name: Type.String({ maxLength: 8, default: '' }),
      levelDb: Level,
      muted: Type.Boolean({ default: false }),
      soloed: Type.Boolean({ default: false }),
      linked: Type.Boolean({ default: false }),
      source: Type.String({ default: '' }),
    },
    writable: ['name', 'levelDb', 'muted', 'soloed', 'linked', 'source'],
    area: { name: 'name', levelDb: 'fader', muted: 'mute', soloed: 'fader', source: 'patch' },
    life: { soloed: 'momentary' },
    lockable: { muted: false },
    limits: ({ n }): Limits => (n === 4 ? { name: false } : {}),
    implies: ({ path, field, value }, desk) => {
      const n = Number(path.split('/')[3]);
      const other = `/a/strip/${n % 2 === 1 ? n + 1 : n - 1}`;
      return field === 'levelDb' && desk.read(path).linked ? [{ path: other, field, value }] : [];
    },
  }),
  setting('/a/place', {
    fields: { plugin: Type.Enum(['gate', 'comp'], { default: 'gate' }) },
    writable: ['plugin'],
    area: () => 'dynamics',
  }),
  liveSetting('/a/place/values', {
    fields: (_, desk) => (desk.read('/a/place').plugin === 'gate' ? gate : comp),
    area: 'dynamics',
  }),
  setting('/a/panic', {
    fields: { on: Type.Boolean({ default: false }) },
    writable: ['on'],
    area: 'panic',
    life: 'safety',
  }),
  setting('/a/band', {
    fields: {
      type: Type.Enum(['shelf', 'peak'], { default: 'peak' }),
      q: Type.Number({ maximum: 10, maximumBy: { type: { shelf: 1, peak: 10 } }, default: 0.7 }),
    },
    writable: ['type', 'q'],
    area: 'eq',
  }),
  view('/a/meter', { fields: { levelDb: Level }, get: () => ({ levelDb: 0 }) }),
];

const faults = new Faults(new LogDouble());
let desk: DeskCore;
let areas: ShowAreas;
let locked: Locked;

beforeEach(async () => {
  last = 4;
  locked = 'none';

  const time = new FakeTime();
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  expect(registry.errors).toEqual([]);
  desk = new DeskCore({
    ...{ registry, store: new MemoryStore(), observed: new ObservedValues(faults), time, log: new LogDouble() },
    history: new History(),
    warnings: new WarningBoard(time, new LogDouble()),
    locked: () => locked,
  });
  await desk.open();
  areas = new ShowAreas(registry, desk, faults);
});

const write = (path: string, fields: Record<string, unknown>) =>
  desk.commit({
    actor: 'x',
    label: path,
    changes: Object.entries(fields).map(([field, value]): Change => ({ path, field, value })),
  });
const levels = (...values: number[]) =>
  values.map((value, index) => ({ path: `/a/strip/${index + 1}`, field: 'levelDb', value }));
const plan = (
  values: Parameters<ShowAreas['plan']>[0],
  stays?: (path: string, field: string, area: string) => boolean,
) => areas.plan(values, { actor: 'x', ...(stays === undefined ? {} : { stays }) });

test('there are the areas of stored, undoable fields, and no others', () => {
  expect(areas.list()).toEqual(['dynamics', 'eq', 'fader', 'mute', 'name', 'patch']);
});

test('names are found without a contract of each address, and again only where addresses have changed', async () => {
  const asked = new Map<string, number>();
  const count = (what: string) => asked.set(what, (asked.get(what) ?? 0) + 1);
  const listeners = new Map<string, () => void>();
  const many = (name: string, area: string): Row =>
    liveSetting(`/b/${name}/{n}`, {
      params: { n: Type.Integer({ minimum: 1 }) },
      addresses: {
        has: () => true,
        list: () => {
          count(`${name} list`);
          return Array.from({ length: 500 }, (_, n) => ({ n: n + 1 }));
        },
        watch: (changed) => {
          listeners.set(name, changed);
          return () => {};
        },
      },
      fields: ({ n }) => (n % 2 === 0 ? gate : comp),
      limits: (): Limits => {
        count(`${name} limits`);
        return {};
      },
      area: () => area,
    });
  const registry = new Registry([
    { provider: { name: 'b', roots: ['b'] }, rows: [many('lamp', 'light'), many('fan', 'air')] },
  ]);
  expect(registry.errors).toEqual([]);
  const names = new ShowAreas(registry, desk, faults);
  for (let n = 0; n < 3; n++) expect(names.list()).toEqual(['air', 'light']);
  expect(Object.fromEntries(asked)).toEqual({ 'lamp list': 1, 'fan list': 1 });
  listeners.get('fan')?.();
  expect(names.list()).toEqual(['air', 'light']);
  expect(Object.fromEntries(asked)).toEqual({ 'lamp list': 1, 'fan list': 2 });
  const [other, perTurn] = [new ShowAreas(registry, desk, faults), [] as number[]];
  asked.clear();
  const made = other.snapshot();
  // Before anything is looked at: one row in each turn.
  for (let turn = 0; turn < 2; turn++) {
    perTurn.push(asked.size);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(perTurn).toEqual([1, 2]);
  await made;
  asked.clear();
  expect(other.list()).toEqual(['air', 'light']);
  expect(asked.size).toBe(0);
  registry.stop();
});

test('kept rows are compared with the desk some in each turn; what changes meanwhile is compared again', async () => {
  last = 1000;
  const path = (n: number) => `/a/strip/${n}`;
  const rows = Array.from({ length: 4000 }, (_, n) => ({
    path: path(n + 1),
    area: 'fader',
    fields: { levelDb: -144 },
  }));
  const broken = { path: '/a/%zz', area: 'fader', fields: { levelDb: -144 } };
  const has = vi.spyOn(strips, 'has');
  let perTurn = 0;
  let states: string[] = [];
  const made = areas.compare([...rows, broken], (compared) => {
    states = compared.map(({ now }) => now);
    expect(compared.map(({ row }) => row)).toEqual([...rows, broken]);
    // Nothing comes between what was compared and what is committed.
    void write(path(2), { levelDb: -1 });
    return desk.read(path(2)).levelDb;
  });
  for (let turns = 0; states.length === 0; turns++) {
    perTurn = Math.max(perTurn, has.mock.calls.length);
    has.mockClear();
    // Of the first and the last, of which one has been looked at already.
    if (turns === 2) await Promise.all([1, 1000].map((n) => write(path(n), { levelDb: -3 })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await made).toBe(-1);
  has.mockRestore();
  expect(perTurn).toBeLessThan(1000);
  const count = (state: string) => states.filter((now) => now === state).length;
  expect([states[0], states[1], states[999], states[1000], states[4000]]).toEqual([
    'other',
    'same',
    'other',
    'gone',
    'gone',
  ]);
  expect([count('same'), count('other'), count('gone')]).toEqual([998, 2, 3001]);
  await expect(
    areas.compare(rows.slice(0, 1), () => {
      throw new Refusal('conflict', 'Not now.');
    }),
  ).rejects.toThrow('Not now.');
});

test('a frozen list that is compared again is looked at where the desk has changed, and only there', async () => {
  const rows = freeze(
    [1, 2, 3].map((n) => ({ path: `/a/strip/${n}`, area: 'fader', fields: { levelDb: n === 3 ? -6 : -144 } })),
  );
  const states = (): Promise<string> => areas.compare(rows, (compared) => compared.map(({ now }) => now).join(' '));
  const locate = vi.spyOn(Registry.prototype, 'locate');
  expect(await states()).toBe('same same other');
  await Promise.all([write('/a/strip/2', { levelDb: -3 }), write('/a/strip/3', { levelDb: -6 })]);
  locate.mockClear();
  expect(await states()).toBe('same other same');
  expect(locate).not.toHaveBeenCalled();
  last = 2;
  expect(await states()).toBe('same other gone');
  last = 4;
  await write('/a/strip/2', { levelDb: -144 });
  expect(await states()).toBe('same same same');
  locate.mockRestore();
});

test('the area of a field is known by its address', () => {
  expect(areas.areaOf('/a/strip/3', 'levelDb')).toBe('fader');
  expect(areas.areaOf('/a/place/values', 'rangeDb')).toBe('dynamics');
  for (const field of ['soloed', 'linked', 'nothing']) expect(areas.areaOf('/a/strip/3', field)).toBeUndefined();
  expect(areas.areaOf('/a/strip/9', 'levelDb')).toBeUndefined();
  expect(areas.areaOf('/a/panic', 'on')).toBeUndefined();
  expect(areas.areaOf('/a/meter', 'levelDb')).toBeUndefined();
});

test('the content is every field with an area as it is, defaults too, and nothing that is momentary', async () => {
  await write('/a/strip/2', { levelDb: -6, soloed: true });
  const content = areas.content();
  expect(content).toContainEqual({ path: '/a/strip/2', field: 'levelDb', value: -6, area: 'fader' });
  expect(content).toContainEqual({ path: '/a/strip/1', field: 'levelDb', value: -144, area: 'fader' });
  expect(content).toContainEqual({ path: '/a/place/values', field: 'rangeDb', value: 20, area: 'dynamics' });
  expect(content).toHaveLength(4 * 4 - 1 + 2 + 2);
  expect(content.some(({ field }) => field === 'soloed' || field === 'linked')).toBe(false);
});

test('a snapshot is the content at one moment: what changes while it is made is in it whole, and so is what follows from it', async () => {
  last = 1000;
  let turns = 0;
  const made = areas.snapshot();
  let isMade = false;
  void made.then(() => {
    isMade = true;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const path = (n: number) => `/a/strip/${n}`;
  for (; !isMade; turns++) {
    // Of the first and the last, of which one has been looked at already.
    if (turns === 2) {
      const both = [path(1), path(1000)].map((each) => ({ path: each, field: 'levelDb', value: -3 }));
      await desk.commit({ actor: 'x', label: '', changes: both });
    }
    await turn();
  }
  expect(turns).toBeGreaterThanOrEqual(5);
  const rows = await made;
  const fields = new Map(rows.map(({ path, area, fields }) => [`${path} ${area}`, fields]));
  expect([fields.get('/a/strip/1 fader'), fields.get('/a/strip/1000 fader')]).toEqual([
    { levelDb: -3 },
    { levelDb: -3 },
  ]);
  const values = rows.flatMap(({ path, area, fields }) =>
    Object.entries(fields).map(([field, value]) => ({ path, field, value, area })),
  );
  const placeOf = ({ path, field }: { path: string; field: string }) => `${path} ${field}`;
  const inOrder = <T extends { path: string; field: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  expect(inOrder(values)).toEqual(inOrder(areas.content()));
});

test('defaults are those of the address, whatever the desk has', async () => {
  const before = areas.content();
  await write('/a/strip/2', { levelDb: -6, name: 'Kick' });
  expect(areas.defaults()).toEqual(before);
  expect(areas.defaults({ areas: ['fader'], has: (path) => path === '/a/strip/2' })).toEqual([
    { path: '/a/strip/2', field: 'levelDb', value: -144, area: 'fader' },
  ]);
});

test('areas and addresses narrow the content', () => {
  const narrow = areas.content({ areas: ['fader', 'mute'], has: (path) => path === '/a/strip/2' });
  expect(narrow.map(({ field }) => field)).toEqual(['levelDb', 'muted']);
  expect(areas.content({ areas: [] })).toEqual([]);
});

test('writing the content back gives the desk as it was', async () => {
  const before = areas.content();
  await write('/a/strip/1', { levelDb: -3, name: 'Kick', muted: true });
  await write('/a/place', { plugin: 'comp' });
  await write('/a/place/values', { ratio: 8 });
  const { changes, effect, blocked, held } = plan(before);
  expect([blocked, held]).toEqual([[], []]);
  expect(effect).toContainEqual({ path: '/a/strip/1', field: 'levelDb', from: -3, to: -144 });
  await desk.commit({ actor: 'x', label: 'back', changes });
  expect(areas.content()).toEqual(before);
  expect(plan(before)).toEqual({ changes: [], effect: [], blocked: [], held: [] });
});

test('an address that is gone and a value that is refused are named, and the rest is written', async () => {
  const values = [...levels(-5, 99, -7), { path: '/a/strip/9', field: 'levelDb', value: 0 }];
  const { changes, blocked } = plan([...values, { path: '/a/strip/1', field: 'width', value: 1 }]);
  expect(changes.map(({ path, value }) => [path, value])).toEqual([
    ['/a/strip/1', -5],
    ['/a/strip/3', -7],
  ]);
  expect(blocked.map(({ path, field, refusal }) => [path, field, refusal.code])).toEqual([
    ['/a/strip/9', 'levelDb', 'unknown-row'],
    ['/a/strip/1', 'width', 'invalid-fields'],
    ['/a/strip/2', 'levelDb', 'invalid-fields'],
  ]);
  expect(blocked[2]?.refusal).toMatchObject({
    message: expect.stringMatching(/^\/a\/strip\/2: levelDb must be/),
    errors: [{ field: 'levelDb', code: 'out-of-range' }],
  });
});

test('a value from before its row had a maximum comes down to it; one that never was allowed is named', async () => {
  const band = (type: string, q: number) => [
    { path: '/a/band', field: 'type', value: type },
    { path: '/a/band', field: 'q', value: q },
  ];
  for (const q of [0.7, 4, 8]) {
    await write('/a/band', { type: 'peak', q });
    const { effect, blocked } = plan(band('shelf', 4));
    expect(blocked).toEqual([]);
    expect(effect.map(({ field, to }) => [field, to])).toEqual([
      ['type', 'shelf'],
      ['q', 1],
    ]);
  }
  expect(plan(band('shelf', 11)).blocked).toMatchObject([{ field: 'q', refusal: { code: 'invalid-fields' } }]);
});

test('values that are lowered take one rehearsal, and the commit of the plan lowers them too', async () => {
  await write('/a/band', { type: 'shelf', q: 1 });
  const rehearse = vi.spyOn(desk, 'rehearseInSteps');
  const kept = [{ path: '/a/band', field: 'q', value: 4 }];
  expect(plan(kept)).toMatchObject({ effect: [], blocked: [] });
  await desk.commit({ actor: 'x', label: 'no change', changes: plan(kept).changes });
  const { effect, changes } = plan([...kept, ...levels(-5)]);
  expect(rehearse.mock.calls.length).toBe(3);
  await desk.commit({ actor: 'x', label: 'a change', changes });
  expect(effect.map(({ path, to }) => [path, to])).toEqual([['/a/strip/1', -5]]);
  expect(desk.read('/a/band')).toEqual({ type: 'shelf', q: 1 });
});

test('what follows from a change is part of the effect', async () => {
  await write('/a/strip/1', { linked: true });
  const { changes, effect } = plan(levels(-5));
  expect(changes).toHaveLength(1);
  expect(effect.map(({ path }) => path)).toEqual(['/a/strip/1', '/a/strip/2']);
});

test('further changes of the commit, and what follows from them, are no part of the plan', async () => {
  await write('/a/strip/3', { linked: true });
  const also: Change[] = [
    { path: '/a/strip/3', field: 'levelDb', value: -9 },
    { path: '/a/strip/1', field: 'soloed', value: true },
  ];
  const stays = (path: string) => path === '/a/strip/4';
  const { changes, effect, blocked, held } = areas.plan(levels(-5), { actor: 'x', also, stays });
  expect(changes.map(({ path, value }) => [path, value])).toEqual([['/a/strip/1', -5]]);
  expect(effect).toEqual([{ path: '/a/strip/1', field: 'levelDb', from: -144, to: -5 }]);
  expect([blocked, held]).toEqual([[], []]);
  await desk.commit({ actor: 'x', label: 'with', changes: [...changes, ...also] });
  expect([1, 3, 4].map((n) => desk.read(`/a/strip/${n}`).levelDb)).toEqual([-5, -9, -9]);
  expect(desk.read('/a/strip/1').soloed).toBe(true);
});

test.each([
  ['out of range', -5, 99, 'invalid-fields'],
  ['locked, as all that is planned', -5, -9, 'console-locked'],
  ['locked, and nothing else is planned', -144, -9, 'console-locked'],
])(
  'further changes that are %s are refused by the commit, and the plan ends without them',
  async (_, to, next, code) => {
    locked = code === 'console-locked' ? 'all' : 'none';
    const also: Change[] = [{ path: '/a/strip/3', field: 'levelDb', value: next }];
    const { changes, blocked } = areas.plan(levels(to), { actor: 'x', also });
    expect(changes.length + blocked.length).toBe(to === -144 ? 0 : 1);
    const commit = desk.commit({ actor: 'x', label: 'with', changes: [...changes, ...also] });
    await expect(commit).rejects.toMatchObject({ code });
    expect([1, 3].map((n) => desk.read(`/a/strip/${n}`).levelDb)).toEqual([-144, -144]);
  },
);

test('what is there already stays there, whatever else would follow from a change', async () => {
  await write('/a/strip/1', { linked: true });
  const { changes, effect } = plan(levels(-5, -144));
  expect(changes.map(({ path, value }) => [path, value])).toEqual([
    ['/a/strip/1', -5],
    ['/a/strip/2', -144],
  ]);
  expect(effect.map(({ path }) => path)).toEqual(['/a/strip/1']);
  await desk.commit({ actor: 'x', label: 'there', changes });
  expect(desk.read('/a/strip/2').levelDb).toBe(-144);
});

test('a row that has gone is blocked without a stack, since a larger show has thousands of them', () => {
  const { blocked } = plan([{ path: '/a/strip/99', field: 'width', value: 1 }]);
  expect(blocked.map(({ refusal }) => refusal.code)).toEqual(['unknown-row']);
  expect(blocked[0]?.refusal.stack).not.toMatch(/\n\s+at /);
});

test('thousands of values that are refused are found out in one rehearsal, and each has its reason', () => {
  last = 1000;
  const rehearse = vi.spyOn(desk, 'rehearseInSteps');
  const values = Array.from({ length: last }, (_, n) => ({ path: `/a/strip/${n + 1}`, field: 'levelDb', value: 99 }));
  const { changes, blocked } = plan([...values, { path: '/a/strip/1', field: 'muted', value: true }]);
  expect(changes.map(({ field }) => field)).toEqual(['muted']);
  expect(blocked).toHaveLength(last);
  expect(blocked.every(({ refusal }) => refusal.errors[0]?.code === 'out-of-range')).toBe(true);
  expect(rehearse.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a field that its address does not show is blocked, also with the value that it would have', () => {
  const { blocked } = plan([{ path: '/a/strip/4', field: 'name', value: '' }]);
  expect(blocked.map(({ path, field, refusal }) => [path, field, refusal.code])).toEqual([
    ['/a/strip/4', 'name', 'invalid-fields'],
  ]);
  expect(blocked[0]?.refusal.message).toMatch(/^name is not a field of \/a\/strip\/4/);
});

test('what is no part of the show, or is said to be of another area than it is, is blocked', async () => {
  const { changes, blocked } = plan([
    { path: '/a/panic', field: 'on', value: true },
    { path: '/a/strip/1', field: 'soloed', value: true, area: 'fader' },
    { path: '/a/strip/1', field: 'source', value: 'box:in-1', area: 'fader' },
    { path: '/a/strip/1', field: 'muted', value: true, area: 'mute' },
  ]);
  expect(changes.map(({ field }) => field)).toEqual(['muted']);
  expect(blocked.map(({ field, refusal }) => [field, refusal.message])).toEqual([
    ['on', '/a/panic on is no part of the show.'],
    ['soloed', '/a/strip/1 soloed is no part of the show.'],
    ['source', '/a/strip/1 source is of the area patch, not fader.'],
  ]);
});

test('a change from which another follows at a field that stays is left out', async () => {
  await write('/a/strip/1', { linked: true });
  const values = levels(-5, -144, -7);
  const { changes, held } = plan(
    values.filter((_, index) => index !== 1),
    (path) => path === '/a/strip/2',
  );
  expect(changes.map(({ path }) => path)).toEqual(['/a/strip/3']);
  expect(held).toEqual([
    {
      path: '/a/strip/1',
      field: 'levelDb',
      by: { path: '/a/strip/2', field: 'levelDb', from: -144, to: -5 },
    },
  ]);
});

test('what the lock holds is blocked, and what it never holds is not', () => {
  locked = 'all';
  const { changes, blocked } = plan([...levels(-5), { path: '/a/strip/1', field: 'muted', value: true }]);
  expect(changes.map(({ field }) => field)).toEqual(['muted']);
  expect(blocked.map(({ field, refusal }) => [field, refusal.code])).toEqual([['levelDb', 'console-locked']]);
});

test('what rows make together and may not be is found, and only that is left out', async () => {
  const registry = new Registry([{ provider: { name: 'a', roots: ['a'] }, rows }]);
  const time = new FakeTime();
  const validated = new DeskCore({
    ...{ registry, store: new MemoryStore(), observed: new ObservedValues(faults), time, log: new LogDouble() },
    history: new History(),
    warnings: new WarningBoard(time, new LogDouble()),
    validate: (after) => {
      const isLoop = ['/a/strip/2', '/a/strip/4'].every((path) => after.read(path).source === 'loop');
      if (isLoop) throw new Refusal('conflict', 'a loop');
    },
  });
  await validated.open();
  const values = [1, 2, 3, 4].map((n) => ({ path: `/a/strip/${n}`, field: 'source', value: 'loop' }));
  const { changes, blocked } = new ShowAreas(registry, validated, faults).plan(values, { actor: 'x' });
  expect(changes.map(({ path }) => path)).toEqual(['/a/strip/1', '/a/strip/2', '/a/strip/3']);
  expect(blocked.map(({ path, refusal }) => [path, refusal.code])).toEqual([['/a/strip/4', 'conflict']]);
});
