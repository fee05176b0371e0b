import { expect, test } from 'vitest';
import { stripOf } from './strip-of.ts';

test.each([
  ['/channel/input/3/eq/bands/1', '/channel/input/3'],
  ['/channel/input/3', '/channel/input/3'],
  ['/console/bpm', '/console/bpm'],
  ['/stagebox/one/inputs/2', '/stagebox/one/inputs/2'],
  ['/stagebox/one/inputs/2/more', '/stagebox/one/inputs/2'],
])('%s is of %s', (path, strip) => {
  expect(stripOf(path)).toBe(strip);
});
