// Several readers of one stream, each at its own interval.
import type { Time } from '../../services.ts';

interface Reader<T> {
  readonly intervalMs: number;
  readonly sample: (value: T) => void;
  dueMs: number;
}

export class Intervals<T> {
  readonly #time: Time;
  readonly #ask: () => void;
  readonly #readers = new Set<Reader<T>>();
  #asked: number | null = null;

  /** `ask` is called when `askedMs` changed. */
  constructor(time: Time, ask: () => void) {
    this.#time = time;
    this.#ask = ask;
  }

  read(intervalMs: number, sample: (value: T) => void): () => void {
    const reader = { intervalMs, sample, dueMs: this.#time.monotonicMs() };
    this.#readers.add(reader);
    this.#tell();
    return () => {
      this.#readers.delete(reader);
      this.#tell();
    };
  }

  /** The source is there again and knows of no reader. */
  askAgain(): void {
    this.#asked = null;
    this.#tell();
  }

  take(value: T): void {
    const now = this.#time.monotonicMs();
    for (const reader of [...this.#readers]) {
      // the value that is nearest to its time is its own
      if (now < reader.dueMs - (this.#asked ?? 0) / 2) continue;
      reader.dueMs = Math.max(reader.dueMs + reader.intervalMs, now);
      reader.sample(value);
    }
  }

  /** How often the source is to send, null for not at all. */
  get askedMs(): number | null {
    return this.#asked;
  }

  #tell(): void {
    const all = [...this.#readers].map(({ intervalMs }) => intervalMs);
    const fastest = all.length === 0 ? null : Math.min(...all);
    if (fastest === this.#asked) return;
    this.#asked = fastest;
    this.#ask();
  }
}
