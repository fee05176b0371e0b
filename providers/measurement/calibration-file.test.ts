import { expect, test } from 'vitest';
import { parseCalibration } from './calibration-file.ts';

const two = [
  { frequencyHz: 20, levelDb: -1.25 },
  { frequencyHz: 1000, levelDb: 0.5 },
];

test.each([
  ['a quoted sensitivity line, tabs', '"Sens Factor =-0.7dB, SERNO: 7000000"\n20.000\t-1.2500\n1000.0\t0.5\n', -0.7],
  ['a bare sensitivity line', 'Sens Factor =-0.7dB, SERNO: 7000000\r\n20.000\t-1.2500\r\n1000.0\t0.5', -0.7],
  ['stars, commas and a phase', '* a microphone\n* Freq, Level\n20, -1.25, 10\n1000, +.5, -3\n', null],
  ['hashes and blanks', '# 20 9\n\n   20   -1.25  \n1.0e3 0.5 # not asked for\n'.replace(' # not asked for', ''), null],
  ['semicolons and a comment of that sign', '; made by hand\n20;-1.25\n1000;0.5;0\n', null],
  ['decimal commas between semicolons', '20,0;-1,25\n1000,0;0,5\n', null],
  ['headings without a sign', 'Freq(Hz) SPL(dB) Phase(deg)\n20 -1.25 0\n1000 0.5 0', null],
  ['a byte order mark and a sensitivity in a comment', '\uFEFF* Sensitivity: 12,5 dB\r20 -1.25\r1000 0.5', 12.5],
])('a file of a vendor is read: %s', (_what, text, sensitivityDb) => {
  expect(parseCalibration(text)).toEqual({ points: two, sensitivityDb });
});

test.each([
  ['20 0\n20 1\n', 2, 'not above 20 Hz'],
  ['# x\n100 0\n\n50 1\n', 4, 'not above 100 Hz'],
  ['20 0\nend of file\n', 2, 'end is no number'],
  ['20 0\n30\n', 2, 'a level is missing'],
  ['20 nan\n', 1, 'nan is no number'],
  ['20 1e999\n', 1, '1e999 dB is not from -60 to 60 dB'],
  ['-20 0\n', 1, '-20 Hz is not from'],
  ['20 0 up\n', 1, 'up is no number'],
  ['* nothing\n', 2, 'ends without a frequency'],
  ['', 1, 'ends without a frequency'],
  [Array.from({ length: 1025 }, (_, n) => `${n + 1} 0`).join('\n'), 1025, 'more than 1024 points'],
])('what is wrong is said with its line: %j', (text, line, words) => {
  expect(() => parseCalibration(text)).toThrow(expect.objectContaining({ code: 'invalid-fields', params: { line } }));
  expect(() => parseCalibration(text)).toThrow(words);
});
