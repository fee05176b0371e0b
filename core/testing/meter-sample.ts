// Meters of a mixer that does not exist.
import type { MeterColumn } from '../driver.ts';
import type { MeterSample, StripMeter } from '../services.ts';

/** By column, `prePeak` or `gate.reductionDb`: a number, or one for each leg. */
type Values = Readonly<Record<string, number | readonly number[]>>;

/**
 * A sample of these strips by their paths; `clipped` are the paths of those that clipped. Its columns are those of the
 * first strip; a strip has as many legs as its longest list.
 */
export function meterSample(
  strips: Readonly<Record<string, Values>>,
  atMs: number,
  clipped: readonly string[] = [],
): MeterSample {
  const names = Object.keys(Object.values(strips)[0] ?? {});
  const columns = names.map((name): MeterColumn => ({ name, legs: 2, fold: 'last' }));
  const meters = Object.entries(strips).map(([path, values]): [string, StripMeter] => {
    const lists = names.map((name) => [values[name] ?? 0].flat());
    const legs = Math.max(...lists.map(({ length }) => length));
    const floats = Float32Array.from(lists.flatMap(([left = 0, right = 0]) => [left, right]));
    const isClipped = clipped.includes(path);
    return [path, { legs, values: floats, clipped: isClipped, clipCount: isClipped ? 1 : 0 }];
  });
  return { atMs, columns, strips: new Map(meters) };
}
