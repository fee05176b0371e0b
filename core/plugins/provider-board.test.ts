import { expect, test } from 'vitest';
import { defineProvider } from '../provider.ts';
import { startProviders } from './assembly.ts';
import { ProviderBoard } from './provider-board.ts';

const rowProvider = (name: string, start = () => {}) => {
  return { provider: defineProvider({ name, rows: () => [] }), rows: [], problems: [], start };
};
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const raised: string[] = [];
const warnings = {
  raise: ({ id }: { readonly id: string }) => void raised.push(id),
  clear() {},
  acknowledge() {},
  onAcknowledged: () => () => {},
  list: () => [],
  watch: () => () => {},
};

test('a provider whose start throws is degraded with the reason, and the others run', () => {
  const board = new ProviderBoard();
  const broken = rowProvider('broken', () => {
    throw new Error('no lamp is there');
  });
  const providers = [broken, rowProvider('lamp')];
  board.assembled({ providers, problems: [], packageOf: new Map([['lamp', '@maker/lamp']]) });
  expect(board.list.map(({ state }) => state)).toEqual(['running', 'running']);
  startProviders({ providers, required: new Set() }, { log: silent, warnings, board });
  expect(raised).toEqual(['provider-start-broken']);
  expect(board.list).toEqual([
    {
      ...{ name: 'broken', package: 'broken', roots: ['broken'], state: 'degraded' },
      reason: expect.stringContaining('no lamp is there'),
    },
    { name: 'lamp', package: '@maker/lamp', roots: ['lamp'], state: 'running', reason: '' },
  ]);
});

test('a provider with problems stands once, with all of them', () => {
  const board = new ProviderBoard();
  const problem = (field: string) => ({ provider: 'dark', field, problem: 'is wrong', remedy: 'mend it' });
  const parts = { providers: [rowProvider('dark'), rowProvider('lamp')], packageOf: new Map() };
  board.assembled({ ...parts, problems: [problem('rows'), problem('offers')] });
  expect(board.list.map(({ name, state }) => [name, state])).toEqual([
    ['dark', 'left-out'],
    ['lamp', 'running'],
  ]);
  expect(board.list[0]?.reason).toBe(
    'provider "dark", rows: is wrong; mend it. provider "dark", offers: is wrong; mend it',
  );
});
