import { expect, test } from 'vitest';
import { Value } from '../../base/typebox.ts';
import type { AudioDevice } from '../../driver.ts';
import { Figures } from '../link/shapes.ts';
import { plainFigures, plainReading } from './untrusted.ts';

test('figures travel as they are', () => {
  const figures = {
    ...{ rate: 48000, quantum: 64, xruns: 2, lastXrunMs: 1_700_000_000_000, blockUs: 12.5, blockMaxUs: 80 },
    ...{ wakeupJitterUs: 3, policy: 'fifo', priority: 80 },
  };
  expect(plainFigures(figures)).toEqual(figures);
});

test.each([
  ['nothing', {}],
  ['what is no number', { rate: Number.NaN, quantum: Number.POSITIVE_INFINITY, xruns: '3', blockUs: null, policy: 5n }],
  ['a moment that no date has', { lastXrunMs: 1e300, policy: 'x'.repeat(1e6) }],
])('a driver that says %s in its figures says something that fits the link all the same', (_what, said) => {
  const { lastXrunMs, ...plain } = plainFigures(said as unknown as ReturnType<AudioDevice['figures']>);
  const sent = JSON.parse(JSON.stringify({ ...plain, lastXrunMs, dspLoadPercent: 0, dspLoadMaxPercent: 0 }));
  expect([...Value.Errors(Figures, sent)]).toEqual([]);
  expect(() => new Date(lastXrunMs).toISOString()).not.toThrow();
  expect(plain.policy.length).toBeLessThan(100);
});

test('a reading without JSON is refused', () => {
  expect(() => plainReading({ path: '/a', field: 'f', value: 5n, state: 'applied' })).toThrow(/BigInt/);
});
