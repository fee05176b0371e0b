import { expect, test } from 'vitest';
import type { MeterFormat, MeterFrame } from '../link/meter-frame.ts';
import { MeterAccumulator } from './meters.ts';

const format: MeterFormat = {
  paths: ['/channel/input/1', '/channel/main/1'],
  legs: [1, 2],
  columns: [
    { name: 'peak', legs: 2, fold: 'max' },
    { name: 'mean', legs: 1, fold: 'last' },
    { name: 'gain.reductionDb', legs: 1, fold: 'min' },
  ],
};

function frame(atMs: number, rows: readonly (readonly number[])[], clips = [0, 0], of = format): MeterFrame {
  return { format: of, atMs, values: Float32Array.from(rows.flat()), clips: Uint32Array.from(clips) };
}

test('the frames since the last sample become one, each column in its own way', () => {
  const meters = new MeterAccumulator();
  meters.add(
    frame(10, [
      [0.5, 0, 0.5, -3],
      [0.25, 1, 0.5, 0],
    ]),
  );
  meters.add(
    frame(20, [
      [0.25, 0, 0.75, -6],
      [0.5, 0.5, 0.25, 0],
    ]),
  );
  meters.add(
    frame(30, [
      [0.125, 0, 0.25, -1],
      [0, 0, 0.125, -2],
    ]),
  );
  const { atMs, columns, strips } = meters.take();
  expect({ atMs, columns }).toEqual({ atMs: 30, columns: format.columns });
  expect([...strips].map(([path, { legs, values }]) => [path, legs, [...values]])).toEqual([
    ['/channel/input/1', 1, [0.5, 0, 0.25, -6]],
    ['/channel/main/1', 2, [0.5, 1, 0.125, -2]],
  ]);
  meters.add(
    frame(40, [
      [0.125, 0, 0, -1],
      [0, 0, 0, 0],
    ]),
  );
  expect([...(meters.take().strips.get('/channel/input/1')?.values ?? [])]).toEqual([0.125, 0, 0, -1]);
});

test('a clip is in one sample, and clips from before the first frame are in none', () => {
  const meters = new MeterAccumulator();
  const rows = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  const clipsOf = () => [...meters.take().strips.values()].map(({ clipped, clipCount }) => [clipped, clipCount]);
  meters.add(frame(10, rows, [2, 7]));
  meters.add(frame(20, rows, [3, 7]));
  expect(clipsOf()).toEqual([
    [true, 3],
    [false, 7],
  ]);
  meters.add(frame(30, rows, [3, 8]));
  expect(clipsOf()).toEqual([
    [false, 3],
    [true, 8],
  ]);
  meters.add(frame(40, rows, [0, 8]));
  expect(clipsOf()).toEqual([
    [false, 0],
    [false, 8],
  ]);
});

test('frames of another mixer are not folded with those of the one before', () => {
  const meters = new MeterAccumulator();
  meters.add(
    frame(
      10,
      [
        [1, 1, 1, -9],
        [1, 1, 1, -9],
      ],
      [1, 1],
    ),
  );
  const other = { paths: ['/channel/main/1'], legs: [2], columns: [{ name: 'peak', legs: 2, fold: 'max' }] } as const;
  meters.add(frame(20, [[0.5, 0.25]], [5], other));
  const { columns, strips } = meters.take();
  expect(columns).toBe(other.columns);
  expect([...strips]).toEqual([
    ['/channel/main/1', { legs: 2, values: Float32Array.of(0.5, 0.25), clipped: false, clipCount: 5 }],
  ]);
});
