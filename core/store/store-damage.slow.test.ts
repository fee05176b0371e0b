// Files of a store that are not as they were left: damaged, emptied, taken away, or another's.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LibsqlStore, type LibsqlStoreOptions } from './libsql-store.ts';
import type { StoreBatch, StoreContents, StoreError } from './store.ts';
import { examineInProcess } from './store-examination.ts';

let folder: string;
let file: string;
const open: LibsqlStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-store-'));
  file = join(folder, 'rowdesk.db');
});
afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((store) => store.abandon()));
  rmSync(folder, { recursive: true, force: true });
});

function storeIn(where: string, options: LibsqlStoreOptions = {}): LibsqlStore {
  const store = new LibsqlStore(where, options);
  open.push(store);
  return store;
}

const batch = (revision: number): StoreBatch => ({
  revision,
  rows: [{ path: '/channel/input/7', version: 1, revision, fields: { name: `in-the-row ${revision}` } }],
  entries: [
    {
      ...{ id: String(revision), at: 0, label: 'in-the-entry', actor: 'x', revision, undone: false },
      changes: [{ path: '/channel/input/7', field: 'name', from: '', to: 'Vox' }],
    },
  ],
  documents: [{ kind: 'scene', id: 'opening', body: { name: 'in-the-document' } }],
});

/** Starts, writes as often, and ends in order: each leaves a backup. */
async function used(where = folder, times = 1): Promise<StoreContents> {
  let contents: StoreContents | undefined;
  for (let n = 1; n <= times; n++) {
    const store = storeIn(where);
    contents = await store.open();
    await store.write(batch(contents.revision + 1));
    await store.close();
  }
  return contents as StoreContents;
}

/** Writes, and leaves the files of a process that was killed: the end of a mere thread closes them. */
async function killed() {
  const store = storeIn(folder);
  const { revision } = await store.open();
  await store.write(batch(revision + 1));
  const at = (name: string) => ({ name, bytes: readFileSync(name) });
  const files = [at(file), at(`${file}-wal`)] as const;
  await store.abandon();
  return files;
}

const refusal = async (options: LibsqlStoreOptions = {}): Promise<StoreError> =>
  storeIn(folder, options)
    .open()
    .then(
      () => Promise.reject(new Error('it opened')),
      (fault: StoreError) => fault,
    );

/** Follows the advice to the letter. */
const follow = ({ message }: StoreError) =>
  execFileSync('sh', ['-ec', message.slice(message.search(/(mkdir|cp) '/))], { stdio: 'pipe' });

/** Bytes that are no UTF-8 over every place where the text stands. */
function garble(text: string): void {
  const bytes = readFileSync(file);
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  expect(places.length).toBeGreaterThan(0);
  for (const at of places) bytes.fill(Buffer.from([0xff, 0xfe, 0xc0]), at, at + text.length);
  writeFileSync(file, bytes);
}

describe.each([
  ['in a process of its own', { examine: examineInProcess }],
  ['by its thread', {}],
])('looked at %s', (_, options: LibsqlStoreOptions) => {
  test.each([
    ['in-the-row', 'the row /channel/input/7'],
    ['in-the-entry', 'entry 1 of the history'],
    ['in-the-document', 'the scene opening'],
    ['/channel/input/7', 'the row'],
  ])('bytes over %s that are no text are damage, called %s, and a backup mends it', async (text, name) => {
    const { storeId } = await used();
    garble(text);
    const fault = await refusal(options);
    expect(fault).toMatchObject({ name: 'StoreError', code: 'store-damaged' });
    expect(fault.message).toContain(`damaged (${name}`);
    expect(fault.message).toContain(`Use the backup ${file}.backup-1`);
    follow(fault);
    const again = await storeIn(folder, options).open();
    expect([again.storeId, again.rows[0]?.fields]).toEqual([storeId, { name: 'in-the-row 1' }]);
  });
});

test('text that says no JSON object is damage, called by its address', async () => {
  await used();
  const bytes = readFileSync(file);
  bytes.write('{]', bytes.indexOf('{"name":"in-the-row'));
  writeFileSync(file, bytes);
  expect((await refusal()).message).toMatch(/damaged \(the row \/channel\/input\/7: .*JSON/);
});

test('garbage anywhere in the file, or in its log, ends nothing: what is not as good as new is refused in words', async () => {
  await used();
  const files = await killed();
  let refused = 0;
  for (const { name, bytes } of files) {
    // Where pages end, and in the header: what is in them is there, and before it is mostly room.
    for (let at = 40; at < bytes.length; at += at === 40 ? 4096 - 64 - 40 : 4096) {
      for (const each of files) writeFileSync(each.name, each.bytes);
      const garbage = Buffer.from(bytes);
      for (let place = at; place < Math.min(at + 64, bytes.length); place++) garbage[place] = (place * 151 + 97) & 0xff;
      writeFileSync(name, garbage);
      const tried = storeIn(folder, { examine: examineInProcess });
      const code = await tried.open().then(
        () => '',
        (fault: StoreError) => fault.code,
      );
      await tried.abandon();
      expect(['', 'store-damaged', 'store-newer']).toContain(code);
      if (code !== '') refused++;
    }
  }
  expect(refused).toBeGreaterThan(2);
}, 120_000);

test.each([
  ['is missing', () => rmSync(file)],
  ['is empty', () => truncateSync(file, 0)],
])('a store that %s beside its backups is no new desk, and the words bring it back', async (is, harm) => {
  const { storeId } = await used();
  harm();
  const backup = readFileSync(`${file}.backup-1`);
  const fault = await refusal({ examine: examineInProcess });
  expect([fault.code, fault.message]).toEqual([
    'store-damaged',
    expect.stringContaining(`: it ${is}, and ${file}.backup-1 is there`),
  ]);
  expect(readFileSync(`${file}.backup-1`).equals(backup)).toBe(true);
  follow(fault);
  expect(await storeIn(folder).open()).toMatchObject({ storeId, isNew: false });
});

test('a log whose database is gone is not thrown away', async () => {
  const [, log] = await killed();
  rmSync(file);
  writeFileSync(`${file}-wal`, log.bytes);
  const fault = await refusal();
  expect(fault.message).toContain(`it is missing, and ${file}-wal is there`);
  expect(fault.message).toContain('There is no good backup');
  expect(readFileSync(`${file}-wal`).equals(log.bytes)).toBe(true);
  follow(fault);
  expect((await storeIn(folder).open()).isNew).toBe(true);
});

test('a database that holds no desk beside backups is no new desk', async () => {
  await used();
  rmSync(file);
  const { default: Database } = await import('libsql');
  const other = new Database(file);
  other.exec('CREATE TABLE songs (name TEXT)');
  other.close();
  expect((await refusal()).message).toContain('it holds no desk');
});

test('a file that a first start left empty is a new desk', async () => {
  writeFileSync(file, '');
  expect((await storeIn(folder).open()).isNew).toBe(true);
});

test('damage after damage has a remedy that works', async () => {
  await used();
  for (let n = 1; n <= 2; n++) {
    garble('in-the-row');
    follow(await refusal());
  }
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['rowdesk.db.damaged', 'rowdesk.db.damaged-2']));
});

test('when no backup is good, the words begin with an empty desk', async () => {
  await used();
  for (const name of [file, `${file}.backup-1`]) writeFileSync(name, 'garbage'.repeat(2000));
  const fault = await refusal({ examine: examineInProcess });
  expect(fault.message).toContain('There is no good backup');
  follow(fault);
  expect((await storeIn(folder).open()).isNew).toBe(true);
});

test('the last backup of another store is never rotated away', async () => {
  const first = await used(folder, 3);
  const elsewhere = join(folder, 'elsewhere');
  const second = await used(elsewhere);
  cpSync(join(elsewhere, 'rowdesk.db'), file);
  await used(folder, 5);
  const kept = `${file}.backup-of-${first.storeId}`;
  expect(existsSync(kept)).toBe(true);
  const backups = readdirSync(folder).filter((name) => name.includes('backup'));
  expect(backups).toHaveLength(4);
  expect((await storeIn(folder).open()).storeId).toBe(second.storeId);
  // It is whole: the newest of the first store.
  const again = join(folder, 'again');
  await used(again);
  cpSync(kept, join(again, 'rowdesk.db'));
  expect(await storeIn(again).open()).toMatchObject({
    storeId: first.storeId,
    rows: [{ fields: { name: 'in-the-row 3' } }],
  });
});

test('a store and its backups can be read by their owner only, also those that were made before', async () => {
  await used(folder, 2);
  const modes = () =>
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o077).toString(8)]);
  const allOwn = () => expect(modes()).toEqual(modes().map(([name]) => [name, '0']));
  allOwn();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  await storeIn(folder).open();
  expect(modes().length).toBeGreaterThan(3);
  allOwn();
});
