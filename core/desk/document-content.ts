// Encodes and decodes the content of documents: rows as JSON, one piece per turn of the event loop.
import { freeze } from '../base/json.ts';
import { Refusal } from '../base/refusals.ts';
import { withTimeout } from '../base/timeout.ts';
import { Turns } from '../base/turns.ts';
import type { ContentRow, DerivedContent, DocumentKey, EncodedContent, PutDocument, Time } from '../services.ts';
import type { ContentChange, Store, DocumentWrite as StorePut } from '../store/store.ts';

/** Rows encoded per turn; a few milliseconds. */
const rowsPerTurn = 250;
/** Bytes decoded per turn: the store gives 64 KiB at a time. */
const bytesPerTurn = 65_536;
/**
 * Size of the cache of decoded content, in bytes of JSON; decoded rows take about twice that. A repeated recall decodes
 * nothing, and works while the disk fails.
 */
const mostKeptBytes = 4 * 1024 * 1024;
const mostWaitMs = 10_000;

interface CachedContent {
  /** Size as JSON. */
  readonly bytes: number;
  readonly rows: Promise<readonly ContentRow[]>;
}

export async function encode(rows: readonly ContentRow[]): Promise<EncodedContent> {
  const texts: string[] = [];
  for (let next = 0; next < rows.length; next += rowsPerTurn) {
    texts.push(JSON.stringify(rows.slice(next, next + rowsPerTurn)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { rows: texts };
}

/** The documents with their content in the store's form. */
export async function forStore(put: readonly PutDocument[]): Promise<readonly StorePut[]> {
  const turns = new Turns(rowsPerTurn);
  const documents: StorePut[] = [];
  for (const { kind, id, body, content } of put) {
    documents.push({ kind, id, body, content: changeOf(content) });
    await turns.spend(1 + (content !== undefined && 'of' in content ? (content.differs?.length ?? 0) : 0));
  }
  return documents;
}

function changeOf(content: PutDocument['content']): ContentChange | undefined {
  if (content === undefined || 'rows' in content) return content;
  const { of, differs, lacks } = content;
  const text = (list: readonly object[] | undefined) => (list === undefined ? undefined : JSON.stringify(list));
  return { of, differs: text(differs), lacks: text(lacks) };
}

export class DocumentContent {
  readonly #store: Store;
  readonly #time: Time;
  /** The cache, least recently used first. */
  readonly #kept = new Map<string, CachedContent>();
  #keptBytes = 0;

  constructor(store: Store, time: Time) {
    this.#store = store;
    this.#time = time;
  }

  /** The result is frozen, and the same object while cached. Rejects with refusal `store-unavailable`. */
  async read(key: DocumentKey): Promise<readonly ContentRow[]> {
    const kept = this.#kept.get(nameOf(key)) ?? decoding(await this.#answer(key, this.#store.content(key)), key);
    this.forget(key);
    this.#keep(nameOf(key), kept);
    return kept.rows;
  }

  /** Rejects with refusal `store-unavailable`. */
  async compare(of: DocumentKey, base: DocumentKey): Promise<Required<Omit<DerivedContent, 'of'>>> {
    return JSON.parse(await this.#answer(of, this.#store.compare(of, base)));
  }

  /** Drops the cached content of a changed or deleted document. */
  forget(key: DocumentKey): void {
    const name = nameOf(key);
    this.#keptBytes -= this.#kept.get(name)?.bytes ?? 0;
    this.#kept.delete(name);
  }

  #keep(name: string, kept: CachedContent): void {
    this.#kept.set(name, kept);
    this.#keptBytes += kept.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#keptBytes <= mostKeptBytes) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= bytes;
    }
  }

  async #answer<T>({ kind, id }: DocumentKey, asked: Promise<T>): Promise<T> {
    try {
      return await withTimeout(asked, mostWaitMs, this.#time);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Refusal('store-unavailable', `What ${kind} ${id} holds can not be read: ${reason}`, { reason });
    }
  }
}

const nameOf = ({ kind, id }: DocumentKey) => `${kind} ${id}`;

function decoding(pieces: readonly Uint8Array[], key: DocumentKey): CachedContent {
  return { bytes: pieces.reduce((sum, piece) => sum + piece.length, 0), rows: decoded(pieces, key) };
}

async function decoded(pieces: readonly Uint8Array[], key: DocumentKey): Promise<readonly ContentRow[]> {
  const turns = new Turns(bytesPerTurn);
  const rows: ContentRow[] = [];
  for (const piece of pieces) {
    for (const row of rowsIn(piece, key)) if (isRow(row)) rows.push(freeze(row));
    await turns.spend(piece.length);
  }
  return freeze(rows);
}

function rowsIn(piece: Uint8Array, { kind, id }: DocumentKey): readonly unknown[] {
  try {
    return JSON.parse(decoder.decode(piece));
  } catch (error) {
    const reason = (error as Error).message;
    throw new Refusal('store-unavailable', `What ${kind} ${id} holds is damaged: ${reason}`, { reason });
  }
}
const decoder = new TextDecoder('utf-8', { fatal: true });

/** False for rows of another version that this one can't read: they are left out. */
function isRow(row: unknown): row is ContentRow {
  if (typeof row !== 'object' || row === null) return false;
  const { path, area, fields } = row as Partial<ContentRow>;
  return typeof path === 'string' && typeof area === 'string' && typeof fields === 'object' && fields !== null;
}
