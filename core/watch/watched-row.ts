// One watched address: its last encoded value, and its subscriptions.
import type { Fields, Watcher } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Time } from '../services.ts';
import type { Publication, Sink } from './publication.ts';

/** One watcher of one address. */
export interface Subscription {
  readonly sink: Sink;
  readonly watcher: Watcher;
  /** The last delivered version; 0 before the snapshot. */
  version: number;
  /** Ends multiplexing to this watcher; undefined for rows that don't multiplex. */
  stopMultiplexing: (() => void) | undefined;
  /** The addresses of other rows on this stream now. */
  readonly multiplexed: Set<string>;
  /** Called when the subscription ends, or when a multiplexed row leaves its stream. */
  readonly endListeners: Set<() => void>;
}

export const subscriptionOf = (sink: Sink, watcher: Watcher): Subscription => ({
  ...{ sink, watcher, version: 0, stopMultiplexing: undefined },
  ...{ multiplexed: new Set(), endListeners: new Set() },
});

export class WatchedRow {
  readonly place: RowRef;
  readonly subscriptions = new Set<Subscription>();
  /** Increases with each change of the encoding; 0 before the first. */
  version = 0;
  /** Stops the row's own `watch`. */
  stopWatching: (() => void) | undefined;
  /** An asynchronous evaluation is under way; `again`: another follows it. */
  isEvaluating = false;
  again = false;
  /** Stops waiting for the asynchronous evaluation. */
  giveUpEvaluation: (() => void) | undefined;
  /** Monotonic time of the last publication, for `atMostEveryMs`. */
  publishedMs = Number.NEGATIVE_INFINITY;
  /** Set while a publication waits for `atMostEveryMs`; cancels the wait. */
  stopWaiting: (() => void) | undefined;
  isClosed = false;
  #change: Publication | undefined;
  #snapshot: Publication | undefined;

  constructor(place: RowRef) {
    this.place = place;
  }

  get json(): string | undefined {
    return this.#change?.json;
  }

  /** False while `atMostEveryMs` delays the publication; `due` is then called once, at its time. */
  isDue(time: Time, due: () => void): boolean {
    const { atMostEveryMs } = this.place.row;
    if (atMostEveryMs === undefined) return true;
    if (this.stopWaiting !== undefined) return false;
    const waitMs = this.publishedMs + atMostEveryMs - time.monotonicMs();
    if (waitMs <= 0) return true;
    this.stopWaiting = time.after(waitMs, () => {
      this.stopWaiting = undefined;
      this.publishedMs = Number.NEGATIVE_INFINITY;
      due();
    });
    return false;
  }

  /** Takes the newest value; false if its encoding is the same. */
  take(row: Fields, revision: number, next: () => number): boolean {
    const json = JSON.stringify(row);
    if (json === this.#change?.json) return false;
    this.version++;
    const name = this.#isMultiplexer ? 'snapshot' : 'change';
    this.#change = { name, key: '', n: next(), revision, row, json };
    this.#snapshot = undefined;
    return true;
  }

  /** The publication that this watcher lacks; undefined if it has the newest. */
  pendingFor(subscription: Subscription): Publication | undefined {
    if (this.#change === undefined || subscription.version === this.version) return undefined;
    const isFirst = subscription.version === 0;
    subscription.version = this.version;
    if (!isFirst) return this.#change;
    this.#snapshot ??= { ...this.#change, name: 'snapshot' };
    return this.#snapshot;
  }

  get #isMultiplexer(): boolean {
    return this.place.row.type === 'view' && this.place.row.multiplex !== undefined;
  }
}
