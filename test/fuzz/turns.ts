// Which way to spoil a body is next: each is tried as often as any other, however rare the addresses are that have it.
import type { Spoiler } from './row-fuzz.ts';

export class Turns {
  /** How often each way was tried. */
  readonly #tries = new Map<string, number>();
  /** By way: the addresses that have it. */
  readonly #addresses = new Map<string, Set<string>>();

  /** The ways at an address now. */
  note(address: string, spoilers: readonly Spoiler[]): void {
    const ways = new Set(spoilers.map(wayOf));
    for (const way of ways) {
      this.#tries.set(way, this.#triesOf(way));
      this.#addresses.set(way, (this.#addresses.get(way) ?? new Set()).add(address));
    }
    for (const [way, addresses] of this.#addresses) {
      if (ways.has(way) || !addresses.delete(address) || addresses.size > 0) continue;
      this.#addresses.delete(way);
      this.#tries.delete(way);
    }
  }

  /** An address that has the way which is next; `draw` says which of them. */
  address(draw: number): string {
    const addresses = [...(this.#addresses.get(this.#leastTried(this.#tries.keys())) ?? [])];
    return addresses[draw % addresses.length] as string;
  }

  /** Takes the next of these. */
  take(spoilers: readonly Spoiler[]): Spoiler {
    const next = this.#leastTried(spoilers.map(wayOf));
    this.#tries.set(next, this.#triesOf(next) + 1);
    return spoilers.find((spoiler) => wayOf(spoiler) === next) as Spoiler;
  }

  get ways(): number {
    return this.#tries.size;
  }

  get untried(): readonly string[] {
    return [...this.#tries].filter(([, tries]) => tries === 0).map(([way]) => way);
  }

  #leastTried(ways: Iterable<string>): string {
    let next = '';
    let least = Number.POSITIVE_INFINITY;
    for (const way of ways) {
      const tries = this.#triesOf(way);
      if (tries < least) [next, least] = [way, tries];
    }
    return next;
  }

  #triesOf(way: string): number {
    return this.#tries.get(way) ?? 0;
  }
}

const wayOf = ({ field, what }: Spoiler) => `${field} ${what}`;
