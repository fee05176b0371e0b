// What the rows offer to HTTP and streams, and what they need of the desk.

import type { Fields, Watcher } from '../rows/definitions.ts';
import type { ObservedState } from '../rows/observed-state.ts';
import type { LocatedChange, RowRef, SettingReader } from '../rows/row-ref.ts';
import type { CommitRequest, Committed, Desk, Rows } from '../services.ts';
import type { Sink } from '../watch/publication.ts';

/** The desk as the rows need it. */
export interface RowsDesk extends Desk, SettingReader {
  /** As the desk's own; changes that name their row are not looked up again. */
  commit(request: CommitRequest & { readonly changes: readonly LocatedChange[] }): Promise<Committed>;
  /** The version of the writable fields at a canonical address: `"<storeId>-<revision>"`, quotes included. */
  etagOf(path: string): string;
  /** The same, of a row that is found already. */
  etagAt(place: RowRef): string;
  readonly observed: ObservedState;
}

/** A row as GET answers it. */
export interface RowReading {
  /** The canonical address. */
  readonly path: string;
  readonly row: Fields;
  /** The version of its writable fields; undefined for rows without any, and for tasks and views. */
  readonly etag?: string;
}

/** A row that is only handed on. */
export interface EncodedRow extends RowReading {
  /** The row as JSON, where it is known. */
  readonly json?: string;
}

/** A row as PATCH answers it. */
export interface Written extends RowReading {
  /** The desk's revision that holds the write. */
  readonly revision: number;
  /** False: kept in memory only, until the store can be written again. */
  readonly durable: boolean;
}

export interface WriteOptions {
  readonly actor: string;
  /** Remote address; left out inside the service. */
  readonly address?: string;
  /** The If-Match header as it came: `*`, or a list of entity tags. */
  readonly ifMatch?: string;
}

export interface RowOptions {
  readonly template: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly watchable: boolean;
  readonly onDemand: boolean;
  readonly continuous: boolean;
  readonly task: boolean;
  /** Of a task: `running: false` ends it. */
  readonly cancellable?: boolean;
  readonly summary?: string;
  /** By name: access and JSON Schema words. */
  readonly fields: Readonly<Record<string, Fields>>;
  readonly version: string;
}

/** A row that was found at an address, for one request. Everything throws Refusal, and nothing else. */
export interface OpenRow {
  /** The canonical address. */
  readonly path: string;
  /** The methods that the row answers, for 405 and Allow. */
  readonly methods: readonly string[];
  /** True when a PATCH may bring a large body. */
  readonly takesLargeBody: boolean;
  /** GET, in this tick wherever the row allows it (all but views that take time). */
  read(): EncodedRow | Promise<EncodedRow>;
  options(): RowOptions;
  /** All-or-nothing; answers the row after the write. Rejects with refusal `unknown-row` when the row has gone since. */
  patch(body: unknown, options: WriteOptions): Promise<Written>;
  /** The sink gets `snapshot` in this tick (soon, for views that take time), then each change, at last `gone`. */
  watch(sink: Sink, watcher: Watcher): () => void;
}

/** What RowService offers; everything throws Refusal, and nothing else. */
export interface RowAccess extends Rows {
  /** Looks an address up, once for all that a request does with its row. Throws refusal `unknown-row`. */
  open(path: string): OpenRow;
  options(path: string): RowOptions;
}
