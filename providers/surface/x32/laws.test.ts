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

test('enumerations come by number and by name, bitmaps with member 1 as the last bit', () => {
  expect([laws.bandType.read('HShv'), laws.bandType.read(4), laws.bandType.text(4)]).toEqual([4, 4, 'HShv']);
  expect([laws.bandType.read(9), laws.bandType.read('Notch')]).toEqual([undefined, undefined]);
  expect([laws.dcas.read('%00000101'), laws.dcas.text(5)]).toEqual([5, '%00000101']);
  expect([laws.name.read('"Lead vox of the choir"'), laws.name.text('Vox')]).toEqual(['Lead vox of ', '"Vox"']);
  expect(laws.switch.read('on')).toBe(1);
});
