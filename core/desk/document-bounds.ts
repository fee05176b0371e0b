// Bounds of documents. Each refuses, in words, before memory or disk is short.
import { weigh } from '../base/json.ts';
import { Refusal } from '../base/refusals.ts';
import { Turns } from '../base/turns.ts';
import type { Fields } from '../rows/definitions.ts';
import type { DocumentChange, StoredDocument } from '../services.ts';
import type { DocumentWrite, StoreRoom } from '../store/store.ts';

const mebibyte = 1024 * 1024;
/** Documents weighed per turn: a millisecond or two. */
const documentsPerTurn = 200;

export interface DocumentBounds {
  /** The most documents of all kinds. */
  readonly count: number;
  /** The most bytes of their bodies, which are in memory. */
  readonly bodyBytes: number;
  /** The largest store on the disk. Backups take three times as much in addition. */
  readonly storeBytes: number;
  /** Bytes of the disk that stay free for the running show. */
  readonly reserveBytes: number;
}

export const documentBounds: DocumentBounds = {
  count: 10_000,
  bodyBytes: 16 * mebibyte,
  storeBytes: 256 * mebibyte,
  reserveBytes: 64 * mebibyte,
};

/** The number of documents, and the size of their bodies. */
export class DocumentWeights {
  /** Sizes by body. A shared body counts for each of its documents, since the next start reads one for each. */
  readonly #bytes = new WeakMap<Fields, number>();
  #count = 0;
  #sum = 0;

  /** `before` undefined: a new document; `after` undefined: a deleted one. */
  replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    this.#count += Number(after !== undefined) - Number(before !== undefined);
    this.#sum += this.#of(after) - this.#of(before);
  }

  /**
   * Rejects with a refusal when the change exceeds a bound; a change to fewer or smaller documents always passes. Takes
   * several turns of the event loop, during which no other change may be checked.
   */
  async check({ put = [], delete: dropped = [] }: DocumentChange, get: Get, bounds: DocumentBounds): Promise<void> {
    const turns = new Turns(documentsPerTurn);
    let [count, bytes] = [this.#count, this.#sum];
    for (const each of put) {
      const before = get(each.kind, each.id);
      if (before === undefined) count++;
      bytes += this.#of(each) - this.#of(before);
      await turns.spend();
    }
    for (const { kind, id } of dropped) {
      const before = get(kind, id);
      if (before !== undefined) count--;
      bytes -= this.#of(before);
    }
    if (count > bounds.count && count > this.#count) {
      const words = `there are ${this.#count} scenes, sessions and patches, and ${bounds.count} is the most`;
      throw full(words, 'documents', { most: bounds.count });
    }
    if (bytes > bounds.bodyBytes && bytes > this.#sum) {
      const most = bounds.bodyBytes / mebibyte;
      throw full(`notes, keeps and patches take more than ${most} MiB`, 'memory', { mostMb: most });
    }
  }

  #of(document: StoredDocument | undefined): number {
    if (document === undefined) return 0;
    const { body } = document;
    let bytes = this.#bytes.get(body);
    if (bytes === undefined) {
      bytes = weigh(body);
      this.#bytes.set(body, bytes);
    }
    return bytes;
  }
}

type Get = (kind: string, id: string) => StoredDocument | undefined;

/** Bytes of the disk that documents with new content may need; rows already stored take none. */
export function bytesNeeded(documents: readonly DocumentWrite[]): number {
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  return documents.reduce((sum, { content, body }) => {
    if (content === undefined) return sum;
    return sum + weigh(body) + lengthOf('rows' in content ? content.rows : [content.differs ?? '']);
  }, 0);
}

export function checkRoom(bytes: number, { usedBytes, freeBytes }: StoreRoom, bounds: DocumentBounds): void {
  if (usedBytes + bytes > bounds.storeBytes) {
    const most = bounds.storeBytes / mebibyte;
    throw full(`the store would take more than ${most} MiB`, 'store', { mostMb: most });
  }
  if (freeBytes - bytes >= bounds.reserveBytes) return;
  const [free, reserve] = [Math.floor(freeBytes / mebibyte), bounds.reserveBytes / mebibyte];
  const words = `${free} MiB of its disk are free, and ${reserve} MiB are kept for the running show; make room`;
  throw new Refusal('store-unavailable', `It can not be stored: ${words}.`, { reason: 'disk-short', freeMb: free });
}

function full(words: string, bound: string, params: Record<string, unknown>): Refusal {
  const remedy = 'Delete scenes, sessions or patches; what is to be kept goes to a file with `rowdesk session export`.';
  return new Refusal('conflict', `It can not be stored: ${words}. ${remedy}`, { reason: 'bound', bound, ...params });
}
