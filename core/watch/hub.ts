// The hub of watchers. A touched row is evaluated and encoded once, in the tick of the change, for all its watchers.
// The hub queues nothing: sinks handle slow readers.

import type { Faults } from '../base/fault-log.ts';
import { stopAll } from '../base/follow.ts';
import { isRefusal } from '../base/refusals.ts';
import type { AnswerBounds } from '../rows/answer-bounds.ts';
import type { Fields, Row, Watcher } from '../rows/definitions.ts';
import { evaluate, type TaskReader, type ValueReaders } from '../rows/evaluation.ts';
import { type Registry, unknownRow } from '../rows/registry.ts';
import { exists, type RowRef } from '../rows/row-ref.ts';
import type { Lease, LeaseHolder, Time } from '../services.ts';
import { Counters } from './counters.ts';
import { Delivery } from './delivery.ts';
import { MultiplexedRows } from './multiplexed-rows.ts';
import type { Publication, Sink } from './publication.ts';
import { ReadIndex } from './read-index.ts';
import { observedKey, Recorder } from './recorder.ts';
import { streamsOf, takeLease } from './watch-leases.ts';
import { type Subscription, subscriptionOf, WatchedRow } from './watched-row.ts';

export interface HubNeeds {
  readonly registry: Registry;
  readonly sources: ValueReaders;
  readonly tasks: TaskReader;
  readonly time: Time;
  readonly faults: Faults;
  readonly bounds: AnswerBounds;
  /** The desk's current revision. */
  readonly revision: () => number;
}

export class Hub {
  readonly counters: Counters;
  readonly #needs: HubNeeds;
  readonly #rows = new Map<string, WatchedRow>();
  readonly #index = new ReadIndex<WatchedRow>();
  readonly #delivery: Delivery;
  readonly #stop: () => void;
  #touched = new Set<WatchedRow>();
  #isPublishing = false;
  #publications = 0;

  constructor(needs: HubNeeds) {
    this.#needs = needs;
    this.counters = new Counters(needs.faults);
    this.#delivery = new Delivery(new MultiplexedRows(() => this.#next(), needs.revision, needs.faults), needs.faults);
    this.#stop = stopAll(
      needs.tasks.onChange((path) => this.changed(path)),
      needs.registry.onAddressesChanged((rows) => this.#addressesChanged(rows)),
    );
  }

  /** What is kept for watchers; all 0 without watchers. */
  get size(): { readonly rows: number; readonly reads: number; readonly touched: number } {
    return { rows: this.#rows.size, reads: this.#index.size, touched: this.#touched.size };
  }

  /**
   * The sink gets `snapshot` in this tick (later for asynchronous views), then `change`s, at last `gone`. Throws
   * exceptions of the evaluation, and adds no watcher then. The returned function ends the watching.
   */
  watch(place: RowRef, sink: Sink, watcher: Watcher): () => void {
    const row = this.#rows.get(place.path) ?? this.#open(place);
    // A change may wait for `atMostEveryMs`: a new watcher gets it now, the others when it is due.
    if (row.stopWaiting !== undefined || this.#touched.has(row)) this.#evaluate(row);
    const subscription = subscriptionOf(sink, watcher);
    row.subscriptions.add(subscription);
    this.counters.add(place.row, 1, row.subscriptions.size === 1);
    try {
      this.#delivery.send(row, subscription);
    } catch (refusal) {
      this.#leave(row, subscription);
      throw refusal;
    }
    return () => this.#leave(row, subscription);
  }

  /** See `Watching` in services.ts. */
  lease(path: string, holder: LeaseHolder, ended: () => void): Lease | undefined {
    return takeLease(() => streamsOf(this.#rows.values(), path, holder), ended);
  }

  /** Publishes rows that read these settings. Called in the tick of their commit. */
  touched(paths: Iterable<string>): void {
    for (const path of paths) for (const row of this.#index.readersOf(path)) this.#touched.add(row);
    this.#publish();
  }

  /** Publishes rows that read the observed values of these fields. */
  observedChanged(fields: Iterable<{ readonly path: string; readonly field: string }>): void {
    for (const { path, field } of fields) {
      for (const row of this.#index.readersOf(observedKey(path, field))) this.#touched.add(row);
    }
    this.#publish();
  }

  /** Publishes the row at this address. */
  changed(path: string): void {
    const row = this.#rows.get(path);
    if (row !== undefined) this.#touch(row);
  }

  /** Ends all watching, without an event to the watchers. */
  stop(): void {
    this.#stop();
    for (const row of [...this.#rows.values()]) {
      for (const subscription of [...row.subscriptions]) {
        // The service ends, not its watchers: their leases don't end.
        subscription.endListeners.clear();
        this.#leave(row, subscription);
      }
    }
  }

  #open(place: RowRef): WatchedRow {
    const row = new WatchedRow(place);
    this.#rows.set(place.path, row);
    try {
      if ('watch' in place.row && place.row.watch !== undefined) {
        row.stopWatching = place.row.watch(place.at, () => this.#touch(row));
      }
      this.#evaluate(row);
      return row;
    } catch (error) {
      this.#close(row);
      throw this.#needs.faults.refusal(error, `watching ${place.path}`);
    }
  }

  #touch(row: WatchedRow): void {
    if (row.isClosed) return;
    this.#touched.add(row);
    this.#publish();
  }

  /** Rows touched during a publication are published after it in the same tick: watchers get events in order. */
  #publish(): void {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      while (this.#touched.size > 0) {
        const rows = [...this.#touched].filter(
          (row) => !row.isClosed && row.isDue(this.#needs.time, () => this.#touch(row)),
        );
        this.#touched = new Set();
        for (const row of rows) this.#refresh(row);
        for (const row of rows) this.#delivery.sendToAll(row);
      }
    } finally {
      this.#isPublishing = false;
    }
  }

  /** Evaluates a row for its current watchers; after a failure they keep their value. */
  #refresh(row: WatchedRow): void {
    try {
      this.#evaluate(row);
    } catch (error) {
      this.#failed(row, error);
    }
    row.publishedMs = this.#needs.time.monotonicMs();
  }

  #evaluate(row: WatchedRow): void {
    if (row.isEvaluating) {
      row.again = true;
      return;
    }
    const recorder = new Recorder(this.#needs.sources);
    const revision = this.#needs.revision();
    try {
      // Its provider may report later that the address has gone.
      if (row.place.row.type === 'setting' && !exists(row.place)) throw unknownRow(row.place.path);
      const evaluated = evaluate(row.place, recorder, this.#needs.tasks);
      const value = this.#needs.bounds.enforce(row.place, evaluated, (giveUp) => {
        row.giveUpEvaluation = giveUp;
      });
      this.#index.set(row, recorder.reads);
      if (value instanceof Promise) this.#await(row, value, recorder, revision);
      else row.take(value, revision, () => this.#next());
    } catch (error) {
      this.#index.add(row, recorder.reads);
      throw error;
    }
  }

  #await(row: WatchedRow, value: Promise<Fields>, recorder: Recorder, revision: number): void {
    row.isEvaluating = true;
    const done = () => {
      row.isEvaluating = false;
      if (row.isClosed) return;
      this.#index.add(row, recorder.reads);
      if (!row.again) return;
      row.again = false;
      this.#touch(row);
    };
    value
      .then((fields) => {
        if (row.isClosed) return;
        row.take(fields, revision, () => this.#next());
        this.#delivery.sendToAll(row);
      })
      .catch((error: unknown) => this.#failed(row, error))
      .finally(done);
  }

  #failed(row: WatchedRow, error: unknown): void {
    if (row.isClosed) return;
    const { path } = row.place;
    const code = isRefusal(error) ? error.code : undefined;
    // The source of a row may disappear: an unplugged preamp can't be shown any longer.
    if (code === 'device-absent' || (code === 'unknown-row' && this.#isGone(row))) this.#gone(row);
    else this.#needs.faults.note(error, `watching ${path}`);
  }

  #addressesChanged(rows: readonly Row[]): void {
    const changed = new Set(rows);
    for (const row of [...this.#rows.values()]) {
      if (changed.has(row.place.row) && this.#isGone(row)) this.#gone(row);
      // Any row may read which addresses exist: `desk.has`, lists.
      else this.#touched.add(row);
    }
    this.#publish();
  }

  #isGone({ place }: WatchedRow): boolean {
    try {
      return this.#needs.registry.locate(place.path)?.row !== place.row;
    } catch (error) {
      this.#needs.faults.note(error, `looking for ${place.path}`);
      return false;
    }
  }

  #gone(row: WatchedRow): void {
    const publication: Publication = {
      ...{ name: 'gone', key: '', row: {}, json: '{}' },
      n: this.#next(),
      revision: this.#needs.revision(),
    };
    for (const subscription of [...row.subscriptions]) {
      this.#leave(row, subscription);
      this.#delivery.deliver(subscription, publication);
    }
  }

  #leave(row: WatchedRow, subscription: Subscription): void {
    if (!row.subscriptions.delete(subscription)) return;
    const { stopMultiplexing: stopCarrying } = subscription;
    subscription.stopMultiplexing = undefined;
    if (stopCarrying !== undefined) this.#delivery.quietly(stopCarrying, row);
    if (row.subscriptions.size === 0) this.#close(row);
    this.counters.add(row.place.row, -1, row.subscriptions.size === 0);
    for (const ended of [...subscription.endListeners]) this.#delivery.quietly(ended, row);
  }

  #close(row: WatchedRow): void {
    row.isClosed = true;
    this.#rows.delete(row.place.path);
    this.#index.delete(row);
    this.#touched.delete(row);
    row.stopWaiting?.();
    row.giveUpEvaluation?.();
    if (row.stopWatching !== undefined) this.#delivery.quietly(row.stopWatching, row);
  }

  #next(): number {
    return ++this.#publications;
  }
}
