// A tempo tapped by hand.

/** The mean of so many intervals evens out a hand, and follows it soon. */
const mostIntervals = 7;

export interface Tapped {
  /** Beats per minute; undefined for a first tap, which says nothing yet. */
  readonly bpm: number | undefined;
  /** From 1, since the first of this tempo. */
  readonly taps: number;
}

export class Taps {
  #timesMs: readonly number[] = [];
  #count = 0;
  readonly #shortestMs: number;
  readonly #longestMs: number;

  /** The slowest and the fastest tempo, in bpm. A tap after a longer gap is the first of another tempo. */
  constructor({
    minimum = 0,
    maximum = Number.POSITIVE_INFINITY,
  }: { readonly minimum?: number; readonly maximum?: number }) {
    this.#shortestMs = 60_000 / maximum;
    this.#longestMs = 60_000 / minimum;
  }

  /** nowMs: of a monotonic clock. Undefined for one that comes sooner than the fastest tempo allows: then it is none. */
  tap(nowMs: number): Tapped | undefined {
    const gapMs = nowMs - (this.#timesMs.at(-1) ?? Number.NEGATIVE_INFINITY);
    if (gapMs < this.#shortestMs) return undefined;
    const isFirst = gapMs > this.#longestMs;
    this.#timesMs = isFirst ? [nowMs] : [...this.#timesMs, nowMs].slice(-mostIntervals - 1);
    this.#count = isFirst ? 1 : this.#count + 1;
    return { bpm: this.#bpm(), taps: this.#count };
  }

  #bpm(): number | undefined {
    const [first = 0] = this.#timesMs;
    const intervals = this.#timesMs.length - 1;
    if (intervals === 0) return undefined;
    const meanMs = ((this.#timesMs.at(-1) as number) - first) / intervals;
    return Math.round((60_000 / meanMs) * 10) / 10;
  }
}
