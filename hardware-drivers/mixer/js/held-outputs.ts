// Outputs that are silent for a moment, while a patch changes. Whoever holds them may die: they open by themselves.
import { type Output, sinkNumber } from './outputs.ts';
import type { Ports } from './ports.ts';

/** No change of a patch takes longer. */
const longestMs = 10_000;

export class HeldOutputs {
  readonly #sinks: Ports;
  readonly #send: (sinks: Float64Array) => void;
  #ports: ReadonlySet<number> = new Set();
  #stopWaiting: NodeJS.Timeout | undefined;

  constructor(sinks: Ports, send: (sinks: Float64Array) => void) {
    this.#sinks = sinks;
    this.#send = send;
  }

  /** `{ ports, forMs }`: only these are held from now on, so long at most. Throws Error in words. */
  hold({ ports, forMs }: Readonly<Record<string, unknown>>): void {
    const isPort = (port: unknown): port is string => typeof port === 'string' && port !== '';
    if (!Array.isArray(ports) || !ports.every(isPort)) throw new Error('ports must be a list of the ids of ports');
    if (typeof forMs !== 'number' || !(forMs >= 0 && forMs <= longestMs)) {
      throw new Error(`forMs must be from 0 to ${longestMs}`);
    }
    this.#put(ports);
    if (ports.length > 0) this.#stopWaiting = setTimeout(() => this.#put([]), forMs);
  }

  /** True for a strip that is played, and only where it is held. */
  silence(strip: { readonly kind: string; readonly index: number }, outputs: readonly Output[]): boolean {
    if (this.#ports.size === 0) return false;
    const own = outputs.filter((output) => output.strip.kind === strip.kind && output.strip.index === strip.index);
    return own.length > 0 && own.every(({ portId }) => this.#ports.has(sinkNumber(portId, this.#sinks)));
  }

  get any(): boolean {
    return this.#ports.size > 0;
  }

  close(): void {
    clearTimeout(this.#stopWaiting);
  }

  #put(ports: readonly string[]): void {
    clearTimeout(this.#stopWaiting);
    this.#ports = new Set(ports.map((port) => sinkNumber(port, this.#sinks)));
    this.#send(Float64Array.from(this.#ports));
  }
}
