// How documents and their content are stored. A content is a list of rows `{path, area, fields}`; it is cut into parts (the
// rows of one area at one strip), and equal parts, as equal contents, are stored once. What nothing refers to is removed in
// the transaction that makes it so. Runs in the thread of the store.
// @ts-check
import { textOf } from './store-file.mjs';
import { byPlace, damage, decoded, encoded, grouped, hashOf, parsed, partOf, pieced, placeOf } from './store-parts.mjs';
import { Uses } from './store-uses.mjs';

/**
 * @typedef {import('./store-parts.mjs').Row} Row
 * @typedef {{ kind: string, id: string }} Key
 * @typedef {{ rows: readonly string[] } | { of: Key, differs?: string, lacks?: string }} ContentChange
 * @typedef {Key & { body: string, content?: ContentChange }} Put
 */

/** What layout 1 lacks. */
export const contentTables = `
  CREATE TABLE contents (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, parts BLOB NOT NULL) STRICT;
  CREATE TABLE parts (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;`;

const statements = {
  contentOf: 'SELECT content FROM documents WHERE kind = ? AND id = ?',
  put: 'INSERT OR REPLACE INTO documents (kind, id, body, content) VALUES (?, ?, ?, ?)',
  drop: 'DELETE FROM documents WHERE kind = ? AND id = ?',
  partsOf: 'SELECT parts FROM contents WHERE id = ?',
  findContent: 'SELECT id FROM contents WHERE hash = ?',
  addContent: 'INSERT INTO contents (hash, parts) VALUES (?, ?)',
  dropContent: 'DELETE FROM contents WHERE id = ?',
  findPart: 'SELECT id FROM parts WHERE hash = ?',
  addPart: 'INSERT INTO parts (hash, body) VALUES (?, ?)',
  dropPart: 'DELETE FROM parts WHERE id = ?',
  // Bytes: text that is no UTF-8 would end the process where libsql decodes it.
  bodies: `SELECT CAST(parts.body AS BLOB) FROM json_each(?) AS wanted CROSS JOIN parts ON parts.id = wanted.value
    ORDER BY wanted.key`,
  contentCounts: 'SELECT content, count(*) FROM documents WHERE content IS NOT NULL GROUP BY content',
  allParts: 'SELECT id, parts FROM contents',
};

export class StoredDocuments {
  /** @type {import('libsql').Database} */
  #database;
  /** @type {Record<keyof typeof statements, import('libsql').Statement>} */
  #prepared;
  /** How many documents refer to each content, and contents to each part; counted when needed. */
  #uses = /** @type {{ contents: Uses, parts: Uses } | undefined} */ (undefined);
  /** The content from which others were derived last, by its parts. */
  #base = /** @type {{ content: number, ids: number[], places: Map<string, number> } | undefined} */ (undefined);

  constructor(/** @type {import('libsql').Database} */ database) {
    this.#database = database;
    const prepared = (/** @type {string} */ sql) =>
      sql.startsWith('SELECT') ? database.prepare(sql).raw() : database.prepare(sql);
    this.#prepared = /** @type {any} */ (
      Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, prepared(sql)]))
    );
  }

  /**
   * Within a transaction. Puts are made one after the other; one without `content` keeps what it has.
   * @param {readonly Put[]} puts
   * @param {readonly Key[]} drops
   */
  write(puts, drops) {
    for (const { kind, id, body, content } of puts) {
      const before = this.#contentOf({ kind, id });
      const after = content === undefined ? before : this.#contentFor(content);
      // Counted as it was.
      const uses = after === before ? undefined : this.#counted.contents;
      this.#prepared.put.run(kind, id, body, after);
      if (after !== null) uses?.add(after);
      if (before !== null && after !== before) this.#release(before);
    }
    for (const { kind, id } of drops) {
      const before = this.#contentOf({ kind, id });
      if (before !== null) this.#uses = this.#counted;
      this.#prepared.drop.run(kind, id);
      if (before !== null) this.#release(before);
    }
    this.#base = undefined;
  }

  /** The transaction was rolled back. */
  forget() {
    this.#uses = undefined;
    this.#base = undefined;
  }

  /** In pieces, each a JSON array of rows; none where there is no such document, or it has no content. */
  content(/** @type {Key} */ key) {
    const content = this.#contentOf(key);
    return content === null ? [] : pieced(this.#bodies(this.#partsOf(content)));
  }

  /**
   * As JSON `{differs, lacks}`: the rows of one that the other has otherwise or not at all, and those that only the other has.
   * @param {{ of: Key, base: Key }} what
   */
  compare({ of, base }) {
    const [own, other] = [of, base].map((key) => {
      const content = this.#contentOf(key);
      return content === null ? [] : this.#partsOf(content);
    });
    const [ofOwn, ofOther] = [new Set(own), new Set(other)];
    const more = this.#rows(own.filter((id) => !ofOther.has(id)));
    const less = this.#rows(other.filter((id) => !ofOwn.has(id)));
    const [had, has] = [byPlace(less), byPlace(more)];
    const isOther = (/** @type {Row} */ row) =>
      JSON.stringify(had.get(placeOf(row))?.fields) !== JSON.stringify(row.fields);
    const lacks = less.filter((row) => !has.has(placeOf(row))).map(({ path, area }) => ({ path, area }));
    return JSON.stringify({ differs: more.filter(isOther), lacks });
  }

  /** How much of the file is in use, in bytes. */
  get usedBytes() {
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) => {
      const [found] = /** @type {any[]} */ (this.#database.pragma(name));
      return /** @type {number} */ (found[name]);
    });
    return (pages - free) * size;
  }

  /** @returns {number | null} */
  #contentOf(/** @type {Key} */ { kind, id }) {
    const [content = null] = /** @type {any} */ (this.#prepared.contentOf.get(kind, id)) ?? [];
    return content;
  }

  /** @returns {number | null} */
  #contentFor(/** @type {ContentChange} */ change) {
    if ('rows' in change)
      return this.#contentWith(this.#partsFor(change.rows.flatMap((text) => parsed(text, 'a content'))));
    const content = this.#contentOf(change.of);
    if (content === null || (change.differs === undefined && change.lacks === undefined)) return content;
    return this.#derived(
      content,
      parsed(change.differs ?? '[]', 'a content'),
      parsed(change.lacks ?? '[]', 'a content'),
    );
  }

  /**
   * @param {number} content
   * @param {readonly Row[]} differs
   * @param {readonly Row[]} lacks
   */
  #derived(content, differs, lacks) {
    if (this.#base?.content !== content) {
      const ids = this.#partsOf(content);
      const names = this.#bodies(ids).map((body) =>
        partOf(
          parsed(
            textOf(body, () => 'a part'),
            'a part',
          )[0],
        ),
      );
      this.#base = { content, ids, places: new Map(names.map((name, place) => [name, place])) };
    }
    const { ids, places } = this.#base;
    /** @type {(number | undefined)[]} */
    const made = [...ids];
    const changed = new Set([...differs, ...lacks].map(partOf));
    const [otherwise, lacking] = [grouped(differs), grouped(lacks)];
    for (const name of changed) {
      const place = places.get(name);
      const rows = byPlace(place === undefined ? [] : this.#rows([ids[place]]));
      for (const row of lacking.get(name) ?? []) rows.delete(placeOf(row));
      for (const row of otherwise.get(name) ?? []) rows.set(placeOf(row), row);
      const [id] = this.#partsFor([...rows.values()]);
      if (place !== undefined) made[place] = id;
      else if (id !== undefined) made.push(id);
    }
    return this.#contentWith(made.filter((id) => id !== undefined));
  }

  /** One with these parts, there already or new. */
  #contentWith(/** @type {readonly number[]} */ ids) {
    const parts = encoded(ids);
    const hash = hashOf(parts);
    // In a list: bytes alone are taken for named parameters, and end the process.
    const [found] = /** @type {any} */ (this.#prepared.findContent.get([hash])) ?? [];
    if (found !== undefined) return found;
    // Before the row is there: it has no use yet.
    const { parts: uses } = this.#counted;
    const added = Number(this.#prepared.addContent.run(hash, parts).lastInsertRowid);
    for (const id of ids) uses.add(id);
    return added;
  }

  #partsFor(/** @type {readonly Row[]} */ rows) {
    const { findPart, addPart } = this.#prepared;
    return [...grouped(rows).values()].map((own) => {
      const body = JSON.stringify(own);
      const hash = hashOf(body);
      const [id] = /** @type {any} */ (findPart.get([hash])) ?? [addPart.run(hash, body).lastInsertRowid];
      return Number(id);
    });
  }

  #release(/** @type {number} */ content) {
    const { contents, parts } = this.#counted;
    if (contents.remove(content) > 0) return;
    for (const id of this.#partsOf(content)) if (parts.remove(id) === 0) this.#prepared.dropPart.run(id);
    this.#prepared.dropContent.run(content);
  }

  get #counted() {
    if (this.#uses === undefined) {
      const [contents, parts] = [new Uses(), new Uses()];
      const { contentCounts, allParts } = this.#prepared;
      for (const [id, count] of /** @type {number[][]} */ (contentCounts.all())) contents.add(id, count);
      for (const row of allParts.iterate()) for (const id of decoded(/** @type {any} */ (row)[1])) parts.add(id);
      this.#uses = { contents, parts };
    }
    return this.#uses;
  }

  /** The ids of its parts. */
  #partsOf(/** @type {number} */ content) {
    const [parts] = /** @type {any} */ (this.#prepared.partsOf.get(content)) ?? [];
    if (parts === undefined) throw damage('a document has lost its content');
    return decoded(parts);
  }

  /** @returns {Uint8Array[]} */
  #bodies(/** @type {readonly number[]} */ ids) {
    const found = /** @type {any[][]} */ (this.#prepared.bodies.all(JSON.stringify(ids)));
    if (found.length !== ids.length) throw damage('a part of a document is missing');
    return found.map(([body]) => body);
  }

  /** @returns {Row[]} */
  #rows(/** @type {readonly number[]} */ ids) {
    return this.#bodies(ids).flatMap((body) =>
      parsed(
        textOf(body, () => 'a part'),
        'a part of a document',
      ),
    );
  }
}
