// Secrets that are good once, for a page that has no key yet. They live in memory, are few, and expire.
import type { Time } from '../services.ts';
import { hashOf, newSecret } from './secrets.ts';

export const linkMs = 10 * 60_000;
const most = 64;

export class Links {
  readonly #time: Pick<Time, 'monotonicMs'>;
  /** By hash. */
  readonly #names = new Map<string, { readonly name: string; readonly endsMs: number }>();

  constructor(time: Pick<Time, 'monotonicMs'>) {
    this.#time = time;
  }

  /** Of the key with this name. The oldest makes way for the 65th. */
  make(name: string): string {
    const secret = newSecret();
    this.#names.set(hashOf(secret), { name, endsMs: this.#time.monotonicMs() + linkMs });
    const [oldest] = this.#names.keys();
    if (this.#names.size > most && oldest !== undefined) this.#names.delete(oldest);
    return secret;
  }

  /** The name of its key; undefined for one that is used, too old, or none. */
  spend(secret: string): string | undefined {
    const hash = hashOf(secret);
    const link = this.#names.get(hash);
    this.#names.delete(hash);
    return link !== undefined && link.endsMs > this.#time.monotonicMs() ? link.name : undefined;
  }
}
