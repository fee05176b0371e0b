// Bounds on connections, in all and per address: no client of the network may take all of them. Connections of this
// machine are not counted: checks of the service and its operator always get one.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Admission } from './admission.ts';
import { isLoopback, plainAddress } from './remote-address.ts';

export class Connections {
  readonly #admission: Admission;

  constructor(most: number, mostPerAddress: number) {
    this.#admission = new Admission({ most, mostPerAddress });
  }

  /** Counts a connection until it closes, or closes it at once: without a request there is nothing to answer. */
  admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    // A server that listens on one network address only gets its own connections from there.
    if (isLoopback(address) || address === plainAddress(socket.localAddress)) return;
    if (this.#admission.fullFor(address) === undefined) socket.once('close', this.#admission.enter(address));
    else socket.destroy();
  }

  /** The number of addresses with a connection. */
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
