// Bounds on what clients hold (connections, watchers), in all and per address. The last eighth is reserved for addresses
// that hold none yet: a few addresses never shut out all others.
import { limitedAs } from './remote-address.ts';

export interface AdmissionLimits {
  readonly most: number;
  /** Loopback, and the service itself (''), have no limit of their own. */
  readonly mostPerAddress: number;
}

export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #kept: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
    this.#kept = Math.floor(limits.most / 8);
  }

  /** The number held, of all addresses. */
  get size(): number {
    return this.#total;
  }

  /** The number of holding addresses, without loopback. */
  get addresses(): number {
    return this.#held.size;
  }

  /** The limit that forbids one more to this address, `16 of one address`; undefined when none does. */
  fullFor(address: string): { readonly maximum: number; readonly whose: string } | undefined {
    const { most, mostPerAddress } = this.#limits;
    const key = keyOf(address);
    const held = key === undefined ? 0 : (this.#held.get(key) ?? 0);
    if (held >= mostPerAddress) return { maximum: mostPerAddress, whose: 'of one address' };
    if (this.#total >= most) return { maximum: most, whose: 'in all' };
    if (held === 0 || this.#total < most - this.#kept) return undefined;
    return { maximum: most - this.#kept, whose: 'of addresses that have one already' };
  }

  /** Counts one in, also beyond a limit; the returned function counts it out. */
  enter(address: string): () => void {
    const key = keyOf(address);
    this.#total++;
    if (key !== undefined) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#total--;
      if (key === undefined) return;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    };
  }
}

const keyOf = (address: string): string | undefined => (address === '' ? undefined : limitedAs(address));
