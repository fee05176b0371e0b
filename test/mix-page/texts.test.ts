// The catalogues of the page: what the compiler can't see of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { de } from '../../providers/mix/page/text/de/de.ts';
import { en } from '../../providers/mix/page/text/en/en.ts';

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
