import { describe, expect, it } from 'vitest';
import { ifMatchHolds, newestEtag } from './etag.ts';

describe('the newest of several versions', () => {
  it('is that of the highest revision, whatever its number of digits', () => {
    expect(newestEtag(['"a-b-9"', '"a-b-10"', '"a-b-2"'])).toBe('"a-b-10"');
    expect(newestEtag(['"a-0"'])).toBe('"a-0"');
    expect(newestEtag([])).toBeUndefined();
  });
});

describe('If-Match', () => {
  it.each([
    ['"a-1"', true],
    ['*', true],
    [' "a-2" , "a-1"', true],
    ['"a-2"', false],
    ['W/"a-1"', false],
    ['a-1', false],
    ['', false],
  ])('%s holds: %s', (ifMatch, holds) => {
    expect(ifMatchHolds(ifMatch, '"a-1"')).toBe(holds);
  });

  it('holds for a row without version only as a star', () => {
    expect([ifMatchHolds('*', undefined), ifMatchHolds('"a-1"', undefined)]).toEqual([true, false]);
  });
});
