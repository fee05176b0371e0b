import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../base/refusals.ts';
import { alias, type Row, setting, Type, task, view } from '../provider.ts';
import { Registry } from './registry.ts';

const kinds = ['input', 'main'] as const;
const params = { kind: Type.Enum([...kinds]), index: Type.Integer({ minimum: 1 }) };
const fields = { value: Type.Number({ default: 0 }) };
const ids = { id: Type.String({ pattern: '^[A-Za-z0-9._~:-]+$' }) };

const strips = () => {
  const all = [1, 2, 3].map((index) => ({ kind: 'input' as const, index }));
  let changed = () => {};
  return {
    all,
    has: (at: { kind: string; index: number }) => all.some((one) => one.kind === at.kind && one.index === at.index),
    list: () => all,
    watch: (announce: () => void) => {
      changed = announce;
      return () => {
        changed = () => {};
      };
    },
    announce: () => changed(),
  };
};

const of = (rows: readonly unknown[], name = 'channel', roots = [name]) => ({
  provider: { name, roots },
  rows: rows as readonly Row[],
});
const plain = (template: string) => setting(template as '/channel', { fields, writable: ['value'] });
/** A row as only JavaScript can write it. */
const faulty = (row: Row, wrong: object): unknown => ({ ...row, ...wrong });
const scene = (template: string, known: readonly string[] = ['one', 'recall']) =>
  view(template as '/scenes/{id}', {
    params: ids,
    addresses: { has: ({ id }) => known.includes(id), list: () => known.map((id) => ({ id })) },
    fields,
    get: () => ({}),
  });

describe('the place of a path', () => {
  const addresses = strips();
  const registry = new Registry([
    of([
      plain('/channel'),
      setting('/channel/{kind}/{index}', { params, addresses, fields, writable: ['value'] }),
      setting('/channel/{kind}/{index}/align', { params, addresses, fields, writable: ['value'] }),
    ]),
    of([scene('/scenes/{id}'), plain('/scenes/delete')], 'scenes'),
  ]);

  it('has the row, the decoded parameters and the canonical address', () => {
    const place = registry.locate('/channel/%69nput/2/align');
    expect(place).toMatchObject({ at: { kind: 'input', index: 2 }, path: '/channel/input/2/align' });
    expect(place?.row.template).toBe('/channel/{kind}/{index}/align');
    expect(registry.locate('/channel/input/2/align')).toBe(place);
  });

  it.each([
    '/channel/',
    '/Channel',
    '/channel/input/2/',
    '//channel',
    'channel',
    '',
    '/',
    '/channel/input/02',
    '/channel/input/4',
    '/channel/main/1',
    '/channel/INPUT/1',
    '/channel/input/2/align/more',
    '/channel/input%2F2',
    '/channel/input/%32%20',
    '/channel/__proto__/1',
    '/constructor',
    '/channel/../channel',
  ])('%s is no row', (path) => {
    expect(registry.locate(path)).toBeUndefined();
  });

  it('is refused where an escape is none', () => {
    expect(() => registry.locate('/channel/%zz/1')).toThrowError(expect.objectContaining({ code: 'bad-escape' }));
  });

  it('is a literal before it is a parameter, whatever the order in which rows were given', () => {
    expect(registry.locate('/scenes/delete')?.row.template).toBe('/scenes/delete');
    expect(registry.locate('/scenes/one')?.row.template).toBe('/scenes/{id}');
  });

  it('is gone when its address is, and back with it', () => {
    const before = registry.locate('/channel/input/3');
    expect(before).toBeDefined();
    const [last] = addresses.all.splice(2, 1);
    expect(registry.locate('/channel/input/3')).toBeUndefined();
    if (last !== undefined) addresses.all.push(last);
    expect(registry.locate('/channel/input/3')?.path).toBe('/channel/input/3');
  });

  it('never is anything but a place or a refusal, whatever the path', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'channel',
        'scenes',
        'input',
        '1',
        '%2e%2e',
        '..',
        '__proto__',
        'constructor',
        '*',
        '%00',
        'align',
      ),
      fc.string({ unit: 'binary' }),
      fc.webFragments(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const path = `/${segments.join('/')}`;
        try {
          const place = registry.locate(path);
          if (place !== undefined) expect(registry.locate(place.path)).toEqual(place);
        } catch (error) {
          expect(isRefusal(error)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('lists and patterns', () => {
  const addresses = strips();
  const strip = setting('/channel/{kind}/{index}', { params, addresses, fields, writable: ['value'] });
  const meter = view('/channel/{kind}/{index}/meter', { params, addresses, fields, get: () => ({}) });
  const scenes = scene('/scenes/{id}', ['one', 'delete']);
  const registry = new Registry([
    of([plain('/channel'), strip, meter]),
    of([plain('/scenes'), scenes, plain('/scenes/delete')], 'scenes'),
  ]);
  const paths = (pattern: string, most?: number) => registry.match(pattern, most).map(({ path }) => path);

  it('a list has every address that exists, but those that a literal hides', () => {
    expect(registry.list(strip).map(({ path }) => path)).toEqual([1, 2, 3].map((n) => `/channel/input/${n}`));
    expect(registry.list(scenes).map(({ path }) => path)).toEqual(['/scenes/one']);
  });

  it('a star stands for any one segment', () => {
    expect(paths('/channel/*/*/meter')).toEqual([1, 2, 3].map((n) => `/channel/input/${n}/meter`));
    expect(paths('/channel/input/*')).toEqual([1, 2, 3].map((n) => `/channel/input/${n}`));
    expect(paths('/channel/main/*')).toEqual([]);
    expect(paths('/channel/*/2')).toEqual(['/channel/input/2']);
    expect(paths('/*')).toEqual(['/channel', '/scenes']);
    expect([...paths('/scenes/*')].sort()).toEqual(['/scenes/delete', '/scenes/one']);
  });

  it('an address without a star is itself, when it exists', () => {
    expect(paths('/channel/input/1')).toEqual(['/channel/input/1']);
    expect(() => paths('/channel/input/9')).toThrowError(expect.objectContaining({ code: 'unknown-row' }));
  });

  it('a shape that no template has, and more addresses than allowed, are refused', () => {
    expect(() => paths('/nothing/*')).toThrowError(expect.objectContaining({ code: 'unknown-row' }));
    expect(() => paths('/channel/*/*', 2)).toThrowError(expect.objectContaining({ code: 'bad-request' }));
  });

  it('a change of addresses names all rows that share them, once', () => {
    const heard: string[][] = [];
    const stop = registry.onAddressesChanged((rows) => heard.push(rows.map((row) => row.template)));
    addresses.announce();
    stop();
    addresses.announce();
    expect(heard).toEqual([['/channel/{kind}/{index}', '/channel/{kind}/{index}/meter']]);
  });

  it('addresses are watched once, from when the rows are there until the end of it', () => {
    let watched = 0;
    const counted = {
      ...addresses,
      watch: () => {
        watched++;
        return () => {};
      },
    };
    const own = new Registry();
    own.onAddressesChanged(() => {});
    own.add([
      of([strip, view('/channel/{kind}/{index}/other', { params, addresses: counted, fields, get: () => ({}) })]),
    ]);
    own.onAddressesChanged(() => {});
    own.stop();
    own.onAddressesChanged(() => {});
    expect(watched).toBe(1);
  });
});

describe('faults', () => {
  const faultsOf = (rows: readonly unknown[], name = 'channel') =>
    new Registry([of(rows, name)]).errors.map(({ message }) => message);
  const addresses = { has: () => true, list: () => [] };

  it.each<[string, unknown, string]>([
    ['a path outside the roots', plain('/clock'), 'must begin with /channel'],
    ['a path that begins with a parameter', scene('/{id}'), 'must begin with /channel'],
    ['a parameter without schema', faulty(scene('/channel/{id}'), { params: {} }), '{id} has no schema'],
    ['a schema without parameter', faulty(plain('/channel'), { params: ids }), 'params.id is not in the path'],
    [
      'a parameter that can not be in a path',
      faulty(scene('/channel/{id}'), { params: { id: Type.Number() } }),
      'of strings',
    ],
    ['a path with parameters and no addresses', faulty(scene('/channel/{id}'), { addresses: {} }), 'needs addresses'],
    ['an unknown name in writable', faulty(plain('/channel'), { writable: ['other', 'value'] }), 'names other'],
    [
      'a writable field without default',
      faulty(plain('/channel'), { fields: { value: Type.Number() } }),
      'value needs a default',
    ],
    [
      'a default outside its schema',
      faulty(plain('/channel'), { fields: { value: Type.Number({ default: 'x' }) } }),
      'default of value does not fit',
    ],
    [
      'a field that is neither writable nor computed',
      faulty(plain('/channel'), { writable: [] }),
      'value: neither writable',
    ],
    ['an area of no field', faulty(plain('/channel'), { area: { other: 'x' } }), 'area.other is not a writable field'],
    ['a label that is no text', faulty(plain('/channel'), { labels: { value: 7 } }), 'labels.value is no text'],
    [
      'a confirmation of no field',
      faulty(plain('/channel'), { confirmOnUndo: { other: 'rise' } }),
      'confirmOnUndo.other is not a writable field',
    ],
    ...(
      [
        ['by no field', { other: { a: 0 } }, 'of level needs the name of one writable field with options'],
        ['by a field without options', { level: { a: 0 } }, 'of level needs the name of one writable field'],
        ['without one of the options', { type: { a: 5 } }, 'of level has no maximum for type b; name it'],
        ['below that of the field', { type: { a: 4, b: 3 } }, 'the maximum of level is not the largest'],
        ['below the default', { type: { a: 5, b: 0 } }, 'the default of level is beyond one of its maximumBy'],
      ] as const
    ).map(
      ([what, maximumBy, words]) =>
        [
          `a maximum ${what}`,
          setting('/channel', {
            fields: {
              type: Type.Enum(['a', 'b'], { default: 'a' }),
              level: Type.Number({ maximum: 5, maximumBy, default: 1 }),
            },
            writable: ['type', 'level'],
          }),
          words,
        ] as [string, Row, string],
    ),
    ...([-1, 60_001, '3 s'] as const).map(
      (settlesMs) =>
        [
          `a settling time of ${settlesMs}`,
          setting('/channel', {
            fields: { on: Type.Boolean({ settlesMs, default: false }) },
            writable: ['on'],
          }),
          'settlesMs of on must be a number of milliseconds from 0 to 60000',
        ] as [string, Row, string],
    ),
    [
      'a field with a name of JavaScript',
      setting('/channel', {
        fields: JSON.parse('{"__proto__":{"type":"number"}}'),
        writable: [],
        computed: () => ({}),
      }),
      'can not be called __proto__',
    ],
    [
      'an alias that can not be set',
      faulty(alias('/channel', { fields, get: () => ({}) }), { writable: ['value'] }),
      'needs set',
    ],
    [
      'a list merged by no writable field',
      faulty(alias('/channel', { fields, get: () => ({}) }), { mergedBy: { value: ['a'] } }),
      'mergedBy.value',
    ],
    ['a view that can not be written', faulty(scene('/channel/{id}'), { writable: ['value'] }), 'needs write'],
    [
      'a task with a field of every task',
      task('/channel', { extra: { running: Type.Boolean() }, run: () => ({}) }),
      'extra.running',
    ],
    ['a thing that is no row', { template: '/channel' }, 'this is no row'],
    ['nothing', null, 'this is no row'],
  ])('%s is named', (_what, row, words) => {
    expect(faultsOf([row]).join('\n')).toContain(words);
  });

  it('two rows of one shape are named, the second as the one too many', () => {
    const registry = new Registry([
      of([scene('/channel/{id}'), faulty(scene('/channel/{name}'), { params: { name: ids.id } })]),
    ]);
    expect(registry.errors).toEqual([
      expect.objectContaining({ template: '/channel/{name}', message: expect.stringContaining('/channel/{id}') }),
    ]);
  });

  it('an option that is the path of another row is named', () => {
    const option = faulty(scene('/channel/{id}'), { params: { id: Type.Enum(['a', 'b']) }, addresses });
    expect(faultsOf([option, plain('/channel/b')])[0]).toContain('{id} may be "b"');
    expect(faultsOf([option, plain('/channel/c')])).toEqual([]);
  });

  it('come all at once, and only the providers that have them are left out', () => {
    const registry = new Registry([
      of([plain('/channel'), faulty(plain('/channel/x'), { writable: ['a', 'b'] })]),
      of([plain('/clock')], 'clock'),
      of([plain('/elsewhere')], 'safety'),
    ]);
    expect(registry.errors.map(({ provider }) => provider)).toEqual(['channel', 'channel', 'channel', 'safety']);
    expect(registry.rows.map(({ template }) => template)).toEqual(['/clock']);
    expect(registry.locate('/channel')).toBeUndefined();
  });
});
