import { expect, test } from 'vitest';
import { decodeMeters, encodeMeters, floatsPerStrip, type MeterFormat } from './meter-frame.ts';

const format: MeterFormat = {
  paths: ['/channel/input/1', '/channel/main/1'],
  legs: [1, 2],
  columns: [
    { name: 'peak', legs: 2, fold: 'max' },
    { name: 'gain.reductionDb', legs: 1, fold: 'min' },
  ],
};

test('a frame has a float for each leg of each column of each strip, and the clips', () => {
  const values = Float32Array.of(0.5, 0, -3, 0.25, 1, 0);
  const clips = Uint32Array.of(0, 4_000_000_000);
  const body = encodeMeters({ atMs: 1_767_225_600_000.5, values, clips });
  expect(floatsPerStrip(format)).toBe(3);
  expect(body).toHaveLength(8 + 2 * 4 * 4);
  // at an odd place of a larger buffer, as it comes off a socket
  const moved = Buffer.concat([Buffer.alloc(5), body]).subarray(5);
  expect(decodeMeters(moved, format)).toEqual({ format, atMs: 1_767_225_600_000.5, values, clips });
});

test('a frame of another format, and one before any format, are refused', () => {
  const body = encodeMeters({ atMs: 0, values: new Float32Array(5), clips: new Uint32Array(1) });
  expect(() => decodeMeters(body, format)).toThrow('a frame of meters has 32 bytes');
  expect(() => decodeMeters(Buffer.alloc(0), format)).toThrow('a frame of meters has 0 bytes');
  expect(() => decodeMeters(body, undefined)).toThrow('a frame of meters came before their format');
});
