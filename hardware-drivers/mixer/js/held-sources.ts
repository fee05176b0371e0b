// Sources that nobody hears for a moment: while their phantom or pad is switched, and while their stagebox is not known to be
// as wanted. The holder may die: each lease ends by itself.
import type { Ports } from './ports.ts';

/** No switch takes longer, and a longer hold is renewed. */
const longestMs = 10_000;

/** Why a source is held: its strips say so in `mutedBy`. */
export type HoldReason = 'phantom' | 'stagebox';
const reasons: readonly unknown[] = ['phantom', 'stagebox'] satisfies readonly HoldReason[];

interface Lease {
  readonly reason: HoldReason;
  readonly sources: readonly number[];
  readonly end: NodeJS.Timeout;
}

export class HeldSources {
  readonly #ports: Ports;
  readonly #send: (sources: Float64Array, reason: HoldReason) => void;
  readonly #leases = new Map<string, Lease>();

  constructor(ports: Ports, send: (sources: Float64Array, reason: HoldReason) => void) {
    this.#ports = ports;
    this.#send = send;
  }

  /**
   * `{ lease, sources, forMs, reason? }`: these are held under this lease from now on, so long at most; 0 ends it. What
   * another lease holds stays held. Without a reason it is `phantom`. Throws Error in words.
   */
  hold({ lease, sources, forMs, reason = 'phantom' }: Readonly<Record<string, unknown>>): void {
    if (typeof lease !== 'string' || lease === '') throw new Error('lease must be a name');
    const isPort = (port: unknown): port is string => typeof port === 'string' && port !== '';
    if (!Array.isArray(sources) || !sources.every(isPort))
      throw new Error('sources must be a list of the ids of ports');
    if (typeof forMs !== 'number' || !(forMs >= 0 && forMs <= longestMs)) {
      throw new Error(`forMs must be from 0 to ${longestMs}`);
    }
    if (!isReason(reason)) throw new Error(`reason must be ${reasons.join(' or ')}`);
    const before = this.#leases.get(lease);
    clearTimeout(before?.end);
    this.#leases.delete(lease);
    if (forMs > 0 && sources.length > 0) {
      const end = setTimeout(() => {
        this.#leases.delete(lease);
        this.#put(reason);
      }, forMs);
      this.#leases.set(lease, { reason, sources: sources.map((port) => this.#ports.numberOf(port)), end });
    }
    this.#put(reason);
    if (before !== undefined && before.reason !== reason) this.#put(before.reason);
  }

  close(): void {
    for (const { end } of this.#leases.values()) clearTimeout(end);
    this.#leases.clear();
  }

  #put(reason: HoldReason): void {
    const held = [...this.#leases.values()].filter((lease) => lease.reason === reason);
    this.#send(Float64Array.from(new Set(held.flatMap(({ sources }) => sources))), reason);
  }
}

function isReason(reason: unknown): reason is HoldReason {
  return reasons.includes(reason);
}
