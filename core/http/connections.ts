// How many connections one address holds: of all there may be, nobody on the network may take every one.
import type { Socket } from 'node:net';
import { isLoopback, plainAddress } from './actor.ts';

export class Connections {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  /** `most` per address; loopback is exempt. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a connection in until it closes, or closes it at once: there is no request yet that could be answered. */
  admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    if (isLoopback(address)) return;
    const held = this.#held.get(address) ?? 0;
    if (held >= this.#most) {
      socket.destroy();
      return;
    }
    this.#held.set(address, held + 1);
    socket.once('close', () => {
      const left = (this.#held.get(address) ?? 1) - 1;
      if (left > 0) this.#held.set(address, left);
      else this.#held.delete(address);
    });
  }

  /** How many addresses hold one. */
  get size(): number {
    return this.#held.size;
  }
}
