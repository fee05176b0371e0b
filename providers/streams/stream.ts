// One stream: what it is asked to carry, and who reads it. It watches rows only while it is read.
import type { Fields, Rows, Time } from 'rowdesk/provider';
import { CarriedRow, type Carrier, type Reader, type Send } from './carried-row.ts';
import { defaultIntervalMs } from './contract.ts';
import { expandNow } from './targets.ts';

export class Stream implements Carrier {
  readonly id: string;
  readonly rows: Rows;
  readonly time: Time;
  /** Who made it. */
  readonly owner: string;
  targets: readonly string[] = [];
  intervalMs = defaultIntervalMs;
  conflations = 0;
  readonly #readers = new Set<Reader>();
  readonly #carried = new Map<string, CarriedRow>();

  constructor(id: string, owner: string, rows: Rows, time: Time) {
    this.id = id;
    this.owner = owner;
    this.rows = rows;
    this.time = time;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Sends each carried row as it is now, then its changes, until the returned function is called. */
  read({ send, drop }: Reader): () => void {
    const reader = { send, drop };
    for (const row of this.#carried.values()) row.sendTo(send);
    this.#readers.add(reader);
    this.follow();
    return () => {
      this.#readers.delete(reader);
      this.follow();
    };
  }

  /** Watches exactly the rows that the targets stand for now, and none while nobody reads. */
  follow(): void {
    const wanted = new Set(this.readers === 0 ? [] : expandNow(this.rows, this.targets));
    for (const path of [...this.#carried.keys()]) if (!wanted.has(path)) this.gone(path);
    for (const path of wanted) if (!this.#carried.has(path)) this.#carry(path);
  }

  /** Lets all readers go. */
  end(): void {
    this.#readers.clear();
    this.follow();
  }

  send(path: string, row: Fields, encoded: string, ahead: ReadonlySet<Send>): void {
    for (const { send } of [...this.#readers]) if (!ahead.has(send)) send(path, row, encoded);
  }

  gone(path: string): void {
    this.#carried.get(path)?.stop();
    if (this.#carried.delete(path)) for (const { drop } of [...this.#readers]) drop(path);
  }

  conflated(): void {
    this.conflations++;
  }

  #carry(path: string): void {
    try {
      this.#carried.set(path, new CarriedRow(path, this));
    } catch {
      // The row went since its address was listed; when it comes back, the addresses change.
    }
  }
}
