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

/** The links of a connection, for the next one. */
export class KnownLinks {
  /** By the desk's port, without the name of the client, which the next connection may not get. */
  readonly #others = new Map<string, readonly string[]>();
  #client = '';

  /** Another connection, under this name. */
  begin(client: string): void {
    this.#client = client;
    this.#others.clear();
  }

  take({ isInput, channel, others }: LinksEvent): void {
    this.#others.set(`${isInput ? 'in' : 'out'}_${channel}`, others);
  }

  /** Of a client of this name. */
  as(client: string): readonly Link[] {
    const renamed = (name: string) =>
      name.startsWith(`${this.#client}:`) ? `${client}${name.slice(this.#client.length)}` : name;
    return [...this.#others].flatMap(([port, others]) =>
      others.map((other) => {
        const own = `${client}:${port}`;
        return port.startsWith('in_') ? { from: renamed(other), to: own } : { from: own, to: renamed(other) };
      }),
    );
  }
}
