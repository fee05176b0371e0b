// How the thread of a store opens its file: to be written, or as a copy that can only be read.
// @ts-check
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { keepEarlier } from './earlier-layout.mjs';
import { connect } from './store-file.mjs';
import { upgrade } from './store-tables.mjs';

/** Throws what SQLite says, and `keepsLock` where only the end of this thread lets go of the file. */
export function connectToWrite() {
  const connection = connect(workerData.file);
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    broughtOver(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

function broughtOver(/** @type {import('./store-file.mjs').Connection} */ connection) {
  try {
    upgrade(connection, (found) => keepEarlier(connection, workerData.file, found));
  } catch (error) {
    throw Object.assign(/** @type {Error} */ (error), { keepsLock: true });
  }
}

/**
 * The store as it is on a disk that can't be written: SQLite reads a write-ahead log only where it may write beside it, so
 * both files are copied to the reading folder. The copy has no name any more once it is open.
 */
export function connectToCopy() {
  mkdirSync(workerData.readingFolder, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(workerData.readingFolder, 'store-'));
  try {
    const copy = join(folder, 'rowdesk.db');
    copyFileSync(workerData.file, copy);
    if (existsSync(`${workerData.file}-wal`)) copyFileSync(`${workerData.file}-wal`, `${copy}-wal`);
    const connection = connect(copy);
    upgrade(connection, () => {});
    return connection;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
