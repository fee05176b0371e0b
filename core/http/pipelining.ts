// Pipelined requests of one connection: one per turn of the event loop, so that a thousand of them in one packet don't
// delay other clients.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class Pipelining {
  readonly #waiting = new WeakMap<Socket, (() => void)[]>();

  /** Runs the request now if it is the first of its connection, else in its turn. */
  take(socket: Socket, response: ServerResponse, run: () => void): void {
    // Node gives a response its socket when those before it are written.
    if (response.socket !== null) {
      run();
      return;
    }
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined) {
      waiting.push(run);
      return;
    }
    const queue = [run];
    this.#waiting.set(socket, queue);
    setImmediate(() => this.#next(socket, queue));
  }

  #next(socket: Socket, queue: (() => void)[]): void {
    const run = socket.destroyed ? undefined : queue.shift();
    if (run === undefined) {
      this.#waiting.delete(socket);
      return;
    }
    setImmediate(() => this.#next(socket, queue));
    run();
  }
}
