import { expect, test } from 'vitest';
import { FakeTime } from '../testing/fake-time.ts';
import { Links } from './links.ts';

test('a link is good once, for ten minutes', () => {
  const time = new FakeTime();
  const links = new Links(time);
  const [first, second, third] = [links.make('Maria'), links.make('Jo'), links.make('Jo')];
  expect([links.spend(first), links.spend(first), links.spend('nothing')]).toEqual(['Maria', undefined, undefined]);
  time.advance(600_000 - 1);
  expect(links.spend(second)).toBe('Jo');
  time.advance(1);
  expect(links.spend(third)).toBeUndefined();
});

test('the 65th link ends the first', () => {
  const links = new Links(new FakeTime());
  const made = Array.from({ length: 65 }, (_, n) => links.make(`key ${n}`));
  expect(links.spend(made[0] as string)).toBeUndefined();
  expect(links.spend(made[1] as string)).toBe('key 1');
});
