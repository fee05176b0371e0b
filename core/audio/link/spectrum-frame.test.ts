import { expect, test } from 'vitest';
import { decodeSpectrum, encodeSpectrum } from './spectrum-frame.ts';

test('a spectrum comes out as it went in, wherever in memory its frame arrived', () => {
  const frame = { atMs: 1_700_000_000_000.5, number: 4_000_000_000, levelsDb: new Float32Array([-144, -3.01, 0]) };
  const shifted = Buffer.concat([Buffer.alloc(1), encodeSpectrum(frame)]).subarray(1);
  expect(decodeSpectrum(shifted)).toEqual(frame);
});

test('what is no spectrum is refused', () => {
  expect(() => decodeSpectrum(Buffer.alloc(8))).toThrow('8 bytes');
  expect(() => decodeSpectrum(Buffer.alloc(15))).toThrow('15 bytes');
});
