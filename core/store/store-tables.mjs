// The tables of a store, and how those of an earlier rowdesk become them.
// @ts-check
import { contentTables, StoredDocuments } from './store-documents.mjs';
import { layout, layoutOf, textOf } from './store-file.mjs';
import { isRow, parsed } from './store-parts.mjs';

const tables = `
  CREATE TABLE rows (path TEXT PRIMARY KEY, version INTEGER NOT NULL, revision INTEGER NOT NULL, fields TEXT NOT NULL)
    WITHOUT ROWID, STRICT;
  CREATE TABLE history (id INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT;
  CREATE TABLE documents (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, content INTEGER,
    PRIMARY KEY (kind, id)) WITHOUT ROWID, STRICT;
  ${contentTables}
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
  PRAGMA user_version = ${layout};`;

/** In a file that is empty. */
export function create(/** @type {import('libsql').Database} */ connection) {
  connection.exec(`BEGIN IMMEDIATE; ${tables} COMMIT;`);
}

/**
 * Brings a store of before to the layout of today, once `keep` has made a copy for the way back. Throws what SQLite says, or
 * what is wrong with a document; then nothing has changed.
 * @param {import('libsql').Database} connection
 * @param {(layout: number) => void} keep
 */
export function upgrade(connection, keep) {
  const found = layoutOf(connection);
  if (found !== 1) return;
  keep(found);
  migrate(connection);
  tidy(connection);
}

/** What was moved leaves room in the file; without a disk for that it stays there, to be used again. */
function tidy(/** @type {import('libsql').Database} */ connection) {
  try {
    connection.exec('VACUUM');
  } catch {
    // Nothing depends on it.
  }
}

/**
 * From layout 1, where each document held its content in its body: one at a time, and all in one transaction.
 */
function migrate(/** @type {import('libsql').Database} */ database) {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(`ALTER TABLE documents ADD COLUMN content INTEGER; ${contentTables}`);
    const documents = new StoredDocuments(database);
    const bodyOf = database.prepare('SELECT CAST(body AS BLOB) FROM documents WHERE kind = ? AND id = ?').raw();
    const keys = database.prepare('SELECT CAST(kind AS BLOB), CAST(id AS BLOB) FROM documents').raw().all();
    for (const key of /** @type {Uint8Array[][]} */ (keys)) {
      const [kind, id] = key.map((bytes) => textOf(bytes, () => 'the name of a document'));
      const name = `the ${kind} ${id}`;
      const [bytes] = /** @type {any} */ (bodyOf.get(kind, id));
      const { content, ...body } = parsed(
        textOf(bytes, () => name),
        name,
      );
      if (!Array.isArray(content) || !content.every(isRow)) continue;
      documents.write([{ kind, id, body: JSON.stringify(body), content: { rows: [JSON.stringify(content)] } }], []);
    }
    database.exec(`PRAGMA user_version = ${layout}; COMMIT;`);
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
