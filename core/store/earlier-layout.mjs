// A store of an earlier layout is copied before it is brought over: an earlier rowdesk can't read the new one, and three
// starts later no backup is of the earlier layout any more.
// @ts-check
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

/** The copy of a store before it left a layout. */
const earlierFile = (/** @type {string} */ file, /** @type {number} */ layout) => `${file}.layout-${layout}`;

/** The copies that exist of a layout up to `known`, the newest layout first. */
export function earlierFiles(/** @type {string} */ file, /** @type {number} */ known) {
  return Array.from({ length: known }, (_, n) => earlierFile(file, known - n)).filter((each) => existsSync(each));
}

/**
 * Copies the store to `FILE.layout-N`, in place of an earlier copy. By SQLite, since closing the file in this process would
 * release SQLite's lock on it. Throws what SQLite says; then there is no new copy.
 * @param {import('libsql').Database} connection
 * @param {string} file
 * @param {number} layout
 */
export function keepEarlier(connection, file, layout) {
  const kept = earlierFile(file, layout);
  const fresh = `${kept}-new`;
  try {
    rmSync(fresh, { force: true });
    // Only the owner may read the copy.
    closeSync(openSync(fresh, 'wx', 0o600));
    connection.exec(`VACUUM INTO '${fresh.replaceAll("'", "''")}'`);
    markOpen(fresh);
    flush(fresh);
    renameSync(fresh, kept);
    flush(dirname(file));
  } catch (error) {
    rmSync(fresh, { force: true });
    throw named(error);
  }
}

/** SQLITE_FULL, _READONLY and _IOERR for what the system says: a store that can't be written is read all the same. */
function named(/** @type {any} */ error) {
  if (typeof error.rawCode === 'number') return error;
  const code = ['ENOSPC', 'EDQUOT'].includes(error.code) ? 13 : ['EROFS', 'EACCES'].includes(error.code) ? 8 : 10;
  return Object.assign(error, { rawCode: code });
}

/** A desk that begins with the copy uses no revision of the desk that went on without it. */
function markOpen(/** @type {string} */ file) {
  const copy = new Database(file);
  try {
    copy.exec("INSERT OR REPLACE INTO meta VALUES ('closed', 'no')");
  } finally {
    copy.close();
  }
}

function flush(/** @type {string} */ path) {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
