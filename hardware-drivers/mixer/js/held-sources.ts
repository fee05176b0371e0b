// Sources that nobody hears for a moment, while their phantom or pad is switched. Whoever holds them may die: each lease
// ends by itself.
import type { Ports } from './ports.ts';

/** No switch takes longer. */
const longestMs = 10_000;

interface Lease {
  readonly sources: readonly number[];
  readonly end: NodeJS.Timeout;
}

export class HeldSources {
  readonly #ports: Ports;
  readonly #send: (sources: Float64Array) => void;
  readonly #leases = new Map<string, Lease>();

  constructor(ports: Ports, send: (sources: Float64Array) => void) {
    this.#ports = ports;
    this.#send = send;
  }

  /**
   * `{ lease, sources, forMs }`: these are held under this lease from now on, so long at most; 0 ends it. What another
   * lease holds stays held. Throws Error in words.
   */
  hold({ lease, sources, forMs }: Readonly<Record<string, unknown>>): void {
    if (typeof lease !== 'string' || lease === '') throw new Error('lease must be a name');
    const isPort = (port: unknown): port is string => typeof port === 'string' && port !== '';
    if (!Array.isArray(sources) || !sources.every(isPort))
      throw new Error('sources must be a list of the ids of ports');
    if (typeof forMs !== 'number' || !(forMs >= 0 && forMs <= longestMs)) {
      throw new Error(`forMs must be from 0 to ${longestMs}`);
    }
    clearTimeout(this.#leases.get(lease)?.end);
    this.#leases.delete(lease);
    if (forMs > 0 && sources.length > 0) {
      const end = setTimeout(() => {
        this.#leases.delete(lease);
        this.#put();
      }, forMs);
      this.#leases.set(lease, { sources: sources.map((port) => this.#ports.numberOf(port)), end });
    }
    this.#put();
  }

  close(): void {
    for (const { end } of this.#leases.values()) clearTimeout(end);
    this.#leases.clear();
  }

  #put(): void {
    this.#send(Float64Array.from(new Set([...this.#leases.values()].flatMap(({ sources }) => sources))));
  }
}
