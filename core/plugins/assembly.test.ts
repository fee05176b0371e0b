import { expect, test } from 'vitest';
import type { ProviderProblem } from '../base/start-error.ts';
import { rootsFirst } from './assembly.ts';

const fault = (provider: string, more: Partial<ProviderProblem> = {}): ProviderProblem => ({
  ...{ provider, field: '', problem: '', remedy: '' },
  ...more,
});
const isKnown = (name: string) => ['console', 'channel'].includes(name);
const names = (faults: readonly ProviderProblem[]) => faults.map(({ provider }) => provider);

test('the root comes before what follows from it, whatever the order of the configuration', () => {
  const faults = [fault('meters', { follows: 'channel' }), fault('channel', { follows: 'console' }), fault('console')];
  expect(names(rootsFirst(faults, isKnown))).toEqual(['console', 'channel', 'meters']);
});

test('a provider that is needed and not switched on is the root', () => {
  const faults = [fault('clock', { follows: 'console' }), fault('channel', { follows: 'console' })];
  expect(rootsFirst(faults, isKnown)).toEqual([
    {
      provider: 'console',
      field: '',
      problem: 'is not switched on, and clock, channel need it',
      remedy: 'add "console" to providers',
    },
    ...faults,
  ]);
});

test('one whose name is a typing error is the one that was meant', () => {
  const faults = [fault('clock', { follows: 'console' }), fault('consle', { meant: 'console' })];
  expect(names(rootsFirst(faults, isKnown))).toEqual(['consle', 'clock']);
});

test('a token of an unknown provider makes no order, and providers that wait for each other are all reported', () => {
  const faults = [fault('lights', { follows: 'dimmer' }), fault('a', { follows: 'b' }), fault('b', { follows: 'a' })];
  expect(rootsFirst(faults, isKnown)).toEqual(faults);
});
