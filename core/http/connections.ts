// How many connections there are, in all and of one address: nobody on the network may take every one. This machine's own
// are not counted: the desk asks itself whether it lives, and answers its operator, however full the house is.
import type { Socket } from 'node:net';
import { limitedAs, plainAddress } from './actor.ts';

export class Connections {
  readonly #most: number;
  readonly #mostPerAddress: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(most: number, mostPerAddress: number) {
    this.#most = most;
    this.#mostPerAddress = mostPerAddress;
  }

  /** Counts a connection in until it closes, or closes it at once: there is no request yet that could be answered. */
  admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const key = limitedAs(address);
    // Where it listens on one address of the network only, its own connections come from there.
    if (key === undefined || address === plainAddress(socket.localAddress)) return;
    const held = this.#held.get(key) ?? 0;
    if (held >= this.#mostPerAddress || this.#total >= this.#most) {
      socket.destroy();
      return;
    }
    this.#total++;
    this.#held.set(key, held + 1);
    socket.once('close', () => {
      this.#total--;
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    });
  }

  /** How many addresses hold one. */
  get size(): number {
    return this.#held.size;
  }
}
