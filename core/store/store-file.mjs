// How the file of a store is opened and read, by the thread that owns it and by the process that examines it first.
// Plain JavaScript, as both are.
// @ts-check
import Database from 'libsql';

/** Grows with the tables; a file with a greater one was made by a newer rowdesk. */
export const layout = 2;

/** SQLITE_CORRUPT (sqlite.org/rescode.html). */
const corrupt = 11;
/** It, SQLITE_FORMAT and SQLITE_NOTADB; and SQLITE_ERROR, where a table is gone or its definition makes no sense. */
const damage = [1, corrupt, 24, 26];

/** @typedef {InstanceType<typeof Database>} Connection */

/** Throws what SQLite says. */
export function connect(/** @type {string} */ file) {
  const connection = new Database(file);
  try {
    // Exclusive: the wal-index lives on the heap, which a full disk can't tear away, and no second process can write.
    connection.pragma('locking_mode = EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

/** The layout of the tables that are there; 0 for none. */
export function layoutOf(/** @type {Connection} */ connection) {
  const [{ user_version: found }] = /** @type {any} */ (connection.pragma('user_version'));
  return /** @type {number} */ (found);
}

/** SQLite's primary result code; libsql tells it as text when the file could not even be opened. */
export function primaryCode(/** @type {any} */ error) {
  if (typeof error.rawCode === 'number') return error.rawCode & 0xff;
  return Number(/: (\d+)"?\)?$/.exec(error.message)?.[1] ?? 1) & 0xff;
}

/** Whether what was thrown while a store was read says that the file itself is wrong. */
export function isDamage(/** @type {any} */ error) {
  return typeof error.rawCode === 'number' && damage.includes(primaryCode(error));
}

/** What SQLite finds wrong with its structure, in SQLite's words. */
export function problemsOf(/** @type {Connection} */ connection) {
  const found = /** @type {{ quick_check: string }[]} */ (connection.pragma('quick_check(5)'));
  return found.map((row) => row.quick_check).filter((text) => text !== 'ok');
}

/** The same of what a start reads alone. */
export function problemsOfStart(/** @type {Connection} */ connection) {
  return ['meta', 'rows', 'history', 'documents'].flatMap((table) => {
    const found = /** @type {{ quick_check: string }[]} */ (connection.pragma(`quick_check(${table})`));
    return found.map((row) => row.quick_check).filter((text) => text !== 'ok');
  });
}

/** All that is in it, texts not yet parsed. Throws an error of code 11 that names what is not text. */
export function contentsOf(/** @type {Connection} */ connection) {
  return {
    meta: [...rowsOf(connection, tables.meta)],
    rows: [...rowsOf(connection, tables.rows)],
    entries: [...rowsOf(connection, tables.entries)],
    documents: [...rowsOf(connection, tables.documents)],
  };
}

/** Reads the same and keeps nothing of it. */
export function checkContents(/** @type {Connection} */ connection) {
  for (const table of Object.values(tables)) for (const _ of rowsOf(connection, table));
}

/** Of an unexamined store: undefined where it has none. Throws what SQLite says. */
export function storeIdOf(/** @type {Connection} */ connection) {
  const [found] = /** @type {any} */ (connection.prepare("SELECT CAST(value AS BLOB) FROM meta WHERE key = 'storeId'"))
    .raw()
    .all();
  return found === undefined ? undefined : textOf(found[0], () => 'the id of the store');
}

/**
 * How each table is read, which columns of it are text, and how a row of it is called in words.
 * @typedef {{ readonly sql: string, readonly texts: readonly number[], readonly name: (row: readonly any[]) => string }} Table
 */
const tables = {
  /** @type {Table} */
  meta: {
    sql: 'SELECT CAST(key AS BLOB), CAST(value AS BLOB) FROM meta ORDER BY key',
    texts: [0, 1],
    name: ([key]) => `the note ${key}`,
  },
  /** @type {Table} */
  rows: {
    sql: 'SELECT CAST(path AS BLOB), version, revision, CAST(fields AS BLOB) FROM rows ORDER BY path',
    texts: [0, 3],
    name: ([path]) => `the row ${path}`,
  },
  /** @type {Table} */
  entries: {
    sql: 'SELECT id, CAST(entry AS BLOB) FROM history ORDER BY id',
    texts: [1],
    name: ([id]) => `entry ${id} of the history`,
  },
  /** @type {Table} */
  documents: {
    sql: 'SELECT CAST(kind AS BLOB), CAST(id AS BLOB), CAST(body AS BLOB) FROM documents ORDER BY kind, id',
    texts: [0, 1, 2],
    name: ([kind, id]) => `the ${kind} ${id}`,
  },
};

/**
 * Text is read as bytes and decoded here: what is no UTF-8 ends the whole process where libsql decodes it.
 * @param {Connection} connection
 * @param {Table} table
 */
function* rowsOf(connection, { sql, texts, name }) {
  for (const row of /** @type {Iterable<any[]>} */ (connection.prepare(sql).raw().iterate())) {
    for (const place of texts) row[place] = textOf(row[place], () => name(row.map(legible)));
    yield row;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text, exactly as they were written. Throws an error of code 11 that names them. */
export function textOf(/** @type {Uint8Array} */ bytes, /** @type {() => string} */ name) {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw Object.assign(new Error(`${name()} is not text`), { rawCode: corrupt });
  }
}

/** For words about it: bytes that are no text become one mark each. */
function legible(/** @type {unknown} */ value) {
  return value instanceof Uint8Array ? new TextDecoder().decode(value).slice(0, 200) : value;
}
