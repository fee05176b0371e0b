// One row that a stream carries: watched like any other, sent at most once per interval, the newest wins.
import type { Fields, Rows, Time } from 'rowdesk/provider';

export type Send = (path: string, row: Fields, encoded: string) => void;

/** Who reads: gets rows, and is told which are carried no more. */
export interface Reader {
  readonly send: Send;
  readonly drop: (path: string) => void;
}

export interface Carrier {
  readonly rows: Rows;
  readonly time: Time;
  readonly intervalMs: number;
  /** To all readers but those who have it. */
  send(path: string, row: Fields, encoded: string, ahead: ReadonlySet<Send>): void;
  /** The row has gone: nothing more comes of it. */
  gone(path: string): void;
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
  /** Who came while the newest waits for its time: they have it. */
  #ahead = new Set<Send>();

  /** Watches the row from now on. Throws Refusal when there is none. */
  constructor(path: string, carrier: Carrier) {
    this.path = path;
    this.#carrier = carrier;
    this.#stopWatching = carrier.rows.watch(path, (name, row, encoded) => this.#take(name, row, encoded));
  }

  /** Sends what is known to a reader that has just come. */
  sendTo(send: Send): void {
    if (this.#newest === undefined) return;
    if (this.#stopWaiting !== undefined) this.#ahead.add(send);
    send(this.path, this.#newest.row, this.#newest.encoded);
  }

  stop(): void {
    this.#stopWaiting?.();
    this.#stopWatching();
  }

  /** A row that has gone is sent at once, without any field: soon nobody is left here to send it. */
  #take(name: 'snapshot' | 'change' | 'gone', row: Fields, encoded: string): void {
    const isWaiting = this.#stopWaiting !== undefined;
    this.#newest = { row, encoded };
    this.#ahead.clear();
    if (isWaiting) this.#carrier.conflated();
    const waitMs = name === 'gone' ? 0 : this.#sentMs + this.#carrier.intervalMs - this.#carrier.time.monotonicMs();
    if (waitMs <= 0) this.#sendNewest();
    if (name === 'gone') this.#carrier.gone(this.path);
    else if (waitMs > 0 && !isWaiting) this.#stopWaiting = this.#carrier.time.after(waitMs, () => this.#sendNewest());
  }

  #sendNewest(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#sentMs = this.#carrier.time.monotonicMs();
    const ahead = this.#ahead;
    this.#ahead = new Set();
    if (this.#newest) this.#carrier.send(this.path, this.#newest.row, this.#newest.encoded, ahead);
  }
}
