// What watchers get of a row, each what it is owed. One whose sink throws, or whose carried rows do, harms no other.
import type { Faults } from '../base/fault-log.ts';
import type { MultiplexedRows } from './multiplexed-rows.ts';
import type { Publication } from './publication.ts';
import type { Subscription, WatchedRow } from './watched-row.ts';

export class Delivery {
  readonly #carrying: MultiplexedRows;
  readonly #faults: Faults;

  constructor(carrying: MultiplexedRows, faults: Faults) {
    this.#carrying = carrying;
    this.#faults = faults;
  }

  sendToAll(row: WatchedRow): void {
    for (const subscription of row.subscriptions) {
      try {
        this.send(row, subscription);
      } catch (error) {
        this.#faults.note(error, `what ${row.place.path} carries`);
      }
    }
  }

  /** Throws Refusal where the row carries nothing to this watcher. */
  send(row: WatchedRow, subscription: Subscription): void {
    const isFirst = subscription.version === 0;
    const publication = row.owedTo(subscription);
    if (publication === undefined) return;
    this.deliver(subscription, publication);
    if (!isFirst || !row.subscriptions.has(subscription)) return;
    subscription.stopCarrying = this.#carrying.begin(row.place, subscription);
  }

  deliver({ sink }: Subscription, publication: Publication): void {
    try {
      sink.publish(publication);
    } catch (error) {
      this.#faults.note(error, 'a watcher');
    }
  }

  /** Runs what ends something of a row. */
  quietly(stop: () => void, { place }: WatchedRow): void {
    try {
      stop();
    } catch (error) {
      this.#faults.note(error, `the end of watching ${place.path}`);
    }
  }
}
