// What the rows offer to HTTP and streams, and what they need of the desk.

import type { Fields, Watcher } from '../rows/definitions.ts';
import type { ObservedState } from '../rows/observed-state.ts';
import type { Desk, Rows } from '../services.ts';
import type { Sink } from '../watch/publication.ts';

/** The desk as the rows need it. */
export interface RowsDesk extends Desk {
  /** The version of the writable fields at a canonical address: `"<storeId>-<revision>"`, quotes included. */
  etagOf(path: string): string;
  readonly observed: ObservedState;
}

/** A row as GET answers it. */
export interface Reading {
  /** The canonical address. */
  readonly path: string;
  readonly row: Fields;
  /** The version of its writable fields; undefined for rows without any, and for tasks and views. */
  readonly etag?: string;
}

/** A row that is only handed on. */
export interface EncodedReading extends Reading {
  /** The row as JSON, where it is known. */
  readonly json?: string;
}

/** A row as PATCH answers it. */
export interface Written extends Reading {
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

/** What RowService offers; everything throws Refusal, and nothing else. */
export interface RowAccess extends Rows {
  /** GET, in this tick wherever the row allows it (all but views that take time). */
  read(path: string): EncodedReading | Promise<EncodedReading>;
  options(path: string): RowOptions;
  /** The methods that the row answers, for 405 and Allow. */
  methods(path: string): readonly string[];
  /** True when a PATCH may bring a large body. */
  takesLargeBody(path: string): boolean;
  /** All-or-nothing; answers the row after the write. */
  patch(path: string, body: unknown, options: WriteOptions): Promise<Written>;
  /** Watches a row: the sink gets `snapshot` in this tick (soon, where it takes time), then each change, at last `gone`. */
  subscribe(path: string, sink: Sink, watcher: Watcher): () => void;
}
