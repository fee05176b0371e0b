// The write-ahead log beside the store's file: it stays short, and leaves the file alone while that is copied.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreThread, workerFor } from './store-thread.ts';

let folder: string;
let file: string;
let thread: StoreThread;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-log-'));
  file = join(folder, 'rowdesk.db');
  thread = new StoreThread(file, () => workerFor(file));
  await thread.ask('open', { mayBeNew: true, isExamined: true, timeoutMs: 0 });
});
afterEach(async () => {
  await thread.ask('close', {});
  await thread.end();
  rmSync(folder, { recursive: true, force: true });
});

/** So many transactions of 20 kB. */
async function write(transactions: number): Promise<void> {
  for (let n = 0; n < transactions; n++) {
    const rows = JSON.stringify([[`/row/${n % 4}`, 1, n, { text: `${n}`.padEnd(20_000, 'x') }]]);
    await thread.ask('write', { parts: { rows } });
  }
}

test('the log stays short under continuous writes', async () => {
  await write(100);
  // 100 transactions are more than 2 MB; SQLite alone lets a log grow to 4 MB.
  expect(statSync(`${file}-wal`).size).toBeLessThan(1_000_000);
});

test('the file stays as it is while it is held', async () => {
  await thread.ask('hold', {});
  const held = readFileSync(file);
  await write(40);
  expect(readFileSync(file).equals(held)).toBe(true);
  expect(await thread.ask('release', {})).toBe(true);
  await write(40);
  expect(readFileSync(file).equals(held)).toBe(false);
});
