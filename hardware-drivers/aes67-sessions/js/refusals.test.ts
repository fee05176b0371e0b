import { expect, test } from 'vitest';
import { type Refusal, Refusals } from './refusals.ts';

const refused = (refusals: Refusals) => refusals.observe().value as readonly Refusal[];
const each = { address: '10.0.0.1', via: 'sap', reason: 'it is compressed', atMs: 5 } as const;

test('what is refused again is counted, and the newest stands first', () => {
  const refusals = new Refusals();
  refusals.add(each);
  refusals.add({ ...each, address: '10.0.0.2' });
  const before = refusals.observe();
  expect(refusals.observe()).toBe(before);
  refusals.add({ ...each, atMs: 7 });
  expect(refused(refusals)).toEqual([
    { ...each, count: 2, atMs: 7 },
    { ...each, address: '10.0.0.2', count: 1 },
  ]);
});

test('the list has 32 entries at most, and four of one sender, in one line each', () => {
  const refusals = new Refusals();
  refusals.add(each);
  for (let index = 0; index < 1_000; index++) refusals.add({ ...each, address: '10.0.0.9', reason: `reason ${index}` });
  expect(refused(refusals).map(({ reason }) => reason)).toEqual([
    ...['reason 999', 'reason 998', 'reason 997', 'reason 996', 'it is compressed'],
  ]);
  for (let index = 0; index < 1_000; index++) refusals.add({ ...each, address: `10.0.1.${index}` });
  expect(refused(refusals)).toHaveLength(32);
  refusals.add({ ...each, reason: `a\r\n\u202eb${'x'.repeat(500)}` });
  expect(refused(refusals)[0]?.reason).toMatch(/^a bx{197}$/);
  refusals.clear();
  expect(refused(refusals)).toEqual([]);
});
