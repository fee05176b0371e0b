// How many connections there are, in all and of one address: nobody on the network may take every one. This machine's own
// are not counted: the desk asks itself whether it lives, and answers its operator, however full the house is.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Admission } from './admission.ts';
import { isLoopback, plainAddress } from './remote-address.ts';

export class Connections {
  readonly #admission: Admission;

  constructor(most: number, mostPerAddress: number) {
    this.#admission = new Admission({ most, mostPerAddress });
  }

  /** Counts a connection in until it closes, or closes it at once: there is no request yet that could be answered. */
  admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    // Where it listens on one address of the network only, its own connections come from there.
    if (isLoopback(address) || address === plainAddress(socket.localAddress)) return;
    if (this.#admission.fullFor(address) === undefined) socket.once('close', this.#admission.enter(address));
    else socket.destroy();
  }

  /** How many addresses hold one. */
  get size(): number {
    return this.#admission.addresses;
  }
}

/**
 * Connections without a request so far: browsers open one more than they need. Node does not count them as idle, and a
 * closing server would wait for them.
 */
export class IdleSockets {
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', ({ socket }) => this.#sockets.delete(socket));
  }

  /** There is no request that could be answered. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
