import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../base/refusals.ts';
import { alias, liveSetting, Refusal, type Row, setting, Type, task, view } from '../provider.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { FakeTime } from '../testing/fake-time.ts';
import { RowService } from './service.ts';

const kinds = ['input', 'main'] as const;
const params = { kind: Type.Enum([...kinds]), index: Type.Integer({ minimum: 1 }) };
const strips = [1, 2, 3].map((index) => ({ kind: 'input' as const, index }));
const addresses = {
  has: (at: { kind: string; index: number }) => strips.some((one) => one.kind === at.kind && one.index === at.index),
  list: () => strips,
};
const stripFields = {
  name: Type.String({ maxLength: 8, default: '' }),
  levelDb: Type.Number({ minimum: -144, maximum: 10, multipleOf: 0.1, unit: 'dB', default: -144 }),
  gainDb: Type.Number({ minimum: 0, maximum: 60, default: 0 }),
};
const strip = (index: number) => `/channel/input/${index}`;

let lights: Map<string, boolean>;
let gainMaximum: number | undefined;
let actors: string[];

const rows: readonly Row[] = [
  setting('/channel/{kind}/{index}', {
    summary: 'A strip',
    params,
    addresses,
    fields: { kind: params.kind, index: params.index, ...stripFields, mutedBy: Type.Array(Type.String()) },
    writable: ['name', 'levelDb', 'gainDb'],
    limits: () => ({ gainDb: gainMaximum === undefined ? false : { maximum: gainMaximum } }),
    computed: ({ kind, index }, _desk, observed) => ({
      ...{ kind, index },
      mutedBy: (observed.read(strip(index), 'mutedBy')?.value as string[] | undefined) ?? [],
    }),
    target: 'mixer',
  }),
  alias('/channel', {
    largeBody: true,
    fields: {
      strips: Type.Array(
        Type.Object({ ...params, name: Type.Optional(stripFields.name), levelDb: Type.Optional(stripFields.levelDb) }),
      ),
      clipped: Type.Array(Type.Object(params)),
    },
    writable: ['strips', 'clipped'],
    mergedBy: { strips: ['kind', 'index'] },
    get: (_at, desk) => ({
      strips: strips.map((ref) => {
        const { name, levelDb } = desk.read(strip(ref.index)) as { name: string; levelDb: number };
        return { ...ref, name, levelDb };
      }),
      clipped: strips.filter(({ index }) => lights.get(strip(index))),
    }),
    set: (_at, change) => [
      ...(change.strips ?? []).flatMap(({ kind, index, ...fields }, place) =>
        Object.entries(fields).map(([field, value]) => ({
          ...{ path: `/channel/${kind}/${index}`, field, value },
          via: `strips/${place}/${field}`,
        })),
      ),
      ...(change.clipped === undefined
        ? []
        : strips.map(({ index }) => ({ path: `${strip(index)}/clip`, field: 'clipped', value: false }))),
    ],
  }),
  alias('/channel/{kind}/{index}/colour', {
    params,
    addresses,
    fields: { name: stripFields.name },
    get: ({ index }, desk) => ({ name: desk.read(strip(index)).name as string }),
  }),
  view('/channel/{kind}/{index}/clip', {
    ...{ params, addresses },
    fields: { clipped: Type.Boolean() },
    writable: ['clipped'],
    get: ({ index }) => ({ clipped: lights.get(strip(index)) ?? false }),
    write: ({ index }, { clipped }, actor) => {
      if (clipped) throw new Refusal('conflict', 'Only the mixer turns it on.');
      actors.push(actor);
      lights.delete(strip(index));
    },
  }),
  liveSetting('/channel/live', {
    fields: () => ({ fields: { 'lv2:gain': Type.Number({ default: 3 }) }, writable: ['lv2:gain'] }),
  }),
  view('/channel/soon', {
    fields: { n: Type.Number(), at: Type.String() },
    onDemand: true,
    get: async () => ({ at: 'x', n: 1 }),
  }),
  view('/channel/bug', {
    fields: { n: Type.Number() },
    get: () => {
      throw new TypeError('a secret');
    },
  }),
  view('/channel/later-bug', { fields: { n: Type.Number() }, get: () => Promise.reject(new TypeError('a secret')) }),
  task('/channel/sort', {
    extra: { confirm: Type.Boolean({ default: false }) },
    cancellable: true,
    run: (_at, { confirm }, run) => (confirm ? new Promise(() => {}) : run.refuse('device-absent')),
  }),
];

let desk: DeskDouble;
let log: LogDouble;
let service: RowService;

beforeEach(() => {
  lights = new Map();
  gainMaximum = 55;
  actors = [];
  const registry = new Registry([{ provider: { name: 'channel', roots: ['channel'] }, rows }]);
  expect(registry.errors).toEqual([]);
  desk = new DeskDouble(registry);
  log = new LogDouble();
  service = new RowService({ registry, desk, time: new FakeTime(), log });
});

const patch = async (path: string, body: unknown, ifMatch?: string) =>
  service.open(path).patch(body, { actor: 'ann', ifMatch });
const resting = { kind: 'input', index: 2, name: '', levelDb: -144, gainDb: 0, mutedBy: [] };

describe('GET', () => {
  it('is the row in the order of its literal, with its version', () => {
    const reading = service.open('/channel/input/2').read();
    const json = JSON.stringify(resting);
    expect(reading).toEqual({ path: '/channel/input/2', row: resting, json, etag: '"double-0"' });
    expect(JSON.stringify((reading as { row: object }).row)).toBe(json);
  });

  it('leaves out what is absent at this moment', async () => {
    gainMaximum = undefined;
    expect(await service.get('/channel/input/2')).not.toHaveProperty('gainDb');
  });

  it('of an alias has the newest version of what it shows', async () => {
    desk.set(strip(1), { levelDb: 0 });
    desk.set(strip(3), { levelDb: 0 });
    expect(service.open('/channel').read()).toMatchObject({ etag: '"double-2"' });
    expect(service.open('/channel/input/1/colour').read()).not.toHaveProperty('etag');
  });

  it('waits for a view that takes time, and for nothing else', async () => {
    expect(service.open('/channel/soon').read()).toBeInstanceOf(Promise);
    expect(JSON.stringify(await service.get('/channel/soon'))).toBe('{"n":1,"at":"x"}');
  });

  it('of what is not there is refused', () => {
    expect(() => service.open('/channel/input/9').read()).toThrowError(
      expect.objectContaining({ code: 'unknown-row', status: 404 }),
    );
    expect(() => service.open('/channel/%f').read()).toThrowError(expect.objectContaining({ code: 'bad-escape' }));
  });

  it.each(['/channel/bug', '/channel/later-bug'])(
    'of %s is a fault of that row only, which the log has',
    async (path) => {
      const refusal = await service.get(path).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'fault', status: 500 });
      expect(log.lines[0]).toMatchObject({ level: 'error', fields: { id: (refusal as Refusal).params.id } });
      expect(JSON.stringify((refusal as Refusal).toProblem(path))).not.toContain('secret');
    },
  );
});

describe('OPTIONS', () => {
  it('is the contract at this moment in the words of JSON Schema', () => {
    expect(JSON.parse(JSON.stringify(service.options('/channel/input/2')))).toEqual({
      template: '/channel/{kind}/{index}',
      path: '/channel/input/2',
      methods: ['GET', 'HEAD', 'OPTIONS', 'PATCH'],
      ...{ watchable: true, onDemand: false, continuous: false, task: false, summary: 'A strip' },
      fields: {
        kind: { access: 'ro', enum: ['input', 'main'] },
        index: { access: 'ro', type: 'integer', minimum: 1 },
        name: { access: 'rw', type: 'string', maxLength: 8, default: '' },
        levelDb: {
          access: 'rw',
          type: 'number',
          minimum: -144,
          maximum: 10,
          multipleOf: 0.1,
          unit: 'dB',
          default: -144,
        },
        gainDb: { access: 'rw', type: 'number', minimum: 0, maximum: 55, default: 0 },
        mutedBy: { access: 'ro', type: 'array', items: { type: 'string' } },
      },
      version: '2026-09-02',
    });
  });

  it('leaves out what is absent, and marks lists that are merged', () => {
    gainMaximum = undefined;
    expect(service.options('/channel/input/2').fields).not.toHaveProperty('gainDb');
    expect(service.options('/channel').fields.strips).toMatchObject({ access: 'rw', mergedBy: ['kind', 'index'] });
  });

  it('says what kind of row it is', () => {
    expect(service.options('/channel/soon')).toMatchObject({ onDemand: true, methods: ['GET', 'HEAD', 'OPTIONS'] });
    expect(service.options('/channel/sort')).toMatchObject({ task: true, continuous: true, cancellable: true });
    expect(service.options('/channel/live').fields).toEqual({
      'lv2:gain': { access: 'rw', type: 'number', default: 3 },
    });
    expect(service.open('/channel').takesLargeBody).toBe(true);
    expect(service.open('/channel/live').takesLargeBody).toBe(false);
  });
});

describe('PATCH', () => {
  it('of a setting is one commit, and answers the row after it', async () => {
    expect(await patch('/channel/input/2', { levelDb: -6.3, name: 'Vox' })).toEqual({
      ...{ path: '/channel/input/2', etag: '"double-1"', revision: 1, durable: true },
      row: { ...resting, levelDb: -6.3, name: 'Vox' },
    });
    expect(desk.commits).toEqual([
      {
        ...{ actor: 'ann', label: 'Input 2 level, name' },
        changes: [
          { path: '/channel/input/2', field: 'levelDb', value: -6.3 },
          { path: '/channel/input/2', field: 'name', value: 'Vox' },
        ],
      },
    ]);
  });

  it('of live fields is checked by those of the moment', async () => {
    expect(await patch('/channel/live', { 'lv2:gain': 4 })).toMatchObject({ row: { 'lv2:gain': 4 } });
    await expect(patch('/channel/live', { gain: 4 })).rejects.toMatchObject({ code: 'invalid-fields' });
  });

  it('shows its own write, whatever was written while it went to the disk', async () => {
    const first = patch('/channel/input/2', { levelDb: 1 });
    const second = patch('/channel/input/2', { levelDb: 2 });
    expect((await first).row.levelDb).toBe(1);
    expect((await second).row.levelDb).toBe(2);
  });

  it('names every faulty field and changes nothing', async () => {
    await expect(patch('/channel/input/2', { levelDb: 11, index: 1, nope: 1, name: 'ok' })).rejects.toMatchObject({
      ...{ code: 'invalid-fields', status: 422 },
      errors: [
        { field: 'levelDb', code: 'out-of-range' },
        { field: 'index', code: 'read-only' },
        { field: 'nope', code: 'unknown-field' },
      ],
    });
    expect(desk.commits).toEqual([]);
  });

  it('of a row without writable fields is not answered', async () => {
    await expect(patch('/channel/soon', {})).rejects.toMatchObject({
      ...{ code: 'method-not-allowed', params: { allow: ['GET', 'HEAD', 'OPTIONS'] } },
    });
  });

  it('passes the refusals of the desk on', async () => {
    desk.refusal = new Refusal('console-locked', 'locked');
    await expect(patch('/channel/input/2', { levelDb: 1 })).rejects.toBe(desk.refusal);
  });

  it('of an older version is refused', async () => {
    await patch('/channel/input/2', { levelDb: 1 }, '"double-0"');
    await expect(patch('/channel/input/2', { levelDb: 2 }, '"double-0"')).rejects.toMatchObject({ status: 412 });
    await patch('/channel/input/2', { levelDb: 2 }, '"x", "double-1"');
    await patch('/channel/input/2', { levelDb: 3 }, '*');
    await expect(patch('/channel/sort', {}, '"double-1"')).rejects.toMatchObject({ status: 412 });
  });

  it('of a task starts it, and a refusal at once is the answer', async () => {
    await expect(patch('/channel/sort', { running: true })).rejects.toMatchObject({ code: 'device-absent' });
    expect((await service.get('/channel/sort')).refusal).toMatchObject({ code: 'device-absent' });
    expect(await patch('/channel/sort', { running: true, confirm: true })).toMatchObject({
      row: { running: true, params: { confirm: true }, startedAt: expect.any(String) },
    });
    await expect(patch('/channel/sort', { running: true })).rejects.toMatchObject({
      code: 'already-running',
      status: 409,
    });
  });

  it('of a view goes back to where it is observed', async () => {
    lights.set(strip(2), true);
    expect(await patch('/channel/input/2/clip', { clipped: false })).toMatchObject({ row: { clipped: false } });
    expect(actors).toEqual(['ann']);
    await expect(patch('/channel/input/2/clip', { clipped: true })).rejects.toMatchObject({ code: 'conflict' });
    expect(desk.commits).toEqual([]);
  });
});

describe('PATCH of an alias', () => {
  const items = (...levels: [index: number, levelDb: number][]) => ({
    strips: levels.map(([index, levelDb]) => ({ kind: 'input', index, levelDb })),
  });

  it('is one commit of the settings that it stands for', async () => {
    const { row, revision } = await patch('/channel', items([1, 0], [3, -6]));
    expect(revision).toBe(1);
    expect(row.strips).toMatchObject([{ levelDb: 0 }, { levelDb: -144 }, { levelDb: -6 }]);
    expect(desk.commits[0]?.changes).toEqual([
      { path: '/channel/input/1', field: 'levelDb', value: 0, via: 'strips/0/levelDb' },
      { path: '/channel/input/3', field: 'levelDb', value: -6, via: 'strips/1/levelDb' },
    ]);
  });

  it('names the items that are not there, and changes nothing', async () => {
    await expect(patch('/channel', items([1, 0], [9, 0], [8, 0]))).rejects.toMatchObject({
      errors: [
        { field: 'strips/1', code: 'unknown-item', params: { kind: 'input', index: 9 } },
        { field: 'strips/2', code: 'unknown-item' },
      ],
    });
    expect(desk.commits).toEqual([]);
  });

  it('reaches the writable fields of views after the commit', async () => {
    lights.set(strip(1), true);
    const { row } = await patch('/channel', { clipped: [], ...items([2, 0]) });
    expect(row).toMatchObject({ clipped: [] });
    expect(lights.size).toBe(0);
    expect(desk.commits[0]?.changes).toHaveLength(1);
  });

  it('writes no view when the desk refuses', async () => {
    lights.set(strip(1), true);
    desk.refusal = new Refusal('conflict', 'no');
    await expect(patch('/channel', { clipped: [] })).rejects.toMatchObject({ code: 'conflict' });
    expect(lights.size).toBe(1);
  });
});

describe('rows for rows', () => {
  it('are expanded from patterns', () => {
    expect(service.expand('/channel/input/*', 10)).toEqual([1, 2, 3].map(strip));
    expect(() => service.expand('/nothing/*', 10)).toThrowError(expect.objectContaining({ code: 'unknown-row' }));
  });

  it('are watched with a plain function', () => {
    const heard: unknown[] = [];
    const stop = service.watch('/channel/input/1', (name, row, encoded) =>
      heard.push([name, row.levelDb, JSON.parse(encoded).levelDb]),
    );
    desk.set(strip(1), { levelDb: 0 });
    stop();
    expect(heard).toEqual([
      ['snapshot', -144, -144],
      ['change', 0, 0],
    ]);
  });

  it('are named by their templates', () => {
    expect(service.templates()).toContainEqual({
      ...{ template: '/channel/sort', continuous: true, onDemand: false, type: 'task', live: false },
    });
  });
});

it('whatever is asked for is answered or refused, and leaves JavaScript as it was', async () => {
  const path = fc.oneof(
    fc.constantFrom(
      '/channel',
      '/channel/input/1',
      '/channel/live',
      '/channel/sort',
      '/channel/input/1/clip',
      '/channel/__proto__',
    ),
    fc.string({ unit: 'binary' }).map((text) => `/channel/${text}`),
  );
  const name = fc.constantFrom('levelDb', 'name', 'strips', 'clipped', 'running', '__proto__', 'constructor', 'kind');
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(name, fc.jsonValue()),
    fc.json().map((text) => JSON.parse(text)),
  );
  await fc.assert(
    fc.asyncProperty(path, body, async (target, sent) => {
      for (const ask of [() => service.get(target), async () => service.options(target), () => patch(target, sent)]) {
        const error = await ask().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) continue;
        expect(isRefusal(error)).toBe(true);
        expect((error as Refusal).code).not.toBe('fault');
      }
    }),
    { numRuns: 500 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});
