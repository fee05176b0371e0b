// One row on a stream: watched like any other, sent at most once per interval, the newest wins.
import type { Fields, Rows, Time } from 'rowdesk/provider';

export type Send = (path: string, row: Fields, encoded: string) => void;

/** A reader of a stream. `remove`: the row at this address leaves the stream. */
export interface Reader {
  readonly send: Send;
  readonly remove: (path: string) => void;
}

export interface Multiplexer {
  readonly rows: Rows;
  readonly time: Time;
  readonly intervalMs: number;
  /** Sends to all readers but those in `ahead`, which have the row. */
  send(path: string, row: Fields, encoded: string, ahead: ReadonlySet<Send>): void;
  /** The row has gone; it sends nothing more. */
  gone(path: string): void;
  /** A change was overtaken by the next before it was sent. */
  conflated(): void;
}

export class MultiplexedRow {
  readonly path: string;
  readonly #multiplexer: Multiplexer;
  readonly #stopWatching: () => void;
  #newest: { readonly row: Fields; readonly encoded: string } | undefined;
  #sentMs = Number.NEGATIVE_INFINITY;
  #stopWaiting: (() => void) | undefined;
  /** Readers that came while the newest waits for its time: they have it. */
  #ahead = new Set<Send>();

  /** Watches the row from now on. Throws Refusal when there is none. */
  constructor(path: string, multiplexer: Multiplexer) {
    this.path = path;
    this.#multiplexer = multiplexer;
    this.#stopWatching = multiplexer.rows.watch(path, (name, row, encoded) => this.#take(name, row, encoded));
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

  /** A row that has gone is sent at once, without any field: soon this object is gone. */
  #take(name: 'snapshot' | 'change' | 'gone', row: Fields, encoded: string): void {
    const isWaiting = this.#stopWaiting !== undefined;
    this.#newest = { row, encoded };
    this.#ahead.clear();
    if (isWaiting) this.#multiplexer.conflated();
    const waitMs =
      name === 'gone' ? 0 : this.#sentMs + this.#multiplexer.intervalMs - this.#multiplexer.time.monotonicMs();
    if (waitMs <= 0) this.#sendNewest();
    if (name === 'gone') this.#multiplexer.gone(this.path);
    else if (waitMs > 0 && !isWaiting)
      this.#stopWaiting = this.#multiplexer.time.after(waitMs, () => this.#sendNewest());
  }

  #sendNewest(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    this.#sentMs = this.#multiplexer.time.monotonicMs();
    const ahead = this.#ahead;
    this.#ahead = new Set();
    if (this.#newest) this.#multiplexer.send(this.path, this.#newest.row, this.#newest.encoded, ahead);
  }
}
