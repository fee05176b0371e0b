import { expect, test } from 'vitest';
import { type Row, setting, Type, view } from '../provider.ts';
import { unknownPath } from './path-advice.ts';
import { Registry } from './registry.ts';

const params = { kind: Type.Enum(['input', 'mixMinus', 'main']), index: Type.Integer({ minimum: 1, maximum: 256 }) };
const strips = [1, 2, 3].map((index) => ({ kind: 'input' as const, index }));
const addresses = {
  has: (at: { kind: string; index: number }) => strips.some((one) => one.kind === at.kind && one.index === at.index),
  list: () => strips,
};
const fields = { value: Type.Number({ default: 0 }) };
const strip = (template: string) =>
  setting(template as '/channel/{kind}/{index}', { params, addresses, fields, writable: ['value'] });
const id = Type.String({ pattern: '^[a-z0-9]{16,64}$' });
let scenes: string[] = [];

const registry = new Registry([
  {
    provider: { name: 'desk', roots: ['channel', 'scenes', 'streams'] },
    rows: [
      ...[strip('/channel/{kind}/{index}'), strip('/channel/{kind}/{index}/meter')],
      setting('/channel', { fields, writable: ['value'] }),
      setting('/scenes/delete', { fields, writable: ['value'] }),
      view('/scenes/{id}', {
        params: { id: Type.String({ pattern: '^[a-z]+$' }) },
        addresses: { has: (at) => scenes.includes(at.id), list: () => scenes.map((each) => ({ id: each })) },
        fields,
        get: () => ({}),
      }),
      view('/streams/{id}', {
        params: { id },
        addresses: { has: () => true, list: () => [] },
        fields,
        get: () => ({}),
      }),
    ] as readonly Row[],
  },
]);
const advice = (path: string) => unknownPath(registry, path).message.replace(`There is no row at ${path}. `, '');

test.each([
  ['/channel/inputs/2', '/channel/input/2'],
  ['/chanel/inptu/2/metr', '/channel/input/2/meter'],
  ['/Channel/Input/2', '/channel/input/2'],
  ['/channel/input/2/', '/channel/input/2'],
  ['/scene/delete', '/scenes/delete'],
])('for %s the nearest address is named', (path, meant) => {
  expect(unknownPath(registry, path)).toMatchObject({
    code: 'unknown-row',
    message: `There is no row at ${path}. Did you mean ${meant}?`,
    params: { path, nearest: meant },
  });
});

test.each([
  ['/channel/input/33', 'What follows /channel/input must be a whole number from 1 to 3.'],
  ['/channel/inputs/33/meter', 'What follows /channel/input must be a whole number from 1 to 3.'],
  ['/channel/input', 'What follows /channel/input must be a whole number from 1 to 3.'],
  ['/channel/input/01', 'What follows /channel/input must be a whole number from 1 to 3.'],
  ['/channel/guitar/1', 'What follows /channel must be one of input, mixMinus, main.'],
  ['/channel/main/1', 'There is none below /channel/main at this moment.'],
  ['/channel/input/1/meter/post', 'No row is below /channel/input/1/meter.'],
  ['/streams/mine', 'What follows /streams must be text: 16 to 64 small letters and digits.'],
  ['/lights', 'A path begins with one of channel, scenes, streams.'],
  ['/', 'A path begins with one of channel, scenes, streams.'],
])('for %s what may stand there is said', (path, words) => {
  expect(advice(path)).toBe(words);
});

test('rows with many addresses are not listed for it: the nearest row above is named', () => {
  const symbols = { ...params, a: Type.String(), symbol: Type.String({ pattern: '^[a-z]+$' }) };
  const listed: unknown[] = [];
  const row = setting('/channel/{kind}/{index}/{a}/{symbol}' as '/channel/{kind}/{index}', {
    params: symbols,
    addresses: {
      has: () => false,
      list: () => {
        listed.push('asked');
        return [];
      },
    },
    fields,
    writable: ['value'],
  });
  const provider = { name: 'channel', roots: ['channel'] };
  const wide = new Registry([{ provider, rows: [strip('/channel/{kind}/{index}'), row] as readonly Row[] }]);
  const { message } = unknownPath(wide, '/channel/input/1/x/y');
  expect([message, listed]).toEqual([
    'There is no row at /channel/input/1/x/y. The nearest row above it is /channel/input/1.',
    [],
  ]);
});

test('names that exist at this moment are near or listed', () => {
  scenes = ['verse', 'chorus'];
  expect(advice('/scenes/vers')).toBe('Did you mean /scenes/verse?');
  expect(advice('/scenes/bridge')).toBe('What follows /scenes must be one of delete, verse, chorus.');
});

test('what is said is data too', () => {
  expect(unknownPath(registry, '/channel/input/33').params).toMatchObject({
    ...{ path: '/channel/input/33', after: '/channel/input', type: 'integer', minimum: 1, maximum: 3 },
  });
  expect(unknownPath(registry, '/lights').params).toMatchObject({ options: ['channel', 'scenes', 'streams'] });
});

test('a path of many segments, or of long ones, costs no more than its first faulty one', () => {
  expect(advice(`/${'x/'.repeat(4000)}`)).toContain('A path begins with');
  expect(advice(`/channel/${'inputs'.repeat(4000)}/1`)).toContain('one of input');
});
