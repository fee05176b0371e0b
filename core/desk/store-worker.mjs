// The thread that owns the database file: SQLite blocks, so it never runs beside HTTP. Plain JavaScript, because a worker
// is loaded from source (tests) and from dist (the build copies it) alike. It answers each message with one message.
// @ts-check
import { existsSync, statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { connect, contentsOf, isDamage, layout, layoutOf, primaryCode, problemsOf, storeIdOf } from './store-file.mjs';

const tables = `
  CREATE TABLE rows (path TEXT PRIMARY KEY, version INTEGER NOT NULL, revision INTEGER NOT NULL, fields TEXT NOT NULL)
    WITHOUT ROWID, STRICT;
  CREATE TABLE history (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
  CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id))
    WITHOUT ROWID, STRICT;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
  PRAGMA user_version = ${layout};`;

/** Each takes a whole list as one JSON text: it is encoded once, crosses once and is bound once. */
const statements = {
  rows: `INSERT INTO rows SELECT value->>0, value->>1, value->>2, value->3 FROM json_each(?) WHERE true
    ON CONFLICT (path) DO UPDATE SET version = excluded.version, revision = excluded.revision, fields = excluded.fields`,
  entries: 'INSERT OR REPLACE INTO history SELECT value->>0, value->1 FROM json_each(?)',
  droppedEntries: 'DELETE FROM history WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
  documents: 'INSERT OR REPLACE INTO documents SELECT value->>0, value->>1, value->2 FROM json_each(?)',
  droppedDocuments: 'DELETE FROM documents WHERE (kind, id) IN (SELECT value->>0, value->>1 FROM json_each(?))',
  meta: 'INSERT OR REPLACE INTO meta SELECT key, value FROM json_each(?)',
};

/** @typedef {keyof typeof statements} Part */
/** @type {import('./store-file.mjs').Connection | undefined} */
let database;
/** @type {Record<Part, import('libsql').Statement>} */
let prepared;
/** The inode of the file that is open, 0 for none: moved or removed it goes on taking writes, which nobody finds again. */
let opened = 0;
/** This thread gives way to the next. */
let isSpent = false;
const pause = new Int32Array(new SharedArrayBuffer(4));

function connectToWrite() {
  const connection = connect(workerData.file);
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/**
 * Tries for so long while another has the file: the process that examined it for a desk that was killed ends a moment later.
 * @template T
 */
function patiently(/** @type {number} */ patienceMs, /** @type {() => T} */ run) {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      return run();
    } catch (error) {
      if (primaryCode(error) !== 5 /* SQLITE_BUSY */ || waitedMs >= patienceMs) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function prepare() {
  return /** @type {Record<Part, import('libsql').Statement>} */ (
    Object.fromEntries(
      Object.entries(statements).map(([part, sql]) => [part, /** @type {any} */ (database).prepare(sql)]),
    )
  );
}

const actions = {
  /** @param {{ file: string }} what */
  check({ file }) {
    return withFile(file, problemsOf);
  },

  /** @param {{ files: readonly string[] }} what */
  storeIds({ files }) {
    return files.map((file) => {
      try {
        return withFile(file, storeIdOf);
      } catch {
        return undefined;
      }
    });
  },

  /** @param {{ mayBeNew: boolean, isExamined: boolean, patienceMs: number }} what */
  open(what) {
    try {
      return openAndRead(what);
    } catch (error) {
      if (isDamage(error)) return { problems: [/** @type {Error} */ (error).message] };
      throw error;
    }
  },

  /** @param {{ parts: Partial<Record<Part, string>> }} what */
  write({ parts }) {
    refuseWhenGone();
    if (database === undefined) {
      database = connectToWrite();
      prepared = prepare();
      opened = statSync(workerData.file).ino;
    }
    try {
      database.exec('BEGIN IMMEDIATE');
      for (const [part, json] of Object.entries(parts)) prepared[/** @type {Part} */ (part)].run(json);
      database.exec('COMMIT');
    } catch (error) {
      recover(error);
      throw error;
    }
  },

  /** @param {{ file: string }} what */
  backup({ file }) {
    if (database === undefined) throw new Error('the store is not open');
    database.prepare('VACUUM INTO ?').run(file);
  },

  close() {
    database?.pragma('wal_checkpoint(TRUNCATE)');
    database?.close();
    database = undefined;
  },
};

function openAndRead(/** @type {{ mayBeNew: boolean, isExamined: boolean, patienceMs: number }} */ how) {
  const isMissing = !existsSync(workerData.file);
  database = patiently(how.patienceMs, connectToWrite);
  const found = layoutOf(database);
  if (found > layout) return { newer: found };
  const problems = how.isExamined ? [] : problemsOf(database);
  if (found === 0 && !how.mayBeNew) problems.push('it holds no desk');
  if (problems.length > 0) return { problems };
  opened = statSync(workerData.file).ino;
  if (found === 0) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
  prepared = prepare();
  return { isNew: isMissing || found === 0, ...contentsOf(database) };
}

/** Nor is one made in its place: the next start would take it for the desk. */
function refuseWhenGone() {
  const found = statSync(workerData.file, { throwIfNoEntry: false })?.ino;
  if (found !== undefined && (opened === 0 || found === opened)) return;
  throw Object.assign(new Error('its file was moved or removed'), { rawCode: 14 /* SQLITE_CANTOPEN */ });
}

/** @template T */
function withFile(
  /** @type {string} */ file,
  /** @type {(connection: import('./store-file.mjs').Connection) => T} */ use,
) {
  const other = connect(file);
  try {
    return use(other);
  } finally {
    other.close();
  }
}

/**
 * After a full disk the connection is sound. After anything else it is made anew, since files may have come back; by a
 * new thread, since only the end of a thread lets go of the lock of a connection that can't be closed any more.
 */
function recover(/** @type {any} */ error) {
  try {
    if (database?.inTransaction) database.exec('ROLLBACK');
    if (primaryCode(error) === 13 /* SQLITE_FULL */) return;
    database?.close();
  } catch {
    // What can't be rolled back is dropped with the connection.
  }
  database = undefined;
  isSpent = true;
}

parentPort?.on('message', ({ action, ...what }) => {
  try {
    parentPort?.postMessage({ result: actions[/** @type {keyof typeof actions} */ (action)](what) });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    parentPort?.postMessage({ fault: { code: primaryCode(error), message } });
  }
  if (isSpent) parentPort?.close();
});
