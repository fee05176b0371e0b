// The clock of verdicts: real time without the waiting for a processor. Of several threads, and of several processes that
// wait for each other, the one that waits most counts.
import type { GrantedTime, Time } from '../base/time.ts';
import { readThreads, type WaitedMs, waitedMost } from './thread-times.ts';

/** A reading this old is still good to tell the time. */
const staleMs = 100;
/**
 * A reading this old is still good to begin a time limit with, whose end takes a new one: what was waited before the begin makes
 * the limit longer. Most limits are over before, and each reading opens a file per thread.
 */
const staleToBeginMs = 5000;
/** Between two looks at a limit that is almost over. */
const leastMs = 20;
/** A timer that is this late was held up with its whole loop, which first reads what arrived meanwhile. */
const heldMs = 50;
/** Waiting this long is worth a word. */
const leastStarvedMs = 1000;

type Timers = Pick<Time, 'monotonicMs' | 'after'>;
type Listener = (waitedMs: number, ofMs: number) => void;

/** `read` is for tests. */
export function grantedTime(timers: Timers, read: typeof readThreads = readThreads): GrantedTime {
  const listeners = new Set<Listener>();
  return new Granted(timers, () => read('self'), read, listeners);
}

class Granted implements GrantedTime {
  readonly #timers: Timers;
  readonly #read: () => WaitedMs;
  readonly #readProcess: typeof readThreads;
  readonly #listeners: Set<Listener>;
  #readAtMs: number;
  #waited: WaitedMs;
  #grantedMs = 0;

  constructor(timers: Timers, read: () => WaitedMs, readProcess: typeof readThreads, listeners: Set<Listener>) {
    this.#timers = timers;
    this.#read = read;
    this.#readProcess = readProcess;
    this.#listeners = listeners;
    this.#readAtMs = timers.monotonicMs();
    this.#waited = read();
  }

  with(processId: () => number): GrantedTime {
    const other = () => (processId() > 0 ? this.#readProcess(processId()) : new Map<string, number>());
    const read = () => new Map([...this.#read(), ...other()]);
    return new Granted(this.#timers, read, this.#readProcess, this.#listeners);
  }

  monotonicMs(): number {
    return this.#at(staleMs);
  }

  after(ms: number, run: () => void): () => void {
    const timers = this.#timers;
    const beganMs = timers.monotonicMs();
    const dueMs = this.#at(staleToBeginMs) + ms;
    let wasHeld = false;
    let stop = () => {};
    const wait = (waitMs: number) => {
      const lateMs = timers.monotonicMs() + waitMs + heldMs;
      stop = timers.after(waitMs, () => {
        const leftMs = dueMs - this.#at(0);
        const isHeld = !wasHeld && timers.monotonicMs() > lateMs;
        wasHeld ||= isHeld;
        const passedMs = timers.monotonicMs() - beganMs;
        if (leftMs >= Math.max(ms / 2, leastStarvedMs)) this.starved(passedMs - (ms - leftMs), passedMs);
        // What stood still with the loop is given again, once.
        const againMs = isHeld ? Math.min(timers.monotonicMs() - lateMs + heldMs, ms) : 0;
        if (leftMs >= 1 || isHeld) wait(Math.max(leftMs, againMs, leastMs));
        else run();
      });
    };
    wait(ms);
    return () => stop();
  }

  onStarved(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  starved(waitedMs: number, ofMs: number): void {
    for (const listener of this.#listeners) listener(waitedMs, ofMs);
  }

  /** By a reading that is no older. What passed since the reading counts, until the next reading corrects it. */
  #at(oldestMs: number): number {
    const passedMs = this.#timers.monotonicMs() - this.#readAtMs;
    if (passedMs <= oldestMs) return this.#grantedMs + passedMs;
    const now = this.#read();
    this.#grantedMs += Math.max(0, passedMs - waitedMost(this.#waited, now));
    this.#readAtMs += passedMs;
    this.#waited = now;
    return this.#grantedMs;
  }
}
