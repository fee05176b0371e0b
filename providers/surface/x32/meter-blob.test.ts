import { expect, test } from 'vitest';
import { models } from '../../../hardware-drivers/lib/x32/js/table/models.ts';
import { meterBlob, silenceDb } from './meter-blob.ts';

test('an X32 has factors, an XR18 has 1/256 dB; both with their count, the lowest byte first', () => {
  const values = [0, -20, silenceDb, 6];
  const factors = new DataView(meterBlob(values, 'factor').buffer);
  expect(factors.getInt32(0, true)).toBe(4);
  const floats = values.map((_, n) => factors.getFloat32(4 + n * 4, true));
  for (const [n, wanted] of [1, 0.1, 0, 1.9953].entries()) expect(floats[n]).toBeCloseTo(wanted, 4);
  expect([...meterBlob(values, 'decibel')]).toEqual([4, 0, 0, 0, 0, 0, 0, 0xec, 0, 0x80, 0, 6]);
});

test('the counts are those that each desk says', () => {
  const countOf = (model: keyof typeof models, number: string) =>
    models[model].meters.parts(number, [])?.reduce((sum, part) => sum + ('count' in part ? part.count : 1), 0);
  const counts = (model: keyof typeof models) => Array.from({ length: 17 }, (_, n) => countOf(model, String(n)));
  const none = undefined;
  expect(counts('X32')).toEqual([70, 96, 49, 22, 82, 27, 4, 16, 6, 32, 32, 5, 4, 48, 80, none, none]);
  expect(counts('XR18').slice(0, 11)).toEqual([8, 40, 36, 56, 100, 44, 39, 16, 4, 4, none]);
});

test('meters name strips that the desk has', () => {
  for (const { meters, strips, counters } of Object.values(models)) {
    const kinds = Object.keys(strips).map((strip) => strip.replace(/\{\w+\}/, ''));
    expect(Object.keys(counters)).not.toEqual([]);
    for (let number = 0; number < 17; number += 1) {
      for (const part of meters.parts(String(number), []) ?? []) {
        if ('strip' in part)
          expect(
            kinds.some((kind) => part.strip.startsWith(kind)),
            part.strip,
          ).toBe(true);
      }
    }
  }
});
