// Packets at the port of a remote that are not heard, and the words for them: a stranger may send any, also in the name of the
// host of TotalMix FX.

export interface Dropped {
  /** Packets of other hosts, packets that are no OSC, and those beyond what TotalMix FX ever sends. */
  readonly foreign: number;
  readonly malformed: number;
  readonly flooding: number;
}

/** Views of TotalMix FX are some kilobytes, a hundred of them in a second at most. To decode 64 KiB takes 3 ms. */
const [bytesAtOnce, bytesPerMs] = [512 * 1024, 2 * 1024];
/** A packet costs more than its bytes. */
const packetBytes = 256;

/** What one host may send. */
export class Budget {
  #left = bytesAtOnce;
  #atMs = Number.NEGATIVE_INFINITY;

  allows(bytes: number, nowMs: number): boolean {
    const elapsedMs = Number.isFinite(this.#atMs) ? Math.max(0, nowMs - this.#atMs) : 0;
    this.#left = Math.min(bytesAtOnce, this.#left + elapsedMs * bytesPerMs);
    this.#atMs = nowMs;
    const cost = bytes + packetBytes;
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}

/** After the last dropped packet the operator reads of them for so long. */
const saidForMs = 60_000;

/** The warning while packets are dropped; '' for none. */
export class DropWords {
  #known: Dropped = { foreign: 0, malformed: 0, flooding: 0 };
  #saidMs = Number.NEGATIVE_INFINITY;
  #words = '';

  now(dropped: Dropped, listenPort: number, nowMs: number): string {
    const { foreign, malformed, flooding } = dropped;
    const isMore = foreign + malformed + flooding > this.#known.foreign + this.#known.malformed + this.#known.flooding;
    if (isMore) {
      this.#known = dropped;
      this.#saidMs = nowMs;
      this.#words =
        `UDP port ${listenPort} drops packets: ${foreign} of other hosts than TotalMix FX, ${malformed} that are no OSC, ` +
        `${flooding} beyond 2 MiB a second. Look at what sends there.`;
    } else if (nowMs - this.#saidMs > saidForMs) this.#words = '';
    return this.#words;
  }
}
