import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alias, liveSetting, setting, Type, task, view } from '../provider.ts';
import { contract } from './contract-fixture.ts';

const fields = {
  delayMs: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01, unit: 'ms', default: 0 }),
  name: Type.String({ maxLength: 8, default: '' }),
  mode: Type.Enum(['off', 'on'], { default: 'off' }),
  count: Type.Integer({ minimum: 1, maximum: 9, default: 1 }),
  flag: Type.Boolean({ default: false }),
  rate: Type.Union([Type.Literal(0), Type.Literal(44100), Type.Null()], { default: null }),
  limit: Type.Union([Type.Number({ minimum: 0, maximum: 9 }), Type.Null()], { default: null }),
  colour: Type.String({ pattern: '^#[0-9a-f]{6}$', default: '#000000' }),
  targets: Type.Array(
    Type.Object(
      { kind: Type.Enum(['input', 'main']), index: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
    { maxItems: 3, default: [] },
  ),
  policies: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  edges: Type.Array(
    Type.Union(
      (['input', 'aux', 'main'] as const).map((kind) =>
        Type.Object(
          { kind: Type.Literal(kind), index: Type.Integer({ minimum: 1 }), leg: Type.Enum([`${kind}-left`]) },
          { additionalProperties: false },
        ),
      ),
    ),
    { default: [] },
  ),
  seenAt: Type.String(),
};
const { seenAt: _seenAt, ...stored } = fields;
const whole = setting('/test', {
  fields,
  writable: Object.keys(stored) as (keyof typeof stored)[],
  computed: () => ({ seenAt: '' }),
});

describe('what a body is refused for', () => {
  const { checkBody, checkField } = (() => {
    const made = contract(whole);
    return {
      checkBody: (body: unknown) => made.checkBody(body),
      checkField: (name: string, value: unknown) => made.checkField(name, value),
    };
  })();

  it.each<[unknown, string, string, string]>([
    [{ delayMs: 100.01 }, 'delayMs', 'out-of-range', 'delayMs must be a number from 0 to 100 ms in steps of 0.01.'],
    [{ delayMs: -0.01 }, 'delayMs', 'out-of-range', 'from 0 to 100'],
    [{ delayMs: 1.005 }, 'delayMs', 'off-step', 'in steps of 0.01'],
    [{ delayMs: '1' }, 'delayMs', 'wrong-type', 'must be a number'],
    [{ delayMs: null }, 'delayMs', 'wrong-type', 'must be a number'],
    [{ delayMs: Number.POSITIVE_INFINITY }, 'delayMs', 'wrong-type', 'finite'],
    [{ name: 'far too long' }, 'name', 'out-of-range', 'text of at most 8 characters'],
    [{ mode: 'maybe' }, 'mode', 'not-an-option', 'mode must be one of off, on.'],
    [{ mode: 3 }, 'mode', 'not-an-option', 'one of off, on'],
    [{ count: 1.5 }, 'count', 'wrong-type', 'a whole number from 1 to 9'],
    [{ count: 10 }, 'count', 'out-of-range', 'a whole number from 1 to 9'],
    [{ flag: 'true' }, 'flag', 'wrong-type', 'true or false'],
    [{ rate: 48000 }, 'rate', 'not-an-option', 'one of 0, 44100, null'],
    [{ limit: 10 }, 'limit', 'out-of-range', 'a number from 0 to 9'],
    [{ limit: 'x' }, 'limit', 'wrong-type', 'a number from 0 to 9, or null'],
    [{ colour: 'red' }, 'colour', 'wrong-format', 'text: #, then 6 digits and a to f'],
    [{ targets: {} }, 'targets', 'wrong-type', 'a list of at most 3 items'],
    [{ targets: [{ kind: 'x', index: 1 }] }, 'targets/0/kind', 'not-an-option', 'one of input, main'],
    [{ targets: [{ kind: 'main' }] }, 'targets/0/index', 'missing', 'targets/0/index is required'],
    [
      { targets: [{ kind: 'main', index: 1, x: 1 }] },
      'targets/0/x',
      'unknown-field',
      'the members of targets/0 are kind, index',
    ],
    [{ targets: Array(4).fill({ kind: 'main', index: 1 }) }, 'targets', 'out-of-range', 'at most 3 items'],
    [{ edges: [{ kind: 'aux', index: 1, leg: 'x' }] }, 'edges/0/leg', 'not-an-option', 'aux-left'],
    [{ edges: [{ kind: 'mix', index: 1, leg: 'x' }] }, 'edges/0/kind', 'not-an-option', 'one of input, aux, main.'],
    [{ edges: [{ kind: 'main', index: 0, leg: 'main-left' }] }, 'edges/0/index', 'out-of-range', 'at least 1'],
    [{ other: 1 }, 'other', 'unknown-field', 'other is not a field of /test; its writable fields are delayMs, name'],
    [{ seenAt: 'x' }, 'seenAt', 'read-only', 'seenAt can not be written'],
    [JSON.parse('{"__proto__":{"polluted":1}}'), '__proto__', 'unknown-field', 'is not a field'],
    [{ constructor: 1 }, 'constructor', 'unknown-field', 'is not a field'],
    [JSON.parse('{"policies":{"__proto__":{"x":1}}}'), 'policies/__proto__', 'unknown-field', 'can not be used'],
    [JSON.parse('{"policies":{"a":{"b":[1,1e999]}}}'), 'policies/a/b/1', 'wrong-type', 'finite'],
    [[], '', 'wrong-type', 'a JSON object'],
    [null, '', 'wrong-type', 'a JSON object'],
    ['x', '', 'wrong-type', 'a JSON object'],
  ])('%j', (body, field, code, words) => {
    const errors = checkBody(body);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ field, code });
    expect(errors[0]?.message).toContain(words);
    expect(errors[0]?.message).toContain(field);
  });

  it('is every faulty field', () => {
    const errors = checkBody({ delayMs: 101, name: 3, nope: 1, seenAt: '', flag: true });
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['delayMs', 'out-of-range'],
      ['name', 'wrong-type'],
      ['nope', 'unknown-field'],
      ['seenAt', 'read-only'],
    ]);
  });

  it('is every faulty item of a list, however many', () => {
    const edges = Array.from({ length: 40 }, () => ({ kind: 'main', index: 1, leg: 'x' }));
    expect(checkBody({ edges }).map(({ field }) => field)).toEqual(edges.map((_edge, place) => `edges/${place}/leg`));
  });

  it('comes with what is allowed as data', () => {
    expect(checkField('delayMs', 101)?.params).toEqual({
      ...{ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01, unit: 'ms' },
    });
    expect(checkField('rate', 3)?.params).toEqual({ options: [0, 44100, null] });
  });

  it('is nothing when all is well', () => {
    const body = { delayMs: 0.29, name: 'Ab', mode: 'on', count: 9, rate: 44100, limit: 3, targets: [], policies: {} };
    expect(checkBody(body)).toEqual([]);
    expect(checkBody({})).toEqual([]);
    expect(checkBody({ rate: null, limit: null })).toEqual([]);
  });

  it('is no step between 0 and 100 ms: all 10,001 legal delays, and none between', () => {
    for (let step = 0; step <= 10_000; step++) {
      expect(checkField('delayMs', step / 100)).toBeUndefined();
      expect(checkField('delayMs', Number((step * 0.01).toFixed(2)))).toBeUndefined();
      if (step < 10_000) expect(checkField('delayMs', (step + 0.5) / 100)?.code).toBe('off-step');
    }
  });

  it('never is a throw, and never nothing for what does not fit', () => {
    const name = fc.oneof(
      fc.constantFrom(...Object.keys(fields)),
      fc.string(),
      fc.constantFrom('__proto__', 'toString'),
    );
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (body) => {
        const refused = new Set(checkBody(body).map(({ field }) => field.split('/')[0]));
        for (const key of Object.keys(body)) {
          if (!Object.hasOwn(stored, key))
            expect(refused.has(key.slice(0, 64)) || key.length > 64 || key.includes('/')).toBe(true);
        }
      }),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('limits', () => {
  it('narrow the range, and messages speak of the narrower one', () => {
    const narrowed = contract(
      setting('/test', {
        fields: { gainDb: Type.Number({ minimum: 0, maximum: 70, unit: 'dB', default: 0 }) },
        writable: ['gainDb'],
        limits: () => ({ gainDb: { maximum: 55 } }),
      }),
    );
    expect(narrowed.fields.get('gainDb')?.schema).toMatchObject({ maximum: 55, minimum: 0 });
    expect(narrowed.checkBody({ gainDb: 55 })).toEqual([]);
    expect(narrowed.checkBody({ gainDb: 56 })[0]?.message).toBe('gainDb must be a number from 0 to 55 dB.');
  });

  it('take a field away', () => {
    const narrowed = contract(
      setting('/test', {
        fields: { pad: Type.Boolean({ default: false }), gainDb: Type.Number({ default: 0 }) },
        writable: ['pad', 'gainDb'],
        limits: () => ({ pad: false }),
      }),
    );
    expect([...narrowed.fields.keys()]).toEqual(['gainDb']);
    expect(narrowed.checkBody({ pad: true })[0]?.code).toBe('unknown-field');
  });

  it('offer options', () => {
    const narrowed = contract(
      setting('/test', {
        fields: { plugin: Type.String({ default: '' }) },
        writable: ['plugin'],
        limits: () => ({ plugin: { enum: ['', 'builtin:gate'] } }),
      }),
    );
    expect(narrowed.checkBody({ plugin: 'builtin:gate' })).toEqual([]);
    expect(narrowed.checkBody({ plugin: 'x' })[0]?.message).toBe('plugin must be one of "", builtin:gate.');
  });
});

describe('what a field is', () => {
  it('comes from the literal, for all fields or for each', () => {
    const { fields: made } = contract(
      setting('/test', {
        fields: { a: Type.Number({ default: 1 }), b: Type.Number({ default: 2 }), c: Type.Number() },
        writable: ['a', 'b'],
        computed: () => ({ c: 3 }),
        target: 'mixer',
        area: { a: 'fader' },
        life: { b: 'momentary' },
        lockable: { a: false },
      }),
    );
    expect(made.get('a')).toMatchObject({
      ...{ access: 'rw', life: 'show', area: 'fader', target: 'mixer' },
      lockable: false,
      default: 1,
    });
    expect(made.get('b')).toMatchObject({
      access: 'rw',
      life: 'momentary',
      target: 'mixer',
      lockable: true,
      default: 2,
    });
    expect(made.get('b')).not.toHaveProperty('area');
    expect(made.get('c')).toMatchObject({ access: 'ro', default: undefined });
    expect(made.get('c')).not.toHaveProperty('target');
  });

  it('depends on the address where the literal says so', () => {
    const { fields: made } = contract(
      setting('/test', {
        fields: { levelDb: Type.Number({ default: 0 }) },
        writable: ['levelDb'],
        defaults: () => ({ levelDb: -144 }),
        target: () => 'stagebox:a',
      }),
    );
    expect(made.get('levelDb')).toMatchObject({ default: -144, target: 'stagebox:a' });
  });

  it('is called and matched by field and by address at once', () => {
    const { fields: made } = contract(
      setting('/test', {
        fields: { a: Type.Number({ default: 1 }), b: Type.Number({ default: 2 }), c: Type.Number() },
        writable: ['a', 'b'],
        computed: () => ({ c: 3 }),
        target: () => ({ a: 'mixer' }),
        area: () => 'gate',
      }),
    );
    expect(made.get('a')).toMatchObject({ target: 'mixer', area: 'gate' });
    expect(made.get('b')).toMatchObject({ area: 'gate' });
    for (const name of ['b', 'c']) expect(made.get(name)).not.toHaveProperty('target');
    expect(made.get('c')).not.toHaveProperty('area');
  });

  it('depends on the moment for live fields', () => {
    let maximum = 5;
    const row = liveSetting('/test', {
      fields: () => ({
        fields: {
          'lv2:gain': Type.Number({ maximum, default: 0 }),
          meter: Type.Number(),
          ...JSON.parse('{"__proto__":{}}'),
        },
        writable: ['lv2:gain'],
      }),
    });
    expect([...contract(row).fields.keys()]).toEqual(['lv2:gain', 'meter']);
    expect(contract(row).checkBody({ 'lv2:gain': 6 })[0]?.code).toBe('out-of-range');
    maximum = 6;
    expect(contract(row).checkBody({ 'lv2:gain': 6 })).toEqual([]);
    expect(contract(row).checkBody({ meter: 6 })[0]?.code).toBe('read-only');
  });

  it('of a view is written only where the view says so', () => {
    const row = view('/test', {
      fields: { clipped: Type.Boolean(), count: Type.Number() },
      get: () => ({}),
      writable: ['clipped'],
      write: () => {},
    });
    expect(contract(row).checkBody({ clipped: false })).toEqual([]);
    expect(contract(row).checkBody({ count: 0 })[0]?.code).toBe('read-only');
  });

  it('of a task is running and what the task adds', () => {
    const made = contract(task('/test', { extra: { confirm: Type.Boolean({ default: false }) }, run: () => ({}) }));
    expect([...made.fields.keys()]).toEqual([
      ...['params', 'progress', 'refusal', 'report', 'running', 'startedAt', 'confirm'],
    ]);
    expect(made.checkBody({ running: true, confirm: true })).toEqual([]);
    const limits = () => ({ preset: { enum: ['loud'] } });
    const narrowed = contract(
      task('/test', { extra: { preset: Type.String({ default: '' }) }, limits, run: () => ({}) }),
    );
    expect(narrowed.checkBody({ running: true, preset: 'loud' })).toEqual([]);
    expect(narrowed.checkBody({ running: true, preset: 'soft' })).toMatchObject([{ code: 'not-an-option' }]);
    expect(made.checkBody({ report: {}, running: 1 }).map(({ code }) => code)).toEqual(['read-only', 'wrong-type']);
  });
});

describe('a list that is merged by key', () => {
  const made = contract(
    alias('/test', {
      fields: {
        strips: Type.Array(
          Type.Object({
            kind: Type.Enum(['input']),
            index: Type.Integer({ minimum: 1 }),
            levelDb: Type.Number({ minimum: -144, maximum: 10 }),
          }),
          { maxItems: 4 },
        ),
      },
      writable: ['strips'],
      mergedBy: { strips: ['kind', 'index'] },
      get: () => ({ strips: [] }),
      set: () => [],
    }),
  );
  const check = (...strips: unknown[]) => made.checkBody({ strips }).map(({ field, code }) => `${field} ${code}`);

  it('takes items with their keys and whatever changes', () => {
    expect(check({ kind: 'input', index: 1 }, { kind: 'input', index: 2, levelDb: 0 })).toEqual([]);
    expect(check()).toEqual([]);
  });

  it('names the faulty member of the faulty item', () => {
    expect(check({ kind: 'input', index: 1, levelDb: 11 }, { index: 2 }, 3, { kind: 'input', index: 3, x: 1 })).toEqual(
      ['strips/0/levelDb out-of-range', 'strips/1/kind missing', 'strips/2 wrong-type', 'strips/3/x unknown-field'],
    );
  });

  it('is not looked into when it is longer than it may be', () => {
    expect(check(1, 2, 3, 4, 5)).toEqual(['strips out-of-range']);
  });

  it('names an item that comes twice', () => {
    expect(check({ kind: 'input', index: 1 }, { kind: 'input', index: 1, levelDb: 0 })).toEqual(['strips/1 duplicate']);
    expect(made.checkBody({ strips: {} })[0]).toMatchObject({ field: 'strips', code: 'wrong-type' });
  });
});
