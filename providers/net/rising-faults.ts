// Interfaces whose counters of faults rise. A switch that is plugged in may damage a packet or two long ago; a cable that does
// so now is what an operator has to know.
import type { NetworkInterface } from './net-state.ts';

const spanMs = 60_000;

type Counters = Pick<NetworkInterface, 'name' | 'rxErrors' | 'txErrors' | 'txDropped'>;

interface Rise {
  readonly atMs: number;
  readonly count: number;
}

export class RisingFaults {
  readonly #last = new Map<string, number>();
  readonly #rises = new Map<string, readonly Rise[]>();

  /** Takes the counters of all interfaces at `nowMs` (monotonic). What is dropped on reception counts for no fault: the kernel
   * drops packets of protocols that it doesn't know as well. */
  take(interfaces: readonly Counters[], nowMs: number): void {
    const names = new Set(interfaces.map(({ name }) => name));
    for (const name of this.#last.keys()) if (!names.has(name)) this.#forget(name);
    for (const { name, rxErrors, txErrors, txDropped } of interfaces) {
      const total = rxErrors + txErrors + txDropped;
      const count = total - (this.#last.get(name) ?? total);
      this.#last.set(name, total);
      const before = (this.#rises.get(name) ?? []).filter(({ atMs }) => nowMs - atMs < spanMs);
      this.#rises.set(name, count > 0 ? [...before, { atMs: nowMs, count }] : before);
    }
  }

  /** How many faults the last minute brought, by name; without those that had none. */
  get now(): ReadonlyMap<string, number> {
    const sums = [...this.#rises].map(
      ([name, rises]) => [name, rises.reduce((sum, { count }) => sum + count, 0)] as const,
    );
    return new Map(sums.filter(([, sum]) => sum > 0));
  }

  #forget(name: string): void {
    this.#last.delete(name);
    this.#rises.delete(name);
  }
}
