// What the plugins of a rack print: lines for the log, as many as help to find a fault, and a count of the others.
import type { Timers } from './timers.ts';

const intervalMs = 10_000;
const mostLines = 20;
const longestLine = 500;

export class RackTalk {
  readonly #timers: Timers;
  readonly #log: (message: string) => void;
  #beganMs = Number.NEGATIVE_INFINITY;
  #lines = 0;

  constructor(timers: Timers, log: (message: string) => void) {
    this.#timers = timers;
    this.#log = log;
  }

  take(line: string): void {
    const nowMs = this.#timers.nowMs();
    if (nowMs - this.#beganMs >= intervalMs) {
      this.end();
      this.#beganMs = nowMs;
    }
    this.#lines++;
    if (this.#lines <= mostLines) this.#log(line.slice(0, longestLine));
  }

  /** Counts what was left out. */
  end(): void {
    if (this.#lines > mostLines) this.#log(`and ${this.#lines - mostLines} lines more`);
    this.#lines = 0;
  }
}
