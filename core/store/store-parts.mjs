// Content as it is cut into parts, and what the store makes of rows, texts and ids.
// @ts-check
import { createHash } from 'node:crypto';

/** @typedef {{ path: string, area: string, fields: object }} Row */

/** Bytes of one piece of a content on its way: what is parsed in one turn. */
const pieceBytes = 65_536;
/** SQLite's SQLITE_CORRUPT. */
const damaged = 11;

export const placeOf = (/** @type {{ path: string, area: string }} */ { path, area }) => `${area} ${path}`;
export const byPlace = (/** @type {readonly Row[]} */ rows) => new Map(rows.map((row) => [placeOf(row), row]));

/** Of one area at one strip: `/channel/input/3` of `/channel/input/3/eq/bands/1`. */
export function partOf(/** @type {{ path: string, area: string }} */ { path, area }) {
  return `${area} ${path.split('/', 4).join('/')}`;
}

export function grouped(/** @type {readonly Row[]} */ rows) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) {
    const name = partOf(row);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [row]);
    else own.push(row);
  }
  return groups;
}

export const isRow = (/** @type {any} */ row) =>
  typeof row === 'object' && row !== null && typeof row.path === 'string' && typeof row.area === 'string';

/** 128 bits of SHA-256. */
export const hashOf = (/** @type {string | Uint8Array} */ text) =>
  createHash('sha256').update(text).digest().subarray(0, 16);

/** Ids as differences to the one before, zigzag, LEB128: those that were made together take one byte each. */
export function encoded(/** @type {readonly number[]} */ ids) {
  const bytes = [];
  let before = 0;
  for (const id of ids) {
    const difference = id - before;
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
    before = id;
  }
  return Buffer.from(bytes);
}

export function decoded(/** @type {Uint8Array} */ bytes) {
  /** @type {number[]} */
  const ids = [];
  let [before, value, scale] = [0, 0, 1];
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    before += value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    ids.push(before);
    [value, scale] = [0, 1];
  }
  return ids;
}

/** Bodies `[row,row]`, `[row]` as `[row,row,row]`, as many in one as are a piece. */
export function pieced(/** @type {readonly Uint8Array[]} */ bodies) {
  const [open, comma, close] = ['[', ',', ']'].map((mark) => Buffer.from(mark));
  const pieces = [];
  for (let next = 0; next < bodies.length; ) {
    const own = [];
    for (let bytes = 0; next < bodies.length && bytes < pieceBytes; next++) {
      own.push(own.length === 0 ? open : comma, bodies[next].subarray(1, -1));
      bytes += bodies[next].length;
    }
    pieces.push(Buffer.concat([...own, close]));
  }
  return pieces;
}

export function parsed(/** @type {string} */ text, /** @type {string} */ name) {
  try {
    return JSON.parse(text);
  } catch {
    throw damage(`${name} is not JSON`);
  }
}

export const damage = (/** @type {string} */ how) => Object.assign(new Error(how), { rawCode: damaged });
