import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileNames } from './file-names.ts';

const bytes = (text: string) => Buffer.byteLength(text);
const long = '録音'.repeat(40);

test('a name is what the template says', () => {
  const names = new FileNames();
  expect(names.free('{n} {name}', { n: '01', name: 'Kick' }, 'wav')).toBe('01 Kick.wav');
  expect(names.free('{take} - {n}', { take: 'Friday', n: '01' }, 'flac')).toBe('Friday - 01.flac');
});

test('no name leads out of the folder, hides a file, or is empty', () => {
  const names = new FileNames();
  const free = (name: string) => names.free('{name}', { name }, 'wav');
  expect(['../x', '.hidden', '', '...', 'a\nb', 'a\u202eb', ' CON: '].map(free)).toEqual([
    ...['_._x.wav', '_hidden.wav', '_.wav', '__.wav', 'a_b.wav', 'a_b 2.wav', 'CON_.wav'],
  ]);
});

test('long names are cut each for itself, between characters, and the number stays', () => {
  const names = new FileNames();
  const free = (template: string, name: string) => names.free(template, { take: long, name, n: '07' }, 'wav');
  for (const template of ['{n} {name}', '{take} {name} {n}', '{name}{take}{name}{n}', `${'x'.repeat(80)} {name} {n}`]) {
    const file = free(template, long);
    expect(bytes(file)).toBeLessThanOrEqual(128);
    expect(file).toContain('07');
    expect(file).toMatch(/^[ \w録音]+\.wav$/u);
  }
  expect(free('{take} {name} {n}', 'Kick')).toMatch(/ Kick 07\.wav$/);
  expect(free('{name} {n}', '🇩🇪'.repeat(30))).toMatch(/^(🇩🇪)+ 07\.wav$/u);
});

test('names that are alike get numbers, also behind what is cut, and where only the case differs', () => {
  const names = new FileNames();
  const files = Array.from({ length: 256 }, (_, n) => {
    return names.free('{name}', { name: n % 2 === 0 ? 'É'.repeat(90) : `${'é'.repeat(90)}x` }, 'flac');
  });
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(256);
  for (const file of files) expect(bytes(file)).toBeLessThanOrEqual(128);
});

test('whatever takes, tracks and templates are called, files fit and are not alike', () => {
  const text = fc.string({ unit: 'binary', maxLength: 128 });
  const part = fc.oneof(
    fc.constantFrom('{n}', '{name}', '{take}', ' '),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), text, fc.array(text, { maxLength: 12 }), (template, take, tracks) => {
      const names = new FileNames();
      const files = tracks.map((name, n) => names.free(template.join(''), { take, name, n: `${n + 1}` }, 'flac'));
      for (const file of files) {
        expect(bytes(file)).toBeLessThanOrEqual(128);
        expect(file).not.toMatch(/^\.|[/\\\p{Cc}]/u);
        expect(Buffer.from(file).toString()).toBe(file);
      }
      expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
    }),
  );
});
