// A store that is too large to be read before every start.
import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LibsqlStore } from './libsql-store.ts';
import { examineInProcess } from './store-examination.ts';

let folder: string;
let file: string;
const opened: LibsqlStore[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-large-'));
  file = join(folder, 'rowdesk.db');
  const { store, contents } = await open();
  const rows = Array.from({ length: 90 }, (_, n) => {
    return { path: `/channel/input/${n}`, area: 'notes', fields: { text: `${n} `.padEnd(200_000, 'x') } };
  });
  const content = { rows: rows.map((row) => JSON.stringify([row])) };
  const documents = [{ kind: 'scene', id: 'large', body: {}, content }];
  await store.write({ revision: contents.revision + 1, rows: [], documents });
  await store.close();
});
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((store) => store.abandon()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(onDamage?: (words: string) => void) {
  const store = new LibsqlStore(folder, { examine: examineInProcess, onDamage });
  opened.push(store);
  return { store, contents: await store.open() };
}

/** Garbage over what stands at a text. */
function harm(text: string, bytes: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, readFileSync(file).indexOf(text));
}

test('it starts with what is read at a start; damage in the rest is reported with the backup that mends it, and no backup goes', async () => {
  const backup = readFileSync(`${file}.backup-1`);
  harm('/channel/input/45', 100_000);
  const words = new Promise<string>((resolve) => void open(resolve));
  expect(await words).toContain(`The store ${file} is damaged`);
  expect(await words).toContain(`Use the backup ${file}.backup-1`);
  await opened.at(-1)?.close();
  expect(readFileSync(`${file}.backup-1`).equals(backup)).toBe(true);
});

test('damage in what is read at a start is refused before it', async () => {
  const { store, contents } = await open();
  const row = { path: '/channel/input/7', version: 1, revision: contents.revision + 1, fields: { note: 'in-the-row' } };
  await store.write({ revision: contents.revision + 1, rows: [row] });
  await store.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.from([0xff, 0xfe]), 0, 2, readFileSync(file).indexOf('in-the-row'));
  await expect(open()).rejects.toThrow('the row /channel/input/7 is not text');
});
