import { expect, test } from 'vitest';
import { namesOf, trackNames } from './take-names.ts';

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
  expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(112);
  expect(stem).toMatch(/^01-(ü🥁)+ü?$/u);
});

test('the file of every part of every track fits into a file name', () => {
  for (const name of ['録'.repeat(64), 'é'.repeat(64), '🥁'.repeat(64), 'x'.repeat(128)]) {
    for (const count of [1, 9, 99, 256]) {
      for (const stem of stems(...Array(count).fill(name))) {
        for (const ending of ['.wav', '.2.wav', '.flac', '.4294967295.flac'])
          expect(Buffer.byteLength(stem + ending)).toBeLessThanOrEqual(128);
      }
    }
  }
});

test('a take keeps the names that it has, whatever a later version makes of them', () => {
  const long = '録'.repeat(64);
  const names = namesOf([
    { name: 'Kick', stem: '01-Bass drum', files: [] },
    { name: long, files: [`02-${'録'.repeat(40)}.flac`] },
    { name: 'Keys', files: [] },
  ]);
  expect(names.map(({ stem }) => stem)).toEqual(['01-Bass drum', `02-${'録'.repeat(40)}`, '03-Keys']);
  expect(names.map(({ peaks }) => peaks)).toEqual(['01.peaks', '02.peaks', '03.peaks']);
});
