import { beforeEach, expect, test } from 'vitest';
import { fadedDb } from './fade-law.ts';
import { Fading } from './fading.ts';

const strip = '/channel/input/1';
const send = '/channel/input/1/sends/mix/1';

let nowMs = 0;
let fading: Fading;
let row: Readonly<Record<string, unknown>>;
beforeEach(() => {
  nowMs = 0;
  fading = new Fading(() => nowMs);
  row = { levelDb: 0, muted: false };
});

const apply = (path: string, fields: Readonly<Record<string, unknown>>, fadeMs?: number) =>
  fading.apply(
    Object.entries(fields).map(([field, value]) => ({
      path,
      field,
      value,
      ...(fadeMs === undefined ? {} : { fadeMs }),
    })),
    (_path, field) => row[field],
  );
const held = (path: string, levelDb: number) => [
  { path, field: 'levelDb', value: levelDb },
  path === send ? { path, field: 'on', value: true } : { path, field: 'muted', value: false },
];

test('a level on its way is held where it is, to a tenth of a decibel, and is there when its time is over', () => {
  apply(strip, { levelDb: -40 }, 2000);
  nowMs = 333;
  expect([fading.leftMs, fading.levels()]).toEqual([1667, held(strip, -6.7)]);
  nowMs = 2000;
  expect([fading.leftMs, fading.levels()]).toEqual([0, []]);
});

test('a strip that fades to a mute is held open, at what is heard of it; one that is silent yet is left to its end', () => {
  apply(strip, { levelDb: -30, muted: true }, 1000);
  expect(fading.levels()).toEqual(held(strip, 0));
  nowMs = 500;
  expect(fading.levels()).toEqual(held(strip, -3));
  row = { levelDb: -6, on: false };
  apply(send, { on: true }, 1000);
  expect(fading.levels()).toEqual(held(strip, -3));
  nowMs = 1000;
  expect(fading.levels()).toEqual(held(send, -9));
});

test('another fade goes on from where the first one is; who asks without a fade ends it', () => {
  apply(strip, { levelDb: -40 }, 1000);
  nowMs = 500;
  apply(strip, { levelDb: 0, muted: false }, 1000);
  nowMs = 1000;
  expect([fading.leftMs, fading.levels()]).toEqual([500, held(strip, -10)]);
  apply(strip, { pan: 0 });
  expect(fading.leftMs).toBe(500);
  apply(strip, { levelDb: -3 });
  expect(fading.leftMs).toBe(0);
});

test('a level that is asked for without a fade leaves the mute on its way, and the other way round', () => {
  apply(strip, { levelDb: -30, muted: true }, 1000);
  nowMs = 500;
  apply(strip, { muted: false });
  expect([fading.leftMs, fading.levels()]).toEqual([500, held(strip, -15)]);
  apply(strip, { levelDb: -6, muted: false });
  expect(fading.leftMs).toBe(0);

  apply(strip, { levelDb: -30, muted: true }, 1000);
  nowMs = 1000;
  apply(strip, { levelDb: -6 });
  expect([fading.leftMs, fading.levels()]).toEqual([500, held(strip, -9)]);
  apply(strip, { muted: true });
  expect(fading.leftMs).toBe(0);
});

test('between audible levels a fade is linear in dB, from and to silence of equal power', () => {
  expect(fadedDb(-60, 0, 0.25)).toBe(-45);
  expect(fadedDb(-144, 0, 0.5)).toBeCloseTo(-3.01, 2);
  expect(fadedDb(-6, Number.NEGATIVE_INFINITY, 0.5)).toBeCloseTo(-9.01, 2);
  expect(fadedDb(-144, -80, 0.5)).toBe(-80);
});
