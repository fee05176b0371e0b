// Connections that have asked nothing yet: browsers open one more than they need. Node does not count them as idle, and a
// server that ends would wait for them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
