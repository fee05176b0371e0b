// The streams there are: made by the first who reads or asks, gone 30 s after the last reader.
import { type Faults, Listeners, Refusal, type Rows, type Time } from 'rowdesk/provider';
import type { Reader } from './carried-row.ts';
import { Stream } from './stream.ts';
import { checkTargets } from './targets.ts';

const graceMs = 30_000;
const mostPerOwner = 16;
/** As many as there may be event streams (`limits.watchers`). */
const mostInAll = 512;

export interface Demand {
  readonly targets?: readonly string[];
  readonly intervalMs?: number;
}

export class Streams {
  readonly #rows: Rows;
  readonly #time: Time;
  readonly #streams = new Map<string, Stream>();
  readonly #endings = new Map<string, () => void>();
  readonly #listeners: Listeners;
  #isOver = false;

  constructor(rows: Rows, time: Time, faults: Faults) {
    this.#rows = rows;
    this.#time = time;
    this.#listeners = new Listeners(faults, 'a listener of the streams');
  }

  /** Keeps patterns expanded until the returned function is called, which ends all streams. */
  start(): () => void {
    const stop = this.#rows.onAddressesChanged(() => {
      for (const stream of this.#streams.values()) stream.follow();
    });
    return () => {
      stop();
      this.#isOver = true;
      for (const stopWaiting of this.#endings.values()) stopWaiting();
      for (const stream of this.#streams.values()) stream.end();
    };
  }

  list(): readonly Stream[] {
    return [...this.#streams.values()];
  }

  get(id: string): Stream | undefined {
    return this.#streams.get(id);
  }

  /** Throws Refusal for targets that stand for nothing, and `too-many-watchers` for an owner with 16 streams. */
  demand(id: string, { targets, intervalMs }: Demand, actor: string): void {
    if (targets) checkTargets(this.#rows, targets);
    const stream = this.#make(id, actor);
    if (targets) stream.targets = targets;
    if (intervalMs) stream.intervalMs = intervalMs;
    if (stream.readers === 0) this.#endLater(id);
    // First what is carried, then the rows themselves.
    this.#listeners.tell();
    stream.follow();
  }

  /** Sends what the stream carries until the returned function is called. `address`: who reads, '' for ourselves. */
  read(id: string, reader: Reader, address: string): () => void {
    const stream = this.#make(id, address);
    this.#endings.get(id)?.();
    this.#endings.delete(id);
    const stop = stream.read(reader);
    this.#listeners.tell();
    return () => {
      stop();
      if (stream.readers === 0) this.#endLater(id);
      this.#listeners.tell();
    };
  }

  /** Streams came, went, or were asked for something else. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  #make(id: string, owner: string): Stream {
    const known = this.#streams.get(id);
    if (known) return known;
    const owned = this.list().filter((stream) => stream.owner === owner).length;
    if (owned >= mostPerOwner && !isLoopback(owner)) throw tooMany(mostPerOwner, 'of one client');
    if (this.#streams.size >= mostInAll) throw tooMany(mostInAll, 'in all');
    const stream = new Stream(id, owner, this.#rows, this.#time);
    this.#streams.set(id, stream);
    return stream;
  }

  #endLater(id: string): void {
    this.#endings.get(id)?.();
    if (this.#isOver) return;
    this.#endings.set(
      id,
      this.#time.after(graceMs, () => {
        this.#endings.delete(id);
        this.#streams.delete(id);
        this.#listeners.tell();
      }),
    );
  }
}

/** Limits per address don't hold on the desk's own computer. */
function isLoopback(address: string): boolean {
  return address === '' || address === '::1' || /^(::ffff:)?127\./.test(address);
}

function tooMany(maximum: number, whose: string): Refusal {
  const detail = `There may be ${maximum} streams ${whose} at most.`;
  return new Refusal('too-many-watchers', detail, { maximum, retryAfterS: 30 });
}
