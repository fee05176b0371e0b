import { expect, test } from 'vitest';
import { TakePlaces } from './take-places.ts';

const places = new TakePlaces(`1 0 1000000000
ring 0 18446744073709551615 5000
ring 3000 18446744073709551615 7000
2 4000 2500000
ring 4000 12 0
2 40`);
const epoch = '18446744073709551615';

test('parts have their first frame and its time; a line that was cut counts as none', () => {
  expect([...places.parts]).toEqual([
    [1, { at: 0, monotonicMs: 1000 }],
    [2, { at: 4000, monotonicMs: 2.5 }],
  ]);
});

test('the frame behind a length is found in its ring', () => {
  expect(places.behind(500)).toEqual({ epoch, frame: 5500, isBehindGap: false });
  // 1000 of the frames before 3000 are an xrun's, which no ring has.
  expect(places.behind(2500)).toEqual({ epoch, frame: 7000, isBehindGap: false });
  expect(places.behind(3000)).toEqual({ epoch, frame: 7000, isBehindGap: true });
  expect(places.behind(3999)).toEqual({ epoch, frame: 7999, isBehindGap: false });
  expect(places.behind(9000)).toEqual({ epoch: '12', frame: 5000, isBehindGap: false });
});

test('without a place there is none', () => {
  expect(new TakePlaces('').behind(0)).toBe(null);
  expect(new TakePlaces('1 0 5').behind(10)).toBe(null);
});
