// One stream: its targets and its readers. A stream watches rows only while it has readers.
import type { Faults, Fields, Rows, Time } from 'rowdesk/provider';
import { defaultIntervalMs } from './contract.ts';
import { MultiplexedRow, type Multiplexer, type Reader, type Send } from './multiplexed-row.ts';
import type { Slices } from './slices.ts';
import type { PatternTargets } from './targets.ts';

export interface StreamNeeds {
  readonly rows: Rows;
  readonly time: Time;
  readonly faults: Faults;
  readonly slices: Slices;
  readonly targets: PatternTargets;
  /** Counts its owner out. */
  readonly leave: () => void;
}

export class Stream implements Multiplexer {
  readonly id: string;
  readonly rows: Rows;
  readonly time: Time;
  targets: readonly string[] = [];
  intervalMs = defaultIntervalMs;
  conflations = 0;
  /** The actor that made it; undefined on a desk without keys. */
  owner: string | undefined;
  readonly #readers = new Set<Reader>();
  readonly #rows = new Map<string, MultiplexedRow>();
  readonly #needs: StreamNeeds;
  /** Grows whenever there is something else to follow: what was begun before ends at its next slice. */
  #round = 0;

  constructor(id: string, needs: StreamNeeds) {
    this.id = id;
    this.rows = needs.rows;
    this.time = needs.time;
    this.#needs = needs;
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Sends each row as it is now, then its changes, until the returned function is called. */
  read({ send, remove }: Reader): () => void {
    const reader = { send, remove };
    for (const row of this.#rows.values()) row.sendTo(send);
    this.#readers.add(reader);
    this.follow();
    return () => {
      this.#readers.delete(reader);
      this.follow();
    };
  }

  /** Watches exactly the rows that the targets stand for now, and none while nobody reads; many, over several turns. */
  follow(): void {
    const round = ++this.#round;
    const { slices, faults } = this.#needs;
    slices
      .run(this.#following(), () => round !== this.#round)
      .catch((error: unknown) => faults.note(error, `the rows of /streams/${this.id}`));
  }

  *#following(): Iterable<void> {
    const wanted = new Set<string>();
    if (this.readers > 0) yield* this.#needs.targets.addTo(wanted, this.targets);
    for (const path of [...this.#rows.keys()]) if (!wanted.has(path)) this.gone(path);
    for (const path of wanted) {
      if (this.#rows.has(path)) continue;
      this.#add(path);
      yield;
    }
  }

  /** It was not read for too long. */
  leave(): void {
    this.#needs.leave();
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
    this.#rows.get(path)?.stop();
    if (this.#rows.delete(path)) for (const { remove } of [...this.#readers]) remove(path);
  }

  conflated(): void {
    this.conflations++;
  }

  #add(path: string): void {
    try {
      this.#rows.set(path, new MultiplexedRow(path, this));
    } catch {
      // The row went since its address was listed; when it comes back, the addresses change.
    }
  }
}
