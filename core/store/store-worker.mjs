// The thread that owns the database file: SQLite blocks, so it never runs beside HTTP. Plain JavaScript, because a worker
// is loaded from source (tests) and from dist (the build copies it) alike. It answers each message with one message.
// @ts-check
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { earlierFiles } from './earlier-layout.mjs';
import { StoreCheckpoints } from './store-checkpoints.mjs';
import { connectToCopy, connectToWrite } from './store-connections.mjs';
import { StoredDocuments } from './store-documents.mjs';
import { connect, contentsOf, isDamage, layout, layoutOf, primaryCode, problemsOf, storeIdOf } from './store-file.mjs';
import { StoreHold } from './store-hold.mjs';
import { create } from './store-tables.mjs';

/** Each takes a whole list as one JSON text: it is encoded once, crosses once and is bound once. */
const statements = {
  rows: `INSERT INTO rows SELECT value->>0, value->>1, value->>2, value->3 FROM json_each(?) WHERE true
    ON CONFLICT (path) DO UPDATE SET version = excluded.version, revision = excluded.revision, fields = excluded.fields`,
  entries: 'INSERT OR REPLACE INTO history SELECT value->>0, value->1 FROM json_each(?)',
  droppedEntries: 'DELETE FROM history WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?))',
  meta: 'INSERT OR REPLACE INTO meta SELECT key, value FROM json_each(?)',
};

/** @typedef {import('./store-documents.mjs').Key} Key */
/** @typedef {import('./store-documents.mjs').Put} Put */
/** @typedef {keyof typeof statements} Part */
/** @typedef {import('./store-file.mjs').Connection} Connection */
/** @type {Connection | undefined} */
let database;
/** It is a copy that can only be read, as long as the file itself can't be opened to be written. */
let isCopy = false;
/** @type {Record<Part, import('libsql').Statement>} */
let prepared;
/** @type {StoredDocuments} */
let documents;
/** The inode of the file that is open, 0 for none: a moved or removed file goes on taking writes that no later start finds. */
let opened = 0;
/** This thread gives way to the next. */
let isSpent = false;
const held = new StoreHold();
const checkpoints = new StoreCheckpoints();
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Tries for so long while another has the file: the process that examined it for a desk that was killed ends a moment later.
 * @template T
 */
function whileBusy(/** @type {number} */ timeoutMs, /** @type {() => T} */ run) {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      return run();
    } catch (error) {
      if (faultOf(error).code !== 5 /* SQLITE_BUSY */ || waitedMs >= timeoutMs) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function adopt(/** @type {Connection} */ connection, /** @type {boolean} */ isOfCopy) {
  database?.close();
  database = connection;
  isCopy = isOfCopy;
  opened = statSync(workerData.file).ino;
}

function prepare() {
  const connection = /** @type {Connection} */ (database);
  const made = Object.entries(statements).map(([part, sql]) => [part, connection.prepare(sql)]);
  prepared = Object.fromEntries(made);
  documents = new StoredDocuments(connection);
}

/** Where it can't be brought over, the next thread tries. */
function writable() {
  try {
    return connectToWrite();
  } catch (error) {
    isSpent ||= /** @type {any} */ (error).keepsLock === true;
    throw error;
  }
}

/** For a write, after a fault or where there was but a copy. */
function connectAgain() {
  refuseWhenGone();
  if (database !== undefined && !isCopy) return;
  adopt(writable(), false);
  prepare();
}

/** For what reads: also of a copy. */
function stored() {
  if (database === undefined) {
    refuseWhenGone();
    connected(0);
    prepare();
  }
  return documents;
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

  /** Of files that were examined: undefined for one that can't be read. @param {{ files: readonly string[] }} what */
  layouts({ files }) {
    return files.map((file) => {
      try {
        return withFile(file, layoutOf);
      } catch {
        return undefined;
      }
    });
  },

  /** @param {{ mayBeNew: boolean, isExamined: boolean, timeoutMs: number }} what */
  open(what) {
    try {
      return openAndRead(what);
    } catch (error) {
      if (isDamage(error)) return { problems: [/** @type {Error} */ (error).message] };
      throw error;
    }
  },

  /** @param {{ parts: Partial<Record<Part, string>>, puts?: readonly Put[], drops?: readonly Key[] }} what */
  write({ parts, puts = [], drops = [] }) {
    connectAgain();
    const connection = /** @type {Connection} */ (database);
    try {
      connection.exec('BEGIN IMMEDIATE');
      for (const [part, json] of Object.entries(parts)) prepared[/** @type {Part} */ (part)].run(json);
      documents.write(puts, drops);
      connection.exec('COMMIT');
    } catch (error) {
      documents.forget();
      recover(error);
      throw error;
    }
  },

  /** @param {Key} key */
  content(key) {
    return stored().content(key);
  },

  /** @param {{ of: Key, base: Key }} what */
  compare(what) {
    return stored().compare(what);
  },

  /** How much of the file is in use, and how much of its disk is free, in bytes. */
  room() {
    const { usedBytes } = stored();
    const { bavail, bsize } = statfsSync(dirname(workerData.file));
    return { usedBytes, freeBytes: bavail * bsize };
  },

  hold() {
    if (database === undefined || isCopy) throw new Error('the store is not open');
    held.begin(database);
  },

  release() {
    return held.end(database);
  },

  close() {
    if (!isCopy) database?.pragma('wal_checkpoint(TRUNCATE)');
    database?.close();
    database = undefined;
  },
};

function openAndRead(/** @type {{ mayBeNew: boolean, isExamined: boolean, timeoutMs: number }} */ how) {
  const isMissing = !existsSync(workerData.file);
  const unwritable = connected(how.timeoutMs);
  const connection = /** @type {Connection} */ (database);
  const found = layoutOf(connection);
  if (found > layout) return { newer: found, known: layout, earlier: earlierFiles(workerData.file, layout) };
  const problems = how.isExamined && !isCopy ? [] : problemsOf(connection);
  if (found === 0 && !(how.mayBeNew && !isCopy)) problems.push('it holds no desk');
  if (problems.length > 0) return { problems };
  if (found === 0) create(connection);
  prepare();
  return { isNew: isMissing || found === 0, ...contentsOf(connection), unwritable };
}

/** Opens it, or a copy where it can't be written; then answers why. */
function connected(/** @type {number} */ timeoutMs) {
  try {
    adopt(whileBusy(timeoutMs, writable), false);
    return undefined;
  } catch (error) {
    const fault = faultOf(error);
    const isThere = statSync(workerData.file, { throwIfNoEntry: false })?.isFile();
    if (!unwritableCodes.includes(fault.code) || !isThere || workerData.readingFolder === '') throw error;
    adopt(connectToCopy(), true);
    return fault;
  }
}

/** SQLITE_PERM, _READONLY, _IOERR, _FULL and _CANTOPEN. */
const unwritableCodes = [3, 8, 10, 13, 14];

/** SQLite's code and words. Where a file can't be written it speaks of locks and of files that can't be opened. */
function faultOf(/** @type {any} */ error) {
  const code = primaryCode(error);
  if (![5, 6, 10, 14].includes(code) || !existsSync(workerData.file)) return { code, message: error.message };
  try {
    accessSync(workerData.file, constants.W_OK);
    // access(2) allows it on a disk that an error has made read-only.
    rmdirSync(mkdtempSync(join(dirname(workerData.file), '.writable-')));
    return { code, message: error.message };
  } catch (reason) {
    const [message = ''] = /** @type {Error} */ (reason).message.split(', ');
    return { code: 8 /* SQLITE_READONLY */, message };
  }
}

/** Nor is one made in its place: the next start would take it for the desk. */
function refuseWhenGone() {
  const found = statSync(workerData.file, { throwIfNoEntry: false })?.ino;
  if (found !== undefined && (opened === 0 || found === opened)) return;
  throw Object.assign(new Error('its file was moved or removed'), { rawCode: 14 /* SQLITE_CANTOPEN */ });
}

/** @template T */
function withFile(/** @type {string} */ file, /** @type {(connection: Connection) => T} */ use) {
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
    parentPort?.postMessage({ fault: faultOf(error) });
  }
  if (action === 'write' && database && !held.holds(database)) checkpoints.afterWrite(database, what.parts);
  if (isSpent) parentPort?.close();
});
