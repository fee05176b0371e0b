import { expect, test } from 'vitest';
import { hasVersion, takesGzip } from './negotiation.ts';

test.each([
  ['gzip', true],
  ['br, GZIP', true],
  ['gzip;q=0.001, identity', true],
  ['x-gzip', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['br, gzipped', false],
  ['gzip;q=much', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s: gzip %s', (field, takes) => {
  expect(takesGzip(field)).toBe(takes);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b",W/"c,d" , "a"', true],
  ['*', true],
  ['"b"', false],
  ['"b, a"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match %s has the version "a": %s', (field, has) => {
  expect([hasVersion(field, '"a"'), hasVersion(field, 'W/"a"')]).toEqual([has, has]);
});
