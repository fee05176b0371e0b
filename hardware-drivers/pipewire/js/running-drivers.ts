// The drivers whose cycles run, by the server's profiler.
import type { RunningDriver } from './native.ts';

/** The longest cycle of any server is 8192 frames at 44.1 kHz: 186 ms. What was silent for so long does not run. */
const silentMs = 1000;

export interface Running extends RunningDriver {
  readonly atMs: number;
}

export class RunningDrivers {
  readonly #running = new Map<number, Running>();

  get(node: number): Running | undefined {
    return this.#running.get(node);
  }

  /** True when rate, quantum or followers of one changed. */
  take(drivers: readonly RunningDriver[], atMs: number): boolean {
    const changed = drivers.filter(({ node, rate, quantum, followers }) => {
      const before = this.#running.get(node);
      return before?.rate !== rate || before.quantum !== quantum || before.followers !== followers;
    });
    for (const driver of drivers) this.#running.set(driver.node, { ...driver, atMs });
    return changed.length > 0;
  }

  remove(node: number): void {
    this.#running.delete(node);
  }

  /** Ends drivers without a report. True when there was one. */
  settle(nowMs: number): boolean {
    const silent = [...this.#running.values()].filter(({ atMs }) => nowMs - atMs > silentMs);
    for (const { node } of silent) this.#running.delete(node);
    return silent.length > 0;
  }

  /** A server has as many clocks as devices run apart: the one with the most followers, then with the highest priority. */
  driving(priority: (driver: Running) => number): Running | undefined {
    return [...this.#running.values()].sort(
      (a, b) => b.followers - a.followers || priority(b) - priority(a) || a.node - b.node,
    )[0];
  }
}
