import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LibsqlStore } from './libsql-store.ts';
import type { ContentChange, DocumentWrite } from './store.ts';

interface Row {
  readonly path: string;
  readonly area: string;
  readonly fields: object;
}

let folder: string;
let store: LibsqlStore;
let revision: number;
let copies = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-documents-'));
  revision = 0;
  store = new LibsqlStore(folder);
});
afterEach(async () => {
  await store.abandon();
  rmSync(folder, { recursive: true, force: true });
});

const key = (id: string) => ({ kind: 'scene', id });
const rows = (list: readonly Row[]): ContentChange => ({ rows: [JSON.stringify(list)] });
const put = (id: string, content?: ContentChange): DocumentWrite => ({ ...key(id), body: { name: id }, content });
const write = (documents: readonly DocumentWrite[], dropped: readonly string[] = []) =>
  store.write({ revision: ++revision, rows: [], documents, droppedDocuments: dropped.map(key) });
const held = async (id: string): Promise<readonly Row[]> =>
  (await store.content(key(id))).flatMap((piece) => JSON.parse(Buffer.from(piece).toString()) as Row[]);
const inOrder = (list: readonly Row[]) =>
  [...list].sort((a, b) => (`${a.area} ${a.path}` < `${b.area} ${b.path}` ? -1 : 1));
const strip = (n: number, levelDb = -10): Row => ({ path: `/channel/input/${n}`, area: 'fader', fields: { levelDb } });

/** How many of a table there are, once the store is closed. */
function countOf(table: 'contents' | 'parts'): number {
  // Of a copy: a connection lets go of its file when it is collected.
  const copy = join(folder, `copy-${copies++}.db`);
  copyFileSync(join(folder, 'rowdesk.db'), copy);
  const database = new Database(copy);
  const [{ n }] = database.prepare(`SELECT count(*) AS n FROM ${table}`).all() as [{ n: number }];
  database.close();
  return n;
}

const row: fc.Arbitrary<Row> = fc.record({
  path: fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('', '/sends/mix/1', '/sends/mix/2')).map((at) => {
    return `/channel/input/${at[0]}${at[1]}`;
  }),
  area: fc.constantFrom('fader', 'mute', 'näme'),
  fields: fc.dictionary(fc.constantFrom('levelDb', 'muted', 'name'), fc.oneof(fc.integer(), fc.string()), {
    noNullPrototype: true,
  }),
});
const content = fc.uniqueArray(row, { selector: ({ path, area }) => `${area} ${path}`, maxLength: 18 });

test('content comes back as it was, and one is another one with what it has otherwise', async () => {
  await store.open();
  await fc.assert(
    fc.asyncProperty(content, content, async (own, other) => {
      await write([put('own', rows(own)), put('other', rows(other))]);
      expect(inOrder(await held('own'))).toEqual(inOrder(own));
      const { differs, lacks } = JSON.parse(await store.compare(key('own'), key('other')));
      const of = { of: key('other'), differs: JSON.stringify(differs), lacks: JSON.stringify(lacks) };
      await write([put('derived', of), put('same', { of: key('own') })]);
      expect(inOrder(await held('derived'))).toEqual(inOrder(own));
      expect(await held('same')).toEqual(await held('own'));
    }),
    { numRuns: 30 },
  );
});

test('equal rows are stored once, and what nothing refers to any more is removed', async () => {
  await store.open();
  const whole = Array.from({ length: 100 }, (_, n) => strip(n + 1));
  const changed = [...whole.slice(0, 99), strip(100, 0)];
  await write([put('one', rows(whole)), put('two', rows(changed)), put('three', rows(whole))]);
  for (let n = 0; n < 20; n++) await write([put(`copy-${n}`, { of: key('two') })]);
  // A name takes nothing from what it holds.
  await write([put('two')]);
  await store.close();
  expect([countOf('contents'), countOf('parts')]).toEqual([2, 101]);
  store = new LibsqlStore(folder);
  await store.open();
  await write(
    [],
    Array.from({ length: 20 }, (_, n) => `copy-${n}`),
  );
  expect(await held('two')).toEqual(changed);
  await write([put('two', rows(whole))]);
  await write([], ['one']);
  await store.close();
  expect([countOf('contents'), countOf('parts')]).toEqual([1, 100]);
  store = new LibsqlStore(folder);
  await store.open();
  expect(await held('three')).toEqual(whole);
  await write([], ['two', 'three']);
  await store.close();
  expect([countOf('contents'), countOf('parts')]).toEqual([0, 0]);
});

test('what is dropped and put anew holds nothing of what was before', async () => {
  await store.open();
  await write([put('one', rows([strip(1)]))]);
  await write([], ['one']);
  await write([put('one')]);
  expect(await held('one')).toEqual([]);
});
