// Simulated time, advanced by tests only.
import { sleepBy } from '../base/time.ts';
import type { Time } from '../services.ts';

interface Timer {
  atMs: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

export class FakeTime implements Time {
  readonly #timers = new Set<Timer>();
  readonly #epochMs: number;
  readonly #sleep = sleepBy((ms, run) => this.after(ms, run));
  #elapsedMs = 0;

  /** `epochMs`: the initial value of `now`. */
  constructor(epochMs = Date.UTC(2026, 0, 1)) {
    this.#epochMs = epochMs;
  }

  now(): number {
    return this.#epochMs + this.#elapsedMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  every(ms: number, run: () => void): () => void {
    return this.#add({ atMs: this.#elapsedMs + ms, everyMs: ms, run });
  }

  after(ms: number, run: () => void): () => void {
    return this.#add({ atMs: this.#elapsedMs + ms, everyMs: undefined, run });
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleep(ms, signal);
  }

  /** Advances time by this much. Timers run in the order in which they are due, including timers set meanwhile. */
  advance(ms: number): void {
    const untilMs = this.#elapsedMs + ms;
    for (let due = this.#nextDue(untilMs); due !== undefined; due = this.#nextDue(untilMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, due.atMs);
      if (due.everyMs === undefined) this.#timers.delete(due);
      else due.atMs += due.everyMs;
      due.run();
    }
    this.#elapsedMs = untilMs;
  }

  /** The number of running timers: 0 when everything is stopped. */
  get timers(): number {
    return this.#timers.size;
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #nextDue(untilMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.atMs <= untilMs && (next === undefined || timer.atMs < next.atMs)) next = timer;
    }
    return next;
  }
}
