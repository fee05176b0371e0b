import { expect, test } from 'vitest';
import { trackNames } from './take-names.ts';

const stems = (...names: string[]) => trackNames(names).map(({ stem }) => stem);

test('files have the number of the track and the name of its strip', () => {
  expect(trackNames(['Kick', 'Snare oben'])).toEqual([
    { stem: '01-Kick', peaks: '01.peaks' },
    { stem: '02-Snare oben', peaks: '02.peaks' },
  ]);
  expect(stems(...Array(100).fill('a')).slice(98)).toEqual(['099-a', '100-a']);
});

test('no name leads out of the folder, hides a file, or ends a line', () => {
  expect(stems('../../etc/passwd', '..', '', ' . ', 'a\nb\u0000c', 'a\\b:c*?"<>|', 'L\u202eR', '\ud800')).toEqual([
    ...['01-_.._etc_passwd', '02', '03', '04', '05-a_b_c', '06-a_b_c______', '07-L_R', '08-_'],
  ]);
});

test('long names are cut between characters', () => {
  const [stem = ''] = stems('ü🥁'.repeat(100));
  expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(123);
  expect(stem).toMatch(/^01-(ü🥁)+ü?$/u);
});
