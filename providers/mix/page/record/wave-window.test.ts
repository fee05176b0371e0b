import { expect, test } from 'vitest';
import { moved, partsOf, scaleOf, withinTake, zoomed, zoomFor } from './wave-window.ts';

test('what is in sight stays inside of the take', () => {
  expect(withinTake({ fromS: -5, toS: 5 }, 60)).toEqual({ fromS: 0, toS: 10 });
  expect(withinTake({ fromS: 55, toS: 75 }, 60)).toEqual({ fromS: 40, toS: 60 });
  expect(withinTake({ fromS: 0, toS: 100 }, 60)).toEqual({ fromS: 0, toS: 60 });
  expect(withinTake({ fromS: 10, toS: 10 }, 60)).toEqual({ fromS: 10, toS: 10.05 });
  expect(withinTake({ fromS: 0, toS: 1 }, 0)).toEqual({ fromS: 0, toS: 0 });
});

test('a zoom keeps the moment under the finger where it is, a move keeps the zoom', () => {
  expect(zoomed({ fromS: 0, toS: 100 }, 0.5, 50, 100)).toEqual({ fromS: 25, toS: 75 });
  expect(zoomed({ fromS: 20, toS: 40 }, 0.5, 20, 100)).toEqual({ fromS: 20, toS: 30 });
  expect(zoomed({ fromS: 25, toS: 75 }, 4, 50, 100)).toEqual({ fromS: 0, toS: 100 });
  expect(moved({ fromS: 20, toS: 40 }, 0.5, 100)).toEqual({ fromS: 30, toS: 50 });
  expect(moved({ fromS: 20, toS: 40 }, -2, 100)).toEqual({ fromS: 0, toS: 20 });
});

test('the coarsest zoom that is fine enough is drawn', () => {
  const zooms = [256, 1024, 4096].map((framesPerPeak) => ({ framesPerPeak }));
  expect([10, 256, 1023, 1024, 100_000].map((frames) => zoomFor(zooms, frames)?.framesPerPeak)).toEqual([
    256, 256, 256, 1024, 4096,
  ]);
  expect(zoomFor([], 10)).toBe(undefined);
});

test('a scale has round times', () => {
  expect(scaleOf({ fromS: 0, toS: 60 }, 7)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(scaleOf({ fromS: 61, toS: 100 }, 3)).toEqual([75, 90]);
  expect(scaleOf({ fromS: 0, toS: 0 }, 3)).toEqual([0]);
});

test('parts begin behind the gaps before them', () => {
  const parts = [
    { number: 1, frames: 48_000, gapFrames: 0 },
    { number: 2, frames: 48_000, gapFrames: 24_000 },
    { number: 3, frames: 48_000, gapFrames: 0 },
  ];
  expect(partsOf(parts, 48_000)).toEqual([
    { number: 1, fromS: 0, toS: 0 },
    { number: 2, fromS: 1, toS: 1.5 },
    { number: 3, fromS: 2.5, toS: 2.5 },
  ]);
});
