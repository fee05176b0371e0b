// How much may be kept beside the settings. A bound refuses in words before memory or disk is short.

import { weigh } from '../base/json.ts';
import { Refusal } from '../base/refusals.ts';
import type { DocumentChange, PutDocument, StoredDocument } from '../services.ts';
import type { StoreRoom } from '../store/store.ts';

const mebibyte = 1024 * 1024;

export interface DocumentBounds {
  /** Documents of all kinds. */
  readonly count: number;
  /** Of their bodies, which are in memory. */
  readonly bodyBytes: number;
  /** Of the store on the disk. Backups are three times as much besides. */
  readonly storeBytes: number;
  /** Of the disk, kept free for what the running show stores. */
  readonly reserveBytes: number;
}

export const documentBounds: DocumentBounds = {
  count: 10_000,
  bodyBytes: 16 * mebibyte,
  storeBytes: 256 * mebibyte,
  reserveBytes: 64 * mebibyte,
};

/** How many documents there are, and how much their bodies weigh. */
export class DocumentWeights {
  readonly #bytes = new WeakMap<StoredDocument, number>();
  #count = 0;
  #sum = 0;

  /** One takes the place of another, or of none; undefined where it goes. */
  replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    this.#count += Number(after !== undefined) - Number(before !== undefined);
    this.#sum += this.#of(after) - this.#of(before);
  }

  /** Refuses what would make them more than the bounds; what makes them fewer or smaller is never refused. */
  check({ put = [], delete: dropped = [] }: DocumentChange, get: Get, bounds: DocumentBounds): void {
    const known = put.map((each) => get(each.kind, each.id));
    const gone = dropped.map(({ kind, id }) => get(kind, id));
    const added = known.filter((before) => before === undefined).length;
    const count = this.#count + added - gone.filter((each) => each !== undefined).length;
    if (count > bounds.count && count > this.#count) {
      throw full(
        `there are ${this.#count} scenes, sessions and patches, and ${bounds.count} is the most`,
        'documents',
        {
          most: bounds.count,
        },
      );
    }
    const bytes = [...known, ...gone].reduce((sum, each) => sum - this.#of(each), this.#sum);
    const after = put.reduce((sum, each) => sum + this.#of(each), bytes);
    if (after > bounds.bodyBytes && after > this.#sum) {
      const most = bounds.bodyBytes / mebibyte;
      throw full(`notes, keeps and patches take more than ${most} MiB`, 'memory', { mostMb: most });
    }
  }

  #of(document: StoredDocument | undefined): number {
    if (document === undefined) return 0;
    let bytes = this.#bytes.get(document);
    if (bytes === undefined) {
      bytes = weigh(document.body);
      this.#bytes.set(document, bytes);
    }
    return bytes;
  }
}

type Get = (kind: string, id: string) => StoredDocument | undefined;

/** What new content may need of the disk, in bytes; rows that are there already take none. */
export function bytesNeeded(put: readonly PutDocument[]): number {
  const texts = put.flatMap(({ content }) => (content !== undefined && 'rows' in content ? content.rows : []));
  const rows = put.flatMap(({ content }) => (content !== undefined && 'of' in content ? (content.differs ?? []) : []));
  return texts.reduce((sum, text) => sum + text.length, 0) + rows.reduce((sum, row) => sum + weigh(row), 0);
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
