// The links of the desk's ports at a JACK server: those that it begins with, and those that come back with a server.
import type { LinksEvent, OpenedEvent } from './native.ts';

/** Full names of ports. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

/** The card's ports one by one: what it captures to the first inputs, the first outputs to what it plays. */
export function hardwareLinks(
  { client, captures, playbacks }: Pick<OpenedEvent, 'client' | 'captures' | 'playbacks'>,
  { inputs, outputs }: { readonly inputs: number; readonly outputs: number },
): readonly Link[] {
  return [
    ...captures.slice(0, inputs).map((from, index) => ({ from, to: `${client}:in_${index + 1}` })),
    ...playbacks.slice(0, outputs).map((to, index) => ({ from: `${client}:out_${index + 1}`, to })),
  ];
}

/** A server that ends in order ends links first: what goes away so shortly before its end belongs to that end. */
const endingMs = 500;

interface PortLinks {
  readonly others: readonly string[];
  /** Asked for, and not there yet: a server may end first, or be slow. */
  readonly asked: readonly string[];
  /** Those before the last changes that came so close together. */
  readonly before: readonly string[];
  readonly atMs: number;
}

const none: PortLinks = { others: [], asked: [], before: [], atMs: Number.NEGATIVE_INFINITY };

/** The links of the last connection to a server, for the next one. */
export class KnownLinks {
  /** By the desk's port, without the name of the client, which the next connection may not get. */
  readonly #links = new Map<string, PortLinks>();
  readonly #nowMs: () => number;
  #client = '';

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** False before the first connection. */
  get isKnown(): boolean {
    return this.#client !== '';
  }

  /** Another connection, under this name. `links` are asked for: those that never come stay known. */
  begin(client: string, links: readonly Link[]): void {
    this.#client = client;
    this.#links.clear();
    for (const { from, to } of links) {
      this.#ask(from, to);
      this.#ask(to, from);
    }
  }

  take({ isInput, channel, others }: LinksEvent): void {
    const port = `${isInput ? 'in' : 'out'}_${channel}`;
    const last = this.#links.get(port) ?? none;
    const asked = last.asked.filter((other) => !others.includes(other));
    const atMs = this.#nowMs();
    const before = atMs - last.atMs > endingMs ? last.others : last.before;
    this.#links.set(port, { others, asked, before, atMs });
  }

  /** The connection is over. */
  end(): void {
    const endMs = this.#nowMs();
    for (const [port, { others, asked, before, atMs }] of this.#links) {
      const there = endMs - atMs > endingMs ? others : [...before, ...others];
      const all = [...new Set([...there, ...asked])];
      this.#links.set(port, { others: all, asked: [], before: all, atMs });
    }
  }

  #ask(own: string, other: string): void {
    if (!own.startsWith(`${this.#client}:`)) return;
    const port = own.slice(this.#client.length + 1);
    const asked = [...(this.#links.get(port)?.asked ?? []), other];
    this.#links.set(port, { ...none, asked });
  }

  /** Of a client of this name. */
  as(client: string): readonly Link[] {
    const renamed = (name: string) =>
      name.startsWith(`${this.#client}:`) ? `${client}${name.slice(this.#client.length)}` : name;
    return [...this.#links].flatMap(([port, { others }]) =>
      others.map((other) => {
        const own = `${client}:${port}`;
        return port.startsWith('in_') ? { from: renamed(other), to: own } : { from: own, to: renamed(other) };
      }),
    );
  }
}
