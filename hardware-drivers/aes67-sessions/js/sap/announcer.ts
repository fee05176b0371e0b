// Announces descriptions by SAP on each interface: at once, then every 30 s, a third more or less so that senders that
// started together don't stay together (RFC 2974, section 3.1).
import { encodeSap, sapHash } from './packet.ts';

export const intervalMs = 30_000;

/** Sends one packet on one interface. */
export interface SapOutlet {
  readonly address: string;
  send(packet: Buffer): void;
}

interface Entry {
  readonly text: string;
  nextAtMs: number;
}

export class SapAnnouncer {
  readonly #outlets: readonly SapOutlet[];
  readonly #nowMs: () => number;
  readonly #random: () => number;
  readonly #entries = new Map<string, Entry>();

  /** `random`: 0 to 1 */
  constructor(outlets: readonly SapOutlet[], nowMs: () => number, random: () => number) {
    this.#outlets = outlets;
    this.#nowMs = nowMs;
    this.#random = random;
  }

  /** Replaces what is announced, texts by key; deletes what is not among them any more. */
  announce(texts: ReadonlyMap<string, string>): void {
    for (const [key, { text }] of this.#entries) {
      if (texts.has(key)) continue;
      this.#entries.delete(key);
      this.#send(text, true);
    }
    for (const [key, text] of texts) {
      // A new version of the same origin replaces the one before: a deletion would interrupt its receivers.
      if (this.#entries.get(key)?.text !== text) this.#entries.set(key, { text, nextAtMs: this.#nowMs() });
    }
    this.tick();
  }

  /** Sends what is due. */
  tick(): void {
    const nowMs = this.#nowMs();
    for (const entry of this.#entries.values()) {
      if (entry.nextAtMs > nowMs) continue;
      entry.nextAtMs = nowMs + intervalMs * (2 / 3 + (2 / 3) * this.#random());
      this.#send(entry.text, false);
    }
  }

  #send(text: string, isDeletion: boolean): void {
    for (const outlet of this.#outlets) {
      outlet.send(encodeSap({ isDeletion, hash: sapHash(text), origin: outlet.address, text }));
    }
  }
}
