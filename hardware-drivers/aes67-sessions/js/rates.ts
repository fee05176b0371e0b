// How often strangers may make the desk work: so many at once, then so many per second, for each sender and for all.

interface Bucket {
  left: number;
  atMs: number;
}

export interface Rate {
  readonly atOnce: number;
  readonly perSecond: number;
}

const mostSenders = 1_024;

export class Rates {
  readonly #each: Rate;
  readonly #all: Rate;
  readonly #senders = new Map<string, Bucket>();
  readonly #total: Bucket;

  constructor({ each, all }: { readonly each: Rate; readonly all: Rate }) {
    this.#each = each;
    this.#all = all;
    this.#total = { left: all.atOnce, atMs: 0 };
  }

  /** Takes `cost` of what a sender has left; false, and nothing is taken, when there is less. */
  allows(sender: string, nowMs: number, cost = 1): boolean {
    const bucket = this.#senders.get(sender) ?? { left: this.#each.atOnce, atMs: nowMs };
    // The newest are last: the first one has been silent for the longest time.
    this.#senders.delete(sender);
    this.#senders.set(sender, bucket);
    if (this.#senders.size > mostSenders) this.#senders.delete(this.#senders.keys().next().value as string);
    refill(bucket, this.#each, nowMs);
    refill(this.#total, this.#all, nowMs);
    if (bucket.left < cost || this.#total.left < cost) return false;
    bucket.left -= cost;
    this.#total.left -= cost;
    return true;
  }
}

function refill(bucket: Bucket, { atOnce, perSecond }: Rate, nowMs: number): void {
  const elapsedS = Math.max(0, nowMs - bucket.atMs) / 1_000;
  bucket.left = Math.min(atOnce, bucket.left + elapsedS * perSecond);
  bucket.atMs = nowMs;
}
