import { expect, test } from 'vitest';
import { DoubleTap, Drag } from './drag.ts';

const at = (x: number, y: number) => ({ x, y });
const from = (travel: number) => new Drag({ travel, travelPx: 300, at: at(0, 500) });

test('a trembling finger moves nothing, and the dead zone is no jump', () => {
  const drag = from(0.5);
  expect([at(0, 497), at(90, 503), at(0, 500)].map((point) => drag.move(point))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(drag.hasMoved).toBe(false);
  expect(drag.move(at(0, 496))).toBe(0.5);
  expect(drag.move(at(0, 466))).toBeCloseTo(0.6);
});

test('what overruns an end is forgotten: turning back moves at once', () => {
  const drag = from(0.9);
  drag.move(at(0, 496));
  expect(drag.move(at(0, 300))).toBe(1);
  expect(drag.move(at(0, 330))).toBeCloseTo(0.9);
  expect(drag.move(at(0, 900))).toBe(0);
  expect(drag.move(at(0, 870))).toBeCloseTo(0.1);
});

test('a finger far sideways, or Shift, moves at a fifth of the speed from where it is', () => {
  const drag = from(0.5);
  drag.move(at(0, 496));
  expect(drag.move(at(61, 466))).toBeCloseTo(0.52);
  expect(drag.isFine).toBe(true);
  expect(drag.move(at(0, 436))).toBeCloseTo(0.62);
  expect(drag.move(at(0, 406), true)).toBeCloseTo(0.64);
});

test('a control that goes elsewhere meanwhile is dragged from there', () => {
  const drag = from(0.5);
  drag.move(at(0, 496));
  drag.standAt(0.2);
  expect(drag.move(at(0, 466))).toBeCloseTo(0.3);
});

test('a drag to the right is the same along the other axis', () => {
  const drag = new Drag({ travel: 0.5, travelPx: 200, at: at(100, 0), towards: 'right' });
  drag.move(at(104, 0));
  expect(drag.move(at(124, 0))).toBeCloseTo(0.6);
});

test('a short control moves as exactly as a long one near the start of the finger, and reaches its ends all the same', () => {
  const drag = new Drag({ travel: 0.5, travelPx: 60, at: at(100, 0), towards: 'right', startTravelPx: 400 });
  drag.move(at(104, 0));
  expect(drag.move(at(105, 0))).toBeCloseTo(0.5 + 1 / 400);
  expect(drag.move(at(134, 0))).toBeCloseTo(0.5 + 30 / 400);
  expect(drag.move(at(140, 0))).toBeCloseTo(0.5 + 30 / 400 + 6 / 60);
  expect(drag.move(at(104, 0))).toBeCloseTo(0.5);
  expect(drag.move(at(20, 0))).toBe(0);
});

test('two taps within 300 ms and 12 px are one gesture; a third begins anew', () => {
  const taps = new DoubleTap();
  expect([taps.tap(at(0, 0), 0), taps.tap(at(5, 5), 250), taps.tap(at(5, 5), 300)]).toEqual([false, true, false]);
  expect([taps.tap(at(5, 5), 700), taps.tap(at(20, 5), 800)]).toEqual([false, false]);
  taps.forget();
  expect(taps.tap(at(20, 5), 900)).toBe(false);
});
