// Time that stands still until a test moves it.
import type { Time } from '../services.ts';

interface Timer {
  atMs: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

export class FakeTime implements Time {
  readonly #timers = new Set<Timer>();
  readonly #epochMs: number;
  #elapsedMs = 0;

  /** `epochMs`: what `now` says at the start. */
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

  /** Lets this much time pass; timers run in the order in which they are due, those that they set too. */
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

  /** How many timers are set: 0 when everything was stopped. */
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
