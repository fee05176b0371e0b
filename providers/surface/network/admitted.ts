// Which machines may take part: this one, and those of the list. Others get no answer, and are remembered by their address.
import type { SurfaceStranger } from 'rowdesk/surface';
import { Budget } from './budget.ts';
import type { Way } from './way.ts';

/** Packets of one machine that are looked at; what comes beyond is dropped unread. */
const packetsPerS = 2000;
const mostAtOnce = 1000;
const mostStrangers = 16;
const loopback = '127.0.0.1';

export class Admitted {
  /** By address, what is left of its packets. */
  readonly #budgets = new Map<string, Budget>();
  /** By address, the ports that get the answers; none where the one that asks does. */
  readonly #listed = new Map<string, number[]>();
  readonly #strangers = new Map<string, number>();
  readonly #startedMs: number;

  constructor(addresses: readonly string[], nowMs: number) {
    this.#startedMs = nowMs;
    this.change(addresses);
  }

  change(addresses: readonly string[]): void {
    this.#listed.clear();
    this.#budgets.clear();
    this.#listed.set(loopback, []);
    for (const entry of addresses) {
      const [address, port] = entry.split(':') as [string, string | undefined];
      const ports = this.#listed.get(address) ?? [];
      this.#listed.set(address, port === undefined ? ports : [...ports, Number(port)]);
    }
    for (const address of this.#listed.keys()) {
      this.#budgets.set(address, new Budget(packetsPerS, mostAtOnce, this.#startedMs));
      this.#strangers.delete(address);
    }
  }

  isListed(address: string): boolean {
    return this.#listed.has(address);
  }

  admits(address: string, nowMs: number): boolean {
    const budget = this.#budgets.get(address);
    if (budget !== undefined) return budget.take(1, nowMs);
    if (this.#strangers.has(address) || this.#strangers.size < mostStrangers) this.#strangers.set(address, Date.now());
    return false;
  }

  strangers(): readonly SurfaceStranger[] {
    // To the second: a stranger that goes on does not write the row all the time.
    return [...this.#strangers].map(([address, atMs]) => ({
      address,
      lastSeenAt: new Date(Math.floor(atMs / 1000) * 1000).toISOString(),
    }));
  }

  /** Addresses with a port. */
  get doors(): readonly (readonly [address: string, port: number])[] {
    return [...this.#listed].flatMap(([address, ports]) => ports.map((port) => [address, port] as const));
  }

  /** The way of the answers: to the port of the list, where it has exactly one for the machine. */
  answers(way: Way, open: (address: string, port: number) => Way): Way {
    const [port, ...others] = this.#listed.get(way.address) ?? [];
    const isOther = way.transport === 'udp' && port !== undefined && others.length === 0 && port !== way.port;
    return isOther ? open(way.address, port) : way;
  }
}
