// Figures of "Unofficial X32/M32 OSC Remote Protocol" by Patrick-Gilles Maillot.
import { expect, test } from 'vitest';
import { laws } from './table/law-names.ts';

const position = (law: { argument(value: number): { readonly value: unknown } }, value: number) =>
  Number(law.argument(value).value);

test('each step of each law comes back from its argument and, as far as a text is so fine, from its text', () => {
  const wrong: string[] = [];
  for (const [name, law] of Object.entries(laws)) {
    for (const value of law.all) {
      const argument = law.argument(value);
      const sent = argument.type === 'f' ? Math.fround(argument.value) : argument.value;
      if (law.read(sent as never) !== value) wrong.push(`${name} ${value} by ${argument.value}`);
      const text = law.text(value);
      const read = law.read(text);
      if (read === undefined || law.text(read) !== text) wrong.push(`${name} ${value} by ${text}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  [1, 10],
  [0.75, 0],
  [0.5, -10],
  [0.25, -30],
  [0.0625, -60],
  [0, Number.NEGATIVE_INFINITY],
])('a fader at %d is %d dB', (at, db) => {
  expect(laws.fader.read(at)).toBe(laws.fader.read(position(laws.fader, db)));
  expect(Number(laws.fader.read(at))).toBeCloseTo(db, 1);
});

test('a fader has 1024 steps in four segments, a send 161', () => {
  expect([laws.fader.all.length, laws.level.all.length]).toEqual([1024, 161]);
  for (const [n, db] of laws.fader.all.entries()) {
    const f = n / 1023;
    const published = f >= 0.5 ? 40 * f - 30 : f >= 0.25 ? 80 * f - 50 : f >= 0.0625 ? 160 * f - 70 : 480 * f - 90;
    if (n > 0) expect(Number(db)).toBeCloseTo(published, 5);
  }
});

test.each([
  ['pan', -100, '-100', 0],
  ['pan', 0, '+0', 0.5],
  ['trim', -18, '-18.0', 0],
  ['gain', 24, '+24.0', 0.5],
  ['frequency', 20, '20.0', 0],
  ['frequency', 124.7, '124.7', 0.265],
  ['frequency', 1970, '1k97', 0.665],
  ['frequency', 20_000, '20k00', 1],
  ['hpf', 400, '400', 1],
  ['eqGain', 1.25, '+1.25', 65 / 120],
  ['eqGain', -12.25, '-12.2', 11 / 120],
  ['q', 2, '2.0', 33 / 71],
  ['q', 10, '10', 0],
  ['hold', 0.02, '0.02', 0],
  ['hold', 2000, '2000', 1],
  ['release', 151, '151', 0.51],
  ['threshold', -20.5, '-20.5', 79 / 120],
  ['delay', 0.3, '0.3', 0],
  ['fader', -10, '-10.0', 512 / 1023],
  ['fader', 5, '+5.0', 895 / 1023],
  ['level', Number.NEGATIVE_INFINITY, '-oo', 0],
] as const)('%s at %d is %s and %d', (name, value, text, at) => {
  const law = laws[name];
  expect(law.text(value)).toBe(text);
  expect(position(law, value)).toBeCloseTo(at, 3);
  expect(position(law, Number(law.read(text)))).toBeCloseTo(at, 2);
});

/** Of its appendices, "[float, node value] couples", and the number of steps. */
const published = {
  frequency: [
    201,
    [0, '20.0'],
    [0.005, '20.7'],
    [0.265, '124.7'],
    [0.5, '632.5'],
    [0.565, '990.9'],
    [0.57, '1k02'],
    [0.58, '1k09'],
    [0.68, '2k19'],
    [0.785, '4k52'],
    [0.84, '6k62'],
    [0.9, '10k02'],
    [0.995, '19k32'],
    [1, '20k00'],
  ],
  oscillator: [121, [0.0083, '21.2'], [0.5583, '946.3'], [0.5667, '1k00'], [0.725, '2k99'], [0.9333, '12k61']],
  hpf: [101, [0.01, '21'], [0.05, '23'], [0.34, '55'], [0.5, '89'], [0.77, '201'], [0.99, '388'], [1, '400']],
  q: [
    72,
    [0, '10'],
    [0.0141, '9.5'],
    [0.1972, '5.0'],
    [0.4648, '2.0'],
    [0.662, '1.0'],
    [0.9437, '0.4'],
    [0.9577, '0.3'],
    [1, '0.3'],
  ],
  hold: [
    101,
    [0.01, '0.02'],
    [0.02, '0.03'],
    [0.3, '0.63'],
    [0.34, '1.00'],
    [0.54, '10.0'],
    [0.71, '70.9'],
    [0.74, '100'],
    [0.91, '709'],
    [0.94, '1002'],
    [1, '2000'],
  ],
  release: [
    101,
    [0.01, '5'],
    [0.02, '6'],
    [0.3, '37'],
    [0.45, '101'],
    [0.51, '151'],
    [0.79, '983'],
    [0.99, '3741'],
    [1, '4000'],
  ],
  level: [
    161,
    [0, '-oo'],
    [0.0063, '-87.0'],
    [0.0625, '-60.0'],
    [0.0938, '-55.0'],
    [0.25, '-30.0'],
    [0.2562, '-29.5'],
    [0.5, '-10.0'],
    [0.5063, '-9.8'],
    [0.7437, '-0.3'],
    [0.7563, '+0.3'],
    [0.8062, '+2.3'],
    [1, '+10.0'],
  ],
  fader: [1024, [0, '-oo'], [0.25, '-30.0'], [1, '+10.0']],
  // Of its lists of parameters: least, most and step.
  gain: [145, [0, '-12.0'], [1, '+60.0']],
  trim: [145, [0, '-18.0'], [1, '+18.0']],
  eqGain: [121, [0, '-15.0'], [0.5, '+0.00'], [1, '+15.0']],
  delay: [4998, [0, '0.3'], [1, '500.0']],
  gateThreshold: [161, [0, '-80.0'], [1, '0.0']],
  gateRange: [58, [0, '3.0'], [1, '60.0']],
  attack: [121, [0, '0'], [1, '120']],
  threshold: [121, [0, '-60.0'], [1, '0.0']],
  makeup: [49, [0, '0.00'], [1, '24.0']],
  percent: [21, [0, '0'], [1, '100']],
  pan: [101, [0, '-100'], [0.5, '+0'], [1, '+100']],
} as const;

test.each(Object.entries(published))('%s has the steps and texts that are published', (name, [steps, ...couples]) => {
  const law = laws[name as keyof typeof published];
  expect(law.all.length).toBe(steps);
  expect(couples.map(([at]) => [at, law.text(law.read(at) as number)])).toEqual(couples);
});

test('what is no step is the nearest one, and silence and 0 dB are written as show files have them', () => {
  expect(laws.fader.text(laws.fader.read('-85.4') as number)).toBe('-85.3');
  // The appendix has +0.0; desks write 0.0, as their files show.
  expect(laws.level.text(laws.level.read(0.75) as number)).toBe('0.0');
  expect(
    ['1.1', '1.3', '1.5', '2.0', '2.5', '3.0', '4.0', '5.0', '7.0', '10', '20', '100'].map((each) =>
      laws.ratio.read(each),
    ),
  ).toEqual(Array.from({ length: 12 }, (_, n) => n));
});

test('enumerations come by number and by name, bitmaps with member 1 as the last bit', () => {
  expect([laws.bandType.read('HShv'), laws.bandType.read(4), laws.bandType.text(4)]).toEqual([4, 4, 'HShv']);
  expect([laws.bandType.read(9), laws.bandType.read('Notch')]).toEqual([undefined, undefined]);
  expect([laws.dcas.read('%00000101'), laws.dcas.text(5)]).toEqual([5, '%00000101']);
  expect([laws.name.read('"Lead vox of the choir"'), laws.name.text('Vox')]).toEqual(['Lead vox of ', '"Vox"']);
  expect(laws.switch.read('on')).toBe(1);
});
