import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LibsqlStore } from './libsql-store.ts';

let folder: string;
let store: LibsqlStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-layouts-'));
  store = new LibsqlStore(folder);
});
afterEach(async () => {
  await store.abandon();
  rmSync(folder, { recursive: true, force: true });
});

const strip = (n: number) => ({ path: `/channel/input/${n}`, area: 'fader', fields: { levelDb: -10 } });
const held = async (id: string): Promise<readonly object[]> =>
  (await store.content({ kind: 'scene', id })).flatMap(
    (piece) => JSON.parse(Buffer.from(piece).toString()) as object[],
  );

/** The scene `one`, in a store of today that is closed. */
async function leaveToday() {
  await store.open();
  const content = { rows: [JSON.stringify([strip(1)])] };
  await store.write({
    revision: 1,
    rows: [],
    documents: [{ kind: 'scene', id: 'one', body: { name: 'One' }, content }],
  });
  await store.close();
}

/** How many of a table there are, once the store is closed. */
function countOf(table: 'contents' | 'parts'): number {
  // Of a copy: a connection lets go of its file when it is collected.
  const copy = join(folder, `copy-${table}.db`);
  copyFileSync(join(folder, 'rowdesk.db'), copy);
  const database = new Database(copy);
  const [{ n }] = database.prepare(`SELECT count(*) AS n FROM ${table}`).all() as [{ n: number }];
  database.close();
  return n;
}

/** As a rowdesk of layout 1 left it: content is part of the body. */
function leaveOld(bodies: Readonly<Record<string, string>>) {
  const database = new Database(join(folder, 'rowdesk.db'));
  database.exec(`
    CREATE TABLE rows (path TEXT PRIMARY KEY, version INTEGER NOT NULL, revision INTEGER NOT NULL, fields TEXT NOT NULL)
      WITHOUT ROWID, STRICT;
    CREATE TABLE history (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
    CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id))
      WITHOUT ROWID, STRICT;
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
    INSERT INTO meta VALUES ('storeId', 'before'), ('revision', '7'), ('closed', 'yes');
    PRAGMA user_version = 1;`);
  const insert = database.prepare('INSERT INTO documents VALUES (?, ?, ?)');
  for (const [id, body] of Object.entries(bodies)) insert.run('scene', id, body);
  database.close();
}

test('a store of before has its scenes, each of them, and what they share is stored once', async () => {
  const whole = Array.from({ length: 50 }, (_, n) => strip(n + 1));
  const old = (name: string, content: unknown) => JSON.stringify({ name, content, notes: 'é' });
  leaveOld({ one: old('One', whole), two: old('Two', whole), odd: old('Odd', 'no rows') });
  const { documents, storeId } = await store.open();
  expect(storeId).toBe('before');
  expect(documents).toEqual([
    { kind: 'scene', id: 'odd', body: { name: 'Odd', content: 'no rows', notes: 'é' } },
    { kind: 'scene', id: 'one', body: { name: 'One', notes: 'é' } },
    { kind: 'scene', id: 'two', body: { name: 'Two', notes: 'é' } },
  ]);
  expect(await held('two')).toEqual(whole);
  await store.close();
  expect([countOf('contents'), countOf('parts')]).toEqual([1, 50]);
});

test('a store of before that can not be brought over stays as it was', async () => {
  leaveOld({ one: JSON.stringify({ content: [strip(1)] }), two: '{"content": [' });
  await expect(store.open()).rejects.toMatchObject({ code: 'store-damaged' });
  await store.abandon();
  const database = new Database(join(folder, 'rowdesk.db'));
  expect(database.pragma('user_version')).toEqual([{ user_version: 1 }]);
  const [{ body }] = database.prepare("SELECT body FROM documents WHERE id = 'one'").all() as [{ body: string }];
  expect(JSON.parse(body).content).toEqual([strip(1)]);
  database.close();
});

/** As a newer rowdesk brings it over: this one knows no layout 3. */
function leaveNewer() {
  const database = new Database(join(folder, 'rowdesk.db'));
  database.exec('PRAGMA user_version = 3');
  database.close();
}

async function refusalOfNewer(): Promise<string> {
  store = new LibsqlStore(folder);
  const error = await store.open().catch((fault: Error & { code: string }) => fault);
  expect(error).toMatchObject({ code: 'store-newer' });
  return (error as Error).message;
}

/** The commands that a refusal ends with, as an operator pastes them. */
function follow(words: string): void {
  execFileSync('sh', ['-c', words.slice(words.indexOf('mkdir '))]);
}

test('a store of before is there as it was after any number of starts, for a rowdesk of before', async () => {
  leaveOld({ one: JSON.stringify({ content: [strip(1)], name: 'One' }) });
  for (let start = 0; start < 4; start++) {
    store = new LibsqlStore(folder);
    const { revision } = await store.open();
    await store.write({ revision: revision + 1, rows: [] });
    await store.close();
  }
  const kept = join(folder, 'rowdesk.db.layout-1');
  expect(statSync(kept).mode & 0o077).toBe(0);
  const database = new Database(kept);
  expect(database.pragma('user_version')).toEqual([{ user_version: 1 }]);
  const { body } = database.prepare("SELECT body FROM documents WHERE id = 'one'").get() as { body: string };
  expect(JSON.parse(body).content).toEqual([strip(1)]);
  database.close();
});

test('what a start that was killed left of a copy is replaced', async () => {
  leaveOld({ one: JSON.stringify({ content: [strip(1)], name: 'One' }) });
  writeFileSync(join(folder, 'rowdesk.db.layout-1-new'), 'half');
  await store.open();
  expect(readdirSync(folder).filter((name) => name.includes('layout'))).toEqual(['rowdesk.db.layout-1']);
});

test('where no copy can be made the desk runs from the store of before, which stays, and is brought over once there is room', async () => {
  leaveOld({ one: JSON.stringify({ content: [strip(1)], name: 'One' }) });
  const inTheWay = join(folder, 'rowdesk.db.layout-1');
  mkdirSync(inTheWay);
  store = new LibsqlStore(folder, { readingFolder: join(folder, 'reading') });
  const { documents, unwritable, revision } = await store.open();
  expect(documents).toHaveLength(1);
  expect(unwritable).toMatchObject({ code: 'store-io' });
  await expect(store.write({ revision: revision + 1, rows: [] })).rejects.toMatchObject({ name: 'StoreError' });
  rmdirSync(inTheWay);
  // As the saver does; the thread that could not bring it over has the file until its end.
  while (
    !(await store.write({ revision: revision + 2, rows: [] }).then(
      () => true,
      () => false,
    ))
  )
    await nextTurn();
  expect(await held('one')).toEqual([strip(1)]);
  expect(statSync(inTheWay).isFile()).toBe(true);
});

test('the commands in the refusal of a newer store lead back to the newest desk that this rowdesk reads', async () => {
  await leaveToday();
  copyFileSync(join(folder, 'rowdesk.db'), join(folder, 'rowdesk.db.layout-2'));
  leaveNewer();
  const words = await refusalOfNewer();
  expect(words).toContain('layout is 3, and this one reads 2');
  follow(words);
  store = new LibsqlStore(folder);
  await store.open();
  expect(await held('one')).toEqual([strip(1)]);
  await store.close();
  expect(readdirSync(folder)).toContain('rowdesk.db.newer');
});

test('backups of a newer store go with it, and without a copy that can be read the commands begin an empty desk', async () => {
  await leaveToday();
  leaveNewer();
  copyFileSync(join(folder, 'rowdesk.db'), join(folder, 'rowdesk.db.backup-1'));
  const words = await refusalOfNewer();
  expect(words).toContain('no copy is there that this one reads');
  follow(words);
  expect(readdirSync(join(folder, 'rowdesk.db.newer')).sort()).toEqual(['rowdesk.db', 'rowdesk.db.backup-1']);
  store = new LibsqlStore(folder);
  expect(await store.open()).toMatchObject({ isNew: true });
});

test('a desk that begins with such a copy uses no revision again, and a folder with a quote in its name is no trap', async () => {
  rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "rowdesk-o'brien-"));
  leaveOld({});
  store = new LibsqlStore(folder);
  const opened = await store.open();
  await store.write({ revision: opened.revision + 500, rows: [] });
  await store.close();
  leaveNewer();
  rmSync(join(folder, 'rowdesk.db.backup-1'), { force: true });
  follow(await refusalOfNewer());
  store = new LibsqlStore(folder);
  expect((await store.open()).revision).toBeGreaterThan(opened.revision + 500);
});
