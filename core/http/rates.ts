// The rate limit of writes per address: a token bucket, one token per write.
import { Refusal } from '../base/refusals.ts';
import type { Time } from '../services.ts';
import { limitedAs } from './remote-address.ts';

/** The shortest time that an address is kept. */
const forgetMs = 60_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

export class WriteRates {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #time: Time;
  /** While there are addresses to forget. */
  #stopForgetting: (() => void) | undefined;

  constructor(perSecond: number, burst: number, time: Time) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#time = time;
  }

  /** Counts a write of this client. Throws refusal `too-many-writes`. */
  admit(address: string): void {
    const limited = limitedAs(address);
    if (limited === undefined || this.take(limited)) return;
    const { retryAfterS } = this;
    throw new Refusal('too-many-writes', 'Writes come too fast from this address', { retryAfterS });
  }

  /** False if this address must wait. */
  take(address: string): boolean {
    const atMs = this.#time.monotonicMs();
    const bucket = this.#buckets.get(address) ?? { tokens: this.#burst, atMs };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((atMs - bucket.atMs) * this.#perSecond) / 1000);
    bucket.atMs = atMs;
    this.#buckets.set(address, bucket);
    this.#stopForgetting ??= this.#time.after(forgetMs, () => this.#forgetIdle());
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  /** Whole seconds until the next token, for Retry-After. */
  get retryAfterS(): number {
    return Math.max(1, Math.ceil(1 / this.#perSecond));
  }

  stop(): void {
    this.#stopForgetting?.();
  }

  /** Removes full buckets: the number of addresses stays bounded. */
  #forgetIdle(): void {
    const fullAfterMs = (this.#burst / this.#perSecond) * 1000;
    const now = this.#time.monotonicMs();
    for (const [address, { atMs }] of this.#buckets) if (now - atMs > fullAfterMs) this.#buckets.delete(address);
    this.#stopForgetting = this.size === 0 ? undefined : this.#time.after(forgetMs, () => this.#forgetIdle());
  }

  get size(): number {
    return this.#buckets.size;
  }
}
