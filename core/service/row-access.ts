// The interface of rows for HTTP and streams, and their interface to the desk.

import type { Fields, Watcher } from '../rows/definitions.ts';
import type { ObservedState } from '../rows/observed-state.ts';
import type { Permit } from '../rows/permit.ts';
import type { LocatedChange, RowRef, SettingReader } from '../rows/row-ref.ts';
import type { CommitRequest, Desk, Rows } from '../services.ts';
import type { Sink } from '../watch/publication.ts';

/** The part of the desk that rows need. */
export interface RowsDesk extends Desk, SettingReader {
  /**
   * As `Desk.commit`, with the result in the tick of the call; changes with a row are not looked up again. Throws Refusal;
   * `saved` resolves to `durable`, and never rejects.
   */
  commitNow(request: CommitRequest & { readonly changes: readonly LocatedChange[] }): {
    readonly revision: number;
    readonly saved: Promise<boolean>;
  };
  /** The version of the writable fields at a canonical address: `"<storeId>-<revision>"`, quotes included. */
  etagOf(path: string): string;
  /** As `etagOf`, of a located row. */
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

/** A row for callers that only pass it on. */
export interface EncodedRow extends RowReading {
  /** The row as JSON, if cached. */
  readonly json?: string;
}

/** A row as PATCH answers it. */
export interface Written extends RowReading {
  /** The desk's revision after the write. */
  readonly revision: number;
  /** False: kept in memory only, until the store can be written again. */
  readonly durable: boolean;
}

export interface WriteOptions {
  readonly actor: string;
  /** Remote address; absent inside the service. */
  readonly address?: string;
  /** The If-Match header as it came: `*`, or a list of entity tags. */
  readonly ifMatch?: string;
  /** Absent for the service itself, and while every client may do all. */
  readonly permit?: Permit | undefined;
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
  /** Access and JSON Schema keywords, by field. */
  readonly fields: Readonly<Record<string, Fields>>;
  readonly version: string;
}

/** A row located for one request. Every method throws Refusal only. */
export interface OpenRow {
  /** The canonical address. */
  readonly path: string;
  /** The methods that the row answers, for 405 and Allow. */
  readonly methods: readonly string[];
  /** True when a PATCH may bring a large body. */
  readonly takesLargeBody: boolean;
  /** GET; synchronous except for asynchronous views. */
  read(): EncodedRow | Promise<EncodedRow>;
  /** Fields that the permit does not have are read-only. */
  options(permit?: Permit): RowOptions;
  /** Throws refusal `not-permitted` if no field of the row may be written. */
  refuseUnlessWritable(permit: Permit | undefined): void;
  /**
   * All-or-nothing; resolves with the row after the write. Rejects with refusal `unknown-row` if the row has gone
   * since.
   */
  patch(body: unknown, options: WriteOptions): Promise<Written>;
  /** The sink gets `snapshot` in this tick (later for asynchronous views), then each change, at last `gone`. */
  watch(sink: Sink, watcher: Watcher): () => void;
}

/** The interface of RowService. Every method throws Refusal only. */
export interface RowAccess extends Rows {
  /** Locates a row once for a whole request. Throws refusal `unknown-row`. */
  open(path: string): OpenRow;
  options(path: string): RowOptions;
}
