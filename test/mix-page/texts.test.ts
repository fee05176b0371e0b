// The catalogues of the page: what the compiler can't see of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from '../../providers/mix/page/text/de/de.ts';
import { en } from '../../providers/mix/page/text/en/en.ts';
import { remedyOf } from '../../providers/warnings/remedies.ts';

const root = new URL('../../providers/mix/page', import.meta.url).pathname;
const paramsOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('a text has the same parameters in every language, and none is empty', () => {
  const texts: readonly (readonly [string, string])[] = Object.entries(en);
  expect(texts.length).toBeGreaterThan(30);
  const german: Readonly<Record<string, string>> = de;
  const differing = texts.filter(([key, text]) => {
    const translated = german[key] ?? '';
    return text === '' || translated === '' || String(paramsOf(text)) !== String(paramsOf(translated));
  });
  expect(differing.map(([key]) => key)).toEqual([]);
});

test('every template of the desk has a German name', () => {
  const templates = new URL('../../providers/channelConfigs/templates/names.en.json', import.meta.url);
  const german: Readonly<Record<string, string>> = de;
  const without = Object.keys(JSON.parse(readFileSync(templates, 'utf8'))).filter((key) => !german[key]);
  expect(without).toEqual([]);
});

/** Codes of warnings in the sources of the desk, by the ways in which they are written. */
function warningCodes(): readonly string[] {
  const desk = new URL('../..', import.meta.url).pathname;
  const written = [
    /titleCode(?:: | = )\{\s*code: '([a-z-]+)'/g,
    /\bwarning\(\s*(?:'[^']*'|`[^`]*`|\w+),\s*'([a-z-]+)',/g,
    /\bwarning\('([a-z-]+)', '',/g,
    /\braise\(warnings, '([a-z-]+)'/g,
    /#alarm\('([a-z-]+)'/g,
    /\bcode: '((?:net|netaudio|record|talkback|oscillator|target)-[a-z-]+)'/g,
    /'(record-[a-z-]+)': \{/g,
  ];
  const files = ['core', 'providers'].flatMap((folder) =>
    readdirSync(join(desk, folder), { recursive: true, withFileTypes: true }).filter(
      ({ name, parentPath }) =>
        /\.ts$/.test(name) &&
        !/\.test\.|double|fixture/.test(name) &&
        !/\/(page|dist|node_modules)(\/|$)/.test(parentPath.slice(desk.length)),
    ),
  );
  const texts = files.map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'));
  return [
    ...new Set(
      texts.flatMap((text) => written.flatMap((way) => [...text.matchAll(way)].map(([, code]) => code as string))),
    ),
  ];
}

test('every warning of the desk has a title and says what to do, in each language', () => {
  const codes = warningCodes();
  expect(codes.length).toBeGreaterThan(60);
  const german: Readonly<Record<string, string>> = de;
  const untitled = codes.map((code) => `show.warning.${code}`).filter((key) => !Object.hasOwn(en, key) || !german[key]);
  expect(untitled).toEqual([]);
  const remedies = codes.map(
    (code) => [remedyOf({ titleCode: { code, params: {} } }).remedy, german[`show.remedy.${code}`] ?? ''] as const,
  );
  expect(codes.filter((_code, place) => remedies[place]?.includes(''))).toEqual([]);
  // One sentence, or two short ones, that a hand has time to read.
  expect(remedies.flat().filter((words) => words.length > 130)).toEqual([]);
});

test('a text stands in the catalogue of the part that its key names', () => {
  const strangers = ['en', 'de'].flatMap((language) =>
    readdirSync(join(root, 'text', language))
      .filter((file) => file !== `${language}.ts`)
      .flatMap((file) => {
        const part = file.replace(/(-\w+)?\.ts$/, '');
        const text = readFileSync(join(root, 'text', language, file), 'utf8');
        return [...text.matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => [part, key as string] as const);
      })
      .filter(([part, key]) => !key.startsWith(`${part}.`))
      .map(([part, key]) => `${part}: ${key}`),
  );
  expect(strangers).toEqual([]);
});

const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => /\.tsx?$/.test(entry.name) && !/\/(text\/(en|de)|dist)$/.test(entry.parentPath))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

test('every text is used', () => {
  const all = sources.join('\n');
  // Keys that are put together have their beginning in the source: `strip.number.${kind}`.
  const beginnings = [...all.matchAll(/[`'](\w+(?:\.\w+)*\.)(?:\$\{|')/g)].map(([, beginning]) => beginning as string);
  const unused = Object.keys(en).filter(
    (key) =>
      !all.includes(`'${key}'`) &&
      !all.includes(`"${key}"`) &&
      !beginnings.some((beginning) => key.startsWith(beginning)),
  );
  expect(unused).toEqual([]);
});

test('components have no texts of their own', () => {
  const words = sources.flatMap((source) => [
    ...[...source.matchAll(/>\s*([A-Z][a-z]{2,}[ a-z]*)\s*<\//g)].map(([, word]) => word),
    ...[...source.matchAll(/(?:aria-label|title|placeholder)="(?![a-z]+\.)([^"]+)"/g)].map(([, word]) => word),
  ]);
  expect(words).toEqual([]);
});
