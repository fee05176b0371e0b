// Delivers publications to the watchers of a row. A throwing sink or multiplexed row doesn't affect the other watchers.
import type { Faults } from '../base/fault-log.ts';
import type { MultiplexedRows } from './multiplexed-rows.ts';
import type { Publication } from './publication.ts';
import type { Subscription, WatchedRow } from './watched-row.ts';

export class Delivery {
  readonly #multiplexedRows: MultiplexedRows;
  readonly #faults: Faults;

  constructor(multiplexedRows: MultiplexedRows, faults: Faults) {
    this.#multiplexedRows = multiplexedRows;
    this.#faults = faults;
  }

  sendToAll(row: WatchedRow): void {
    for (const subscription of row.subscriptions) {
      try {
        this.send(row, subscription);
      } catch (error) {
        this.#faults.note(error, `multiplexing of ${row.place.path}`);
      }
    }
  }

  /** Throws Refusal if the row refuses to multiplex to this watcher. */
  send(row: WatchedRow, subscription: Subscription): void {
    const isFirst = subscription.version === 0;
    const publication = row.pendingFor(subscription);
    if (publication === undefined) return;
    this.deliver(subscription, publication);
    if (!isFirst || !row.subscriptions.has(subscription)) return;
    subscription.stopMultiplexing = this.#multiplexedRows.begin(row.place, subscription);
  }

  deliver({ sink }: Subscription, publication: Publication): void {
    try {
      sink.publish(publication);
    } catch (error) {
      this.#faults.note(error, 'a watcher');
    }
  }

  /** Runs a clean-up function of a row; logs its exception. */
  quietly(stop: () => void, { place }: WatchedRow): void {
    try {
      stop();
    } catch (error) {
      this.#faults.note(error, `the end of watching ${place.path}`);
    }
  }
}
