import { expect, test } from 'vitest';
import { atOnce } from '../base/steps.ts';
import { setting, Type, view } from '../provider.ts';
import { AddressBook } from './address-book.ts';
import { Registry } from './registry.ts';

const params = { kind: Type.Enum(['input', 'main']), index: Type.Integer({ minimum: 1 }) };
const strips = [
  { kind: 'input' as const, index: 1 },
  { kind: 'input' as const, index: 2 },
  { kind: 'input' as const, index: 10 },
  { kind: 'main' as const, index: 1 },
];
let listed = 0;
const addresses = {
  has: () => true,
  list: () => {
    listed++;
    return strips;
  },
};
const fields = { a: Type.Number({ default: 0 }) };
const band = Type.Integer({ minimum: 1 });
let listedBands = 0;
const deep = {
  has: () => true,
  list: () => {
    listedBands++;
    return strips.slice(0, 1).map((strip) => ({ ...strip, band: 1 }));
  },
};
const registry = new Registry([
  {
    provider: { name: 'channel', roots: ['channel', 'clock'] },
    rows: [
      view('/channel', { fields, get: () => ({}) }),
      view('/clock', { fields, get: () => ({}) }),
      setting('/channel/{kind}/{index}', { params, addresses, fields, writable: ['a'] }),
      setting('/channel/{kind}/{index}/align', { params, addresses, fields, writable: ['a'] }),
      view('/channel/{kind}/{index}/eq/{band}', {
        params: { ...params, band },
        addresses: deep,
        fields,
        get: () => ({}),
      }),
    ],
  },
]);
const book = new AddressBook(registry);
const next = (begin: string) => atOnce(book.next(begin));

test('an address goes on to its next slash, and a row that has rows below is both', () => {
  expect(next('/')).toEqual(['/channel', '/channel/', '/clock']);
  expect(next('')).toEqual(next('/'));
  expect(next('/cl')).toEqual(['/clock']);
  expect(next('/channel/')).toEqual(['/channel/input/', '/channel/main/']);
});

test('parameters are those that exist now, numbers by value', () => {
  expect(next('/channel/input/')).toEqual([
    ...['/channel/input/1', '/channel/input/1/', '/channel/input/2', '/channel/input/2/'],
    ...['/channel/input/10', '/channel/input/10/'],
  ]);
  expect(next('/channel/main/1/')).toEqual(['/channel/main/1/align']);
  expect(next('/channel/input/1/')).toEqual(['/channel/input/1/align', '/channel/input/1/eq/']);
  expect(next('/channel/main/7')).toEqual([]);
  expect(next('/elsewhere/')).toEqual([]);
});

test('rows that share their addresses are asked once, and those further down not at all', () => {
  listed = listedBands = 0;
  next('/channel/');
  expect([listed, listedBands]).toEqual([1, 0]);
});

test('the addresses of a template are counted out', () => {
  expect(book.of('/channel/{kind}/{index}', 2)).toEqual(['/channel/input/1', '/channel/input/2']);
  expect(book.of('/nowhere', 2)).toEqual([]);
});

test('many addresses are looked at in steps', () => {
  const many = Array.from({ length: 4500 }, (_, at) => ({ n: at + 1 }));
  const n = Type.Integer({ minimum: 1 });
  const row = view('/many/{n}', {
    ...{ params: { n }, fields, get: () => ({}) },
    addresses: { has: () => true, list: () => many },
  });
  const steps = new AddressBook(new Registry([{ provider: { name: 'many', roots: ['many'] }, rows: [row] }])).next(
    '/many/4',
  );
  let count = 0;
  for (let { done, value } = steps.next(); ; { done, value } = steps.next(), count++) {
    if (done !== true) continue;
    expect(value).toHaveLength(612);
    break;
  }
  expect(count).toBe(4);
});
