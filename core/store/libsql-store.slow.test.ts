import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LibsqlStore } from './libsql-store.ts';
import { leapAfterCrash } from './reserved-revision.ts';
import type { StoreBatch, StoredEntry } from './store.ts';

let folder: string;
const open: LibsqlStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-store-'));
});
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((store) => store.abandon()));
  rmSync(folder, { recursive: true, force: true });
});

function storeHere(): LibsqlStore {
  const store = new LibsqlStore(folder);
  open.push(store);
  return store;
}

function batch(revision: number, fields: Record<string, unknown>, path = '/channel/input/1'): StoreBatch {
  return { revision, rows: [{ path, version: 1, revision, fields }] };
}

const row = (n: number) => ({ path: `/channel/input/${n + 2}`, version: 1, revision: n + 2 });

const entry = (id: string, revision: number): StoredEntry => ({
  id,
  at: 1_700_000_000_000,
  label: 'Input 1 level',
  actor: 'x',
  revision,
  undone: false,
  changes: [{ path: '/channel/input/1', field: 'levelDb', from: -144, to: -3.4 }],
});

test('a new store has an id of its own and keeps it', async () => {
  const first = storeHere();
  const made = await first.open();
  expect(made).toMatchObject({ isNew: true, revision: 0, rows: [], entries: [], documents: [] });
  expect(made.storeId).toMatch(/^[A-Za-z0-9]{8,}$/);
  await first.close();
  const again = storeHere();
  expect(await again.open()).toMatchObject({ isNew: false, storeId: made.storeId, revision: 0 });
});

test('everything that was written is there after a close', async () => {
  const store = storeHere();
  await store.open();
  const odd = {
    text: 'é€😀\\/"\u2028\u0000',
    lone: '\ud800',
    big: 1e21,
    sum: 0.1 + 0.2,
    list: [1, { a: null }],
    '': '',
  };
  await store.write({
    ...batch(7, odd, '/a/1'),
    entries: [entry('1', 5), entry('2', 7)],
    documents: [{ kind: 'scene', id: 'one', body: { name: 'One' } }],
  });
  await store.write({ ...batch(8, {}, '/a/2'), droppedEntries: ['1'] });
  await store.write({ revision: 9, rows: [], droppedDocuments: [{ kind: 'scene', id: 'one' }] });
  await store.close();
  const { rows, entries, documents, revision } = await storeHere().open();
  expect(rows).toEqual([
    { path: '/a/1', version: 1, revision: 7, fields: odd },
    { path: '/a/2', version: 1, revision: 8, fields: {} },
  ]);
  expect(entries).toEqual([entry('2', 7)]);
  expect(documents).toEqual([]);
  expect(revision).toBe(9);
});

test('entries come back in the order of their numbers', async () => {
  const store = storeHere();
  await store.open();
  await store.write({ revision: 1, rows: [], entries: [entry('10', 1), entry('9', 1), entry('100', 1)] });
  await store.close();
  expect((await storeHere().open()).entries.map(({ id }) => id)).toEqual(['9', '10', '100']);
});

test('what was acknowledged is there when the thread is ended at once, and later revisions are never given twice', async () => {
  const store = storeHere();
  await store.open();
  let acknowledged = 0;
  const writes = Array.from({ length: 300 }, (_, index) =>
    store.write(batch(index + 1, { levelDb: -index })).then(
      () => {
        acknowledged = index + 1;
        if (index === 100) void store.abandon();
      },
      () => {},
    ),
  );
  await Promise.all(writes);
  expect(acknowledged).toBeGreaterThan(100);
  const { rows, revision } = await storeHere().open();
  expect(rows[0]?.revision).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0]?.fields).toEqual({ levelDb: 1 - (rows[0]?.revision as number) });
  expect(revision).toBe((rows[0]?.revision as number) + leapAfterCrash);
});

test('a thread that ended is started again by the next write', async () => {
  const store = storeHere();
  await store.open();
  await store.write(batch(1, { a: 1 }));
  await store.abandon();
  await store.write(batch(2, { a: 2 }));
  await store.close();
  expect((await storeHere().open()).rows[0]).toMatchObject({ revision: 2, fields: { a: 2 } });
});

test.each(['renamed', 'removed'])('a store whose folder is %s takes nothing more until it is back', async (fate) => {
  const kept = `${folder}-kept`;
  const store = storeHere();
  await store.open();
  await store.write(batch(1, { pan: 1 }));
  if (fate === 'renamed') renameSync(folder, kept);
  else rmSync(folder, { recursive: true });
  await expect(store.write(batch(2, { pan: 2 }))).rejects.toMatchObject({ code: 'store-unreachable' });
  // Nor is another made in its place, which the next start would take for the desk.
  mkdirSync(folder, { recursive: true });
  await expect(store.write(batch(2, { pan: 2 }))).rejects.toMatchObject({ code: 'store-unreachable' });
  expect(readdirSync(folder)).toEqual([]);
  if (fate === 'removed') return;
  rmSync(folder, { recursive: true });
  renameSync(kept, folder);
  await store.write(batch(2, { pan: 2 }));
  await store.close();
  expect((await storeHere().open()).rows).toMatchObject([{ fields: { pan: 2 } }]);
});

test('batches that arrive together are stored in order', async () => {
  const store = storeHere();
  await store.open();
  const done: number[] = [];
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => store.write(batch(n + 1, { n }, `/a/${n % 3}`)).then(() => done.push(n))),
  );
  expect(done).toEqual(Array.from({ length: 50 }, (_, n) => n));
  await store.close();
  const { rows } = await storeHere().open();
  expect(rows.map(({ path, fields }) => [path, fields.n])).toEqual([
    ['/a/0', 48],
    ['/a/1', 49],
    ['/a/2', 47],
  ]);
});

test('a start and an orderly end each leave a backup where something changed, and three are kept', async () => {
  for (let n = 1; n <= 5; n++) {
    const store = storeHere();
    await store.open();
    await store.write(batch(n, { n }));
    await store.close();
  }
  const backups = readdirSync(folder).filter((name) => name.includes('backup'));
  expect(backups.sort()).toEqual(['rowdesk.db.backup-1', 'rowdesk.db.backup-2', 'rowdesk.db.backup-3']);
  const unchanged = storeHere();
  await unchanged.open();
  const newest = readFileSync(join(folder, 'rowdesk.db.backup-1'));
  await unchanged.close();
  expect(readFileSync(join(folder, 'rowdesk.db.backup-1')).equals(newest)).toBe(true);
});

test('nothing waits for a backup, and what is written while it is made is not in it', async () => {
  const first = storeHere();
  await first.open();
  await first.write(batch(1, { n: 1 }));
  await first.abandon();
  let [begin, goOn] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const copy = async (from: string, to: string) => {
    begin();
    await going;
    copyFileSync(from, to);
  };
  const store = new LibsqlStore(folder, { copy });
  open.push(store);
  const { revision, storeId } = await store.open();
  await begun;
  // More than a log takes before it is brought into the file.
  for (let n = 0; n < 30; n++) {
    await store.write({ revision: revision + n + 1, rows: [{ ...row(n), fields: { text: 'x'.repeat(200_000) } }] });
  }
  goOn();
  await store.close();
  const [later, atStart] = ['1', '2'].map((n) => readFileSync(join(folder, `rowdesk.db.backup-${n}`)));
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'rowdesk.db'), atStart as Buffer);
  const found = await storeHere().open();
  expect(found).toMatchObject({ storeId, rows: [{ path: '/channel/input/1', fields: { n: 1 } }] });
  expect((later as Buffer).length).toBeGreaterThan(30 * 200_000);
});

test('a copy that is not sound takes no backup’s place', async () => {
  const first = storeHere();
  await first.open();
  await first.write(batch(1, { n: 1 }));
  await first.close();
  const good = readFileSync(join(folder, 'rowdesk.db.backup-1'));
  const warned: unknown[] = [];
  const log = { debug: () => {}, info: () => {}, warn: (about: unknown) => warned.push(about), error: () => {} };
  const copy = async (_from: string, to: string) => writeFileSync(to, 'garbage'.repeat(2000));
  const store = new LibsqlStore(folder, { copy, log });
  open.push(store);
  const { revision } = await store.open();
  await store.write(batch(revision + 1, { n: 2 }));
  await store.close();
  expect(readFileSync(join(folder, 'rowdesk.db.backup-1')).equals(good)).toBe(true);
  expect(warned).toEqual([expect.objectContaining({ err: expect.any(Error) })]);
});

test.each([
  ['cut short', (file: string) => truncateSync(file, 5000)],
  ['overwritten', (file: string) => writeFileSync(file, 'garbage'.repeat(2000))],
])('a store that is %s is refused, and the words say which backup brings it back and how', async (_, damage) => {
  const file = join(folder, 'rowdesk.db');
  const store = storeHere();
  await store.open();
  await store.write(batch(1, { levelDb: -7 }));
  await store.close();
  damage(file);
  const fault = await storeHere()
    .open()
    .catch((error: Error) => error);
  expect(fault).toMatchObject({ name: 'StoreError', code: 'store-damaged' });
  const { message } = fault as Error;
  expect(message).toContain(`${file}.backup-1`);
  // The advice is followed to the letter.
  const { execFileSync } = await import('node:child_process');
  execFileSync('sh', ['-ec', message.slice(message.indexOf('mkdir'))]);
  const { rows } = await storeHere().open();
  expect(rows[0]?.fields).toEqual({ levelDb: -7 });
});

test('nothing is written after the close', async () => {
  const store = storeHere();
  await store.open();
  await store.close();
  await expect(store.write(batch(1, {}))).rejects.toMatchObject({ code: 'store-closed' });
});

test('a damaged backup is not advised', async () => {
  const file = join(folder, 'rowdesk.db');
  for (let n = 1; n <= 2; n++) {
    const store = storeHere();
    await store.open();
    await store.write(batch(n, { n }));
    await store.close();
  }
  writeFileSync(file, 'garbage'.repeat(2000));
  writeFileSync(`${file}.backup-1`, 'garbage'.repeat(2000));
  await expect(storeHere().open()).rejects.toThrow(`Use the backup ${file}.backup-2`);
});

test('a second process is refused while the first has the store', async () => {
  await storeHere().open();
  await expect(storeHere().open()).rejects.toMatchObject({ code: 'store-in-use' });
});

test('a store of a newer rowdesk is refused and left as it is', async () => {
  const store = storeHere();
  await store.open();
  await store.close();
  const { default: Database } = await import('libsql');
  const database = new Database(join(folder, 'rowdesk.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(join(folder, 'rowdesk.db'));
  await expect(storeHere().open()).rejects.toMatchObject({ code: 'store-newer' });
  expect(readFileSync(join(folder, 'rowdesk.db')).equals(before)).toBe(true);
});
