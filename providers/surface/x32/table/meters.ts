// What the blobs of `/meters/0` to `/meters/16` have, as "Unofficial X32/M32 OSC Remote Protocol" says: levels as factors,
// 1 for full scale; gains of gates and dynamics as factors, 1 for none taken away.

/** `pre` and `post` are levels before and behind the fader, `left` and `right` legs behind it, `dynamics` a gain. */
export type MeterTap = 'pre' | 'post' | 'left' | 'right' | 'dynamics';

/** Strips at an address with a number, from and to; or so many values that this desk does not have. */
export type MeterPart =
  | { readonly strips: string; readonly digits?: number; readonly count?: number; readonly tap: MeterTap }
  | { readonly count: number; readonly always: 0 | 1 };

const of = (strips: string, count: number, tap: MeterTap): MeterPart => ({ strips, digits: 2, count, tap });
const one = (strips: string, tap: MeterTap): MeterPart => ({ strips, tap });
const silent = (count: number): MeterPart => ({ count, always: 0 });
const open = (count: number): MeterPart => ({ count, always: 1 });

const mains = [one('/main/st', 'left'), one('/main/st', 'right'), one('/main/m', 'post')];
const inputs = [of('/ch', 32, 'pre'), of('/auxin', 8, 'pre'), of('/fxrtn', 8, 'pre')];

export const meterParts: Readonly<Record<string, readonly MeterPart[]>> = {
  '0': [...inputs, of('/bus', 16, 'post'), of('/mtx', 6, 'post')],
  '1': [of('/ch', 32, 'pre'), open(32), of('/ch', 32, 'dynamics')],
  '2': [
    ...[of('/bus', 16, 'post'), of('/mtx', 6, 'post'), ...mains],
    ...[of('/bus', 16, 'dynamics'), of('/mtx', 6, 'dynamics'), one('/main/st', 'dynamics'), one('/main/m', 'dynamics')],
  ],
  '3': [silent(6), of('/auxin', 8, 'pre'), of('/fxrtn', 8, 'pre')],
  '4': [of('/ch', 32, 'pre'), of('/auxin', 8, 'pre'), silent(42)],
  '7': [of('/bus', 16, 'pre')],
  '8': [of('/mtx', 6, 'pre')],
  '9': [silent(32)],
  '10': [silent(32)],
  '11': [silent(5)],
  '12': [one('/main/st', 'left'), one('/main/st', 'right'), silent(2)],
  '13': inputs,
  '14': [silent(80)],
};

/** `/meters/5`: sixteen channels of a layer, eight of a group, the mains. */
export function layerParts(layer: number, group: number): readonly MeterPart[] {
  const channels = [
    ...[span('/ch', 1, 16, 'pre'), span('/ch', 17, 16, 'pre')],
    ...[[...span('/auxin', 1, 8, 'pre'), ...span('/fxrtn', 1, 8, 'pre')], span('/bus', 1, 16, 'post')],
  ][layer] ?? [silent(16)];
  const groups = [
    ...[[silent(8)], span('/bus', 1, 8, 'post'), span('/bus', 9, 8, 'post')],
    ...[[...span('/mtx', 1, 6, 'post'), silent(2)]],
  ][group] ?? [silent(8)];
  return [...channels, ...groups, ...mains];
}

/** `/meters/6`: one strip, by its number among all. */
export function stripParts(number: number): readonly MeterPart[] {
  const all = [
    ...[...span('/ch', 1, 32, 'pre'), ...span('/auxin', 1, 8, 'pre'), ...span('/fxrtn', 1, 8, 'pre')],
    ...[...span('/bus', 1, 16, 'pre'), ...span('/mtx', 1, 6, 'pre'), one('/main/st', 'pre'), one('/main/m', 'pre')],
  ];
  const part = all[number];
  if (part === undefined || !('strips' in part)) return [silent(1), open(2), silent(1)];
  return [part, open(1), { ...part, tap: 'dynamics' }, { ...part, tap: 'post' }];
}

function span(kind: string, first: number, count: number, tap: MeterTap): readonly MeterPart[] {
  return Array.from({ length: count }, (_, n) => one(`${kind}/${String(first + n).padStart(2, '0')}`, tap));
}
