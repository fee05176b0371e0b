// What the blobs of `/meters/0` to `/meters/16` have, as "Unofficial X32/M32 OSC Remote Protocol" says: levels as factors,
// 1 for full scale; gains of gates and dynamics as factors, 1 for none taken away.
import { legs, type MeterPart, type MeterTable, one, open, silent, span } from './meter-parts.ts';

const mains = [...legs('/main/st', 'post'), one('/main/m', 'post')];
const inputs = [...span('/ch', 1, 32, 'pre'), ...span('/auxin', 1, 8, 'pre'), ...span('/fxrtn', 1, 8, 'pre')];

const plain: Readonly<Record<string, readonly MeterPart[]>> = {
  '0': [...inputs, ...span('/bus', 1, 16, 'post'), ...span('/mtx', 1, 6, 'post')],
  '1': [...span('/ch', 1, 32, 'pre'), open(32), ...span('/ch', 1, 32, 'dynamics')],
  '2': [
    ...[...span('/bus', 1, 16, 'post'), ...span('/mtx', 1, 6, 'post'), ...mains],
    ...[...span('/bus', 1, 16, 'dynamics'), ...span('/mtx', 1, 6, 'dynamics')],
    ...[one('/main/st', 'dynamics'), one('/main/m', 'dynamics')],
  ],
  '3': [silent(6), ...span('/auxin', 1, 8, 'pre'), ...span('/fxrtn', 1, 8, 'pre')],
  '4': [...span('/ch', 1, 32, 'pre'), ...span('/auxin', 1, 8, 'pre'), silent(42)],
  '7': span('/bus', 1, 16, 'pre'),
  '8': span('/mtx', 1, 6, 'pre'),
  '9': [silent(32)],
  '10': [silent(32)],
  '11': [silent(5)],
  '12': [...legs('/main/st', 'post'), silent(2)],
  '13': inputs,
  '14': [silent(80)],
};

export const x32Meters: MeterTable = {
  unit: 'factor',
  choices: (number) => (number === '5' ? 2 : number === '6' ? 1 : 0),
  parts: (number, [first = 0, second = 0]) => {
    if (number === '5') return layerParts(first, second);
    return number === '6' ? stripParts(first) : plain[number];
  },
  pairs: { '15': { count: 50, value: -32_768 }, '16': { count: 48, value: 32_767 } },
};

/** `/meters/5`: sixteen channels of a layer, eight of a group, the mains. */
function layerParts(layer: number, group: number): readonly MeterPart[] {
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
function stripParts(number: number): readonly MeterPart[] {
  const all = [
    ...[...inputs, ...span('/bus', 1, 16, 'pre'), ...span('/mtx', 1, 6, 'pre')],
    ...[one('/main/st', 'pre'), one('/main/m', 'pre')],
  ];
  const part = all[number];
  if (part === undefined || !('strip' in part)) return [silent(1), open(2), silent(1)];
  return [part, open(1), one(part.strip, 'dynamics'), one(part.strip, 'post')];
}
