// Readers of one stream of values, each at its own interval.
import type { Time } from '../../services.ts';

/** Makes one sample of the values since the sample before. */
export interface Accumulator<Value, Sample> {
  add(value: Value): void;
  /** After at least one value. */
  take(): Sample;
}

interface Reader<Value, Sample> {
  readonly intervalMs: number;
  readonly values: Accumulator<Value, Sample>;
  readonly sample: (sample: Sample) => void;
  dueMs: number;
}

export class Intervals<Value, Sample = Value> {
  readonly #time: Time;
  readonly #accumulator: () => Accumulator<Value, Sample>;
  readonly #ask: () => void;
  readonly #readers = new Set<Reader<Value, Sample>>();
  #asked: number | null = null;

  /** Each reader has an accumulator of its own. `ask` is called when `askedMs` changed. */
  constructor(time: Time, accumulator: () => Accumulator<Value, Sample>, ask: () => void) {
    this.#time = time;
    this.#accumulator = accumulator;
    this.#ask = ask;
  }

  /** The first sample comes with the next value. */
  read(intervalMs: number, sample: (sample: Sample) => void): () => void {
    const reader = { intervalMs, sample, values: this.#accumulator(), dueMs: this.#time.monotonicMs() };
    this.#readers.add(reader);
    this.#askFastest();
    return () => {
      this.#readers.delete(reader);
      this.#askFastest();
    };
  }

  /** After a new link: the source has no readers. */
  askAgain(): void {
    this.#asked = null;
    this.#askFastest();
  }

  take(value: Value): void {
    const now = this.#time.monotonicMs();
    for (const reader of [...this.#readers]) {
      reader.values.add(value);
      // A value within half a step of the due time completes the sample.
      if (now < reader.dueMs - (this.#asked ?? 0) / 2) continue;
      reader.dueMs = Math.max(reader.dueMs + reader.intervalMs, now);
      reader.sample(reader.values.take());
    }
  }

  /** The interval at which the source is to send, null for not at all. */
  get askedMs(): number | null {
    return this.#asked;
  }

  #askFastest(): void {
    const all = [...this.#readers].map(({ intervalMs }) => intervalMs);
    const fastest = all.length === 0 ? null : Math.min(...all);
    if (fastest === this.#asked) return;
    this.#asked = fastest;
    this.#ask();
  }
}

/** Readers of the newest value. */
export function newestValues<Value>(time: Time, ask: () => void): Intervals<Value> {
  return new Intervals<Value>(time, () => new Newest<Value>(), ask);
}

class Newest<Value> implements Accumulator<Value, Value> {
  #value: Value | undefined;

  add(value: Value): void {
    this.#value = value;
  }

  take(): Value {
    return this.#value as Value;
  }
}
