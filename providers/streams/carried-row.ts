// One row that a stream carries: watched like any other, sent at most once per interval, the newest wins.
import type { Fields, Rows, Time } from 'rowdesk/provider';

export type Send = (path: string, row: Fields, encoded: string) => void;

export interface Carrier {
  readonly rows: Rows;
  readonly time: Time;
  readonly intervalMs: number;
  send: Send;
  /** A change was overtaken by the next before it was sent. */
  conflated(): void;
}

export class CarriedRow {
  readonly path: string;
  readonly #carrier: Carrier;
  readonly #stopWatching: () => void;
  #newest: { readonly row: Fields; readonly encoded: string } | undefined;
  #sentMs = Number.NEGATIVE_INFINITY;
  #stopWaiting: (() => void) | undefined;

  /** Watches the row from now on. Throws Refusal when there is none. */
  constructor(path: string, carrier: Carrier) {
    this.path = path;
    this.#carrier = carrier;
    this.#stopWatching = carrier.rows.watch(path, (_name, row, encoded) => this.#take(row, encoded));
  }

  /** Sends what is known to a reader that has just come. */
  sendTo(send: Send): void {
    if (this.#newest) send(this.path, this.#newest.row, this.#newest.encoded);
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWatching();
  }

  /** A row that has gone is sent without any field. */
  #take(row: Fields, encoded: string): void {
    this.#newest = { row, encoded };
    if (this.#stopWaiting) {
      this.#carrier.conflated();
      return;
    }
    const waitMs = this.#sentMs + this.#carrier.intervalMs - this.#carrier.time.monotonicMs();
    if (waitMs <= 0) this.#sendNewest();
    else this.#stopWaiting = this.#carrier.time.after(waitMs, () => this.#sendNewest());
  }

  #sendNewest(): void {
    this.#stopWaiting = undefined;
    this.#sentMs = this.#carrier.time.monotonicMs();
    this.sendTo((path, row, encoded) => this.#carrier.send(path, row, encoded));
  }
}
