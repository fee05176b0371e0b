import { expect, test } from 'vitest';
import { fitsAny, fitsGlob } from './globs.ts';

/** What a glob means, without a search: whether it fits from each place of both, from their ends. Slow and plain. */
function fitsByTable(glob: string, id: string): boolean {
  const fits = Array.from({ length: glob.length + 1 }, () => Array<boolean>(id.length + 1).fill(false));
  for (let g = glob.length; g >= 0; g--) {
    for (let i = id.length; i >= 0; i--) {
      const next = () => (fits[g + 1] as boolean[])[i + 1] as boolean;
      const row = fits[g] as boolean[];
      if (g === glob.length) row[i] = i === id.length;
      else if (glob[g] === '*') row[i] = ((fits[g + 1] as boolean[])[i] as boolean) || (i < id.length && !!row[i + 1]);
      else row[i] = i < id.length && (glob[g] === '?' || glob[g] === id[i]) && next();
    }
  }
  return fits[0]?.[0] as boolean;
}

test('a glob fits what its stars and question marks stand for, and nothing else', () => {
  const texts = (letters: string, most: number): string[] =>
    most === 0 ? [''] : ['', ...[...letters].flatMap((first) => texts(letters, most - 1).map((rest) => first + rest))];
  const ids = [...new Set(texts('ab', 4))];
  for (const glob of new Set(texts('ab*?', 4))) {
    for (const id of ids) {
      const expected = fitsByTable(glob, id);
      expect(fitsGlob(glob, id), `${glob} of ${id}`).toBe(expected);
      expect(fitsAny([glob])(id), `${glob} of ${id}`).toBe(expected);
    }
  }
});

test('what means something in a regular expression means itself', () => {
  expect(fitsAny(['a.c'])('abc')).toBe(false);
  expect(fitsAny(['a.c'])('a.c')).toBe(true);
  expect(fitsAny(['(a|b)+', '[x]'])('[x]')).toBe(true);
});

test('a glob of many stars is compared with an id at most as often as their lengths multiplied', () => {
  let looks = 0;
  /** A text that counts how often it is looked at. */
  const counted = (text: string) =>
    new Proxy(Object(text), {
      get: (_of, name) => {
        if (name === 'length') return text.length;
        looks++;
        return text[Number(name)];
      },
    }) as string;
  const id = 'a'.repeat(192);
  for (const glob of [`${'*?'.repeat(64)}!`, `${'*a'.repeat(90)}!`, `*${'a'.repeat(100)}!`, `${'a*'.repeat(95)}!`]) {
    looks = 0;
    expect(fitsGlob(glob, counted(id))).toBe(false);
    expect(looks).toBeLessThanOrEqual(glob.length * id.length);
  }
});

test('a list of globs is prepared once', () => {
  const globs = ['a*'];
  expect(fitsAny(globs)).toBe(fitsAny(globs));
  expect([fitsAny(globs)('abc'), fitsAny(globs)('abc'), fitsAny(globs)('bc')]).toEqual([true, true, false]);
});
