// The streams there are: made by the first who reads or asks, gone 30 s after the last reader.
import { Admission, type Faults, Listeners, Refusal, type Rows, type Time, type Watcher } from 'rowdesk/provider';
import type { Reader } from './multiplexed-row.ts';
import { Slices } from './slices.ts';
import { Stream, type StreamNeeds } from './stream.ts';
import { PatternTargets } from './targets.ts';

const graceMs = 30_000;
const mostPerAddress = 16;
/** As many as there may be event streams (`limits.watchers`). */
const most = 512;

export interface Demand {
  readonly targets?: readonly string[];
  readonly intervalMs?: number;
}

export class Streams {
  readonly #time: Time;
  readonly #streams = new Map<string, Stream>();
  readonly #endings = new Map<string, () => void>();
  readonly #admission = new Admission({ most, mostPerAddress });
  readonly #shared: Omit<StreamNeeds, 'leave'>;
  readonly #listeners: Listeners;
  #isOver = false;

  constructor(rows: Rows, time: Time, faults: Faults) {
    const slices = new Slices(time);
    this.#time = time;
    this.#shared = { rows, time, faults, slices, targets: new PatternTargets(rows, slices) };
    this.#listeners = new Listeners(faults, 'a listener of the streams');
  }

  /** Keeps patterns expanded until the returned function is called, which ends all streams. */
  start(): () => void {
    const { rows, targets } = this.#shared;
    const stop = rows.onAddressesChanged(() => {
      targets.forget();
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

  /**
   * Asks a stream for these rows, and makes it where there is none; `by` is the client. Rejects with Refusal for
   * targets that stand for nothing or too much, and with `too-many-watchers` for an address with 16 streams.
   */
  async demand(id: string, { targets, intervalMs }: Demand, by: Watcher): Promise<void> {
    if (targets) await this.#shared.targets.check(targets);
    const stream = this.#make(id, by);
    refuseForeign(stream, by);
    if (targets) stream.targets = targets;
    if (intervalMs) stream.intervalMs = intervalMs;
    if (stream.readers === 0) this.#endLater(id);
    // First the targets, then the rows themselves.
    this.#listeners.notify();
    stream.follow();
  }

  /** Sends the stream's rows until the returned function is called. `by`: the reader. */
  read(id: string, reader: Reader, by: Watcher): () => void {
    const stream = this.#make(id, by);
    this.#endings.get(id)?.();
    this.#endings.delete(id);
    const stop = stream.read(reader);
    this.#listeners.notify();
    return () => {
      stop();
      if (stream.readers === 0) this.#endLater(id);
      this.#listeners.notify();
    };
  }

  /** Streams came, went, or were asked for something else. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  #make(id: string, { address, actor, permit }: Watcher): Stream {
    const known = this.#streams.get(id);
    // It may have been made before the desk had keys.
    if (known && permit !== undefined) known.owner ??= actor;
    if (known) return known;
    const full = this.#admission.fullFor(address);
    if (full !== undefined) throw tooMany(full.maximum, full.whose);
    const stream = new Stream(id, { ...this.#shared, leave: this.#admission.enter(address) });
    if (permit !== undefined) stream.owner = actor;
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
        this.#streams.get(id)?.leave();
        this.#streams.delete(id);
        this.#listeners.notify();
      }),
    );
  }
}

/** On a desk with keys a stream carries what the key asks for that made it. */
function refuseForeign({ id, owner }: Stream, { actor, permit }: Watcher): void {
  if (permit === undefined || permit.role === 'run' || owner === actor) return;
  const { role, bus = null } = permit;
  throw new Refusal('not-permitted', `The stream ${id} is that of another key.`, { role, bus, path: `/streams/${id}` });
}

function tooMany(maximum: number, whose: string): Refusal {
  const detail = `There may be ${maximum} streams ${whose} at most.`;
  return new Refusal('too-many-watchers', detail, { maximum, retryAfterS: 30 });
}
