// Requests and connections whose time is over by the clock. After a stall of this process timers come before sockets: the
// bytes of a client that was in time still wait to be read. So progress decides: a client of which nothing more comes is late.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Time } from '../services.ts';
import { streaming } from './exchange.ts';

/** A client that sends has something to read after this long. */
const lookMs = 100;

export class LateRequests {
  readonly #time: Pick<Time, 'after'>;
  readonly #mostLooks: number;
  /** The last request of a connection whose header is complete. */
  readonly #last = new WeakMap<Socket, IncomingMessage>();

  /** A request that makes progress gets at most `graceMs` more. */
  constructor(server: Server, time: Pick<Time, 'after'>, graceMs: number) {
    this.#time = time;
    this.#mostLooks = Math.max(1, Math.ceil(graceMs / lookMs));
    server.on('request', (request) => this.#last.set(request.socket, request));
    // Without a listener Node closes the idle connection at once.
    server.on('timeout', (socket: Socket) => {
      const bytes = socket.bytesRead;
      setImmediate(() => socket.bytesRead === bytes && socket.destroy());
    });
  }

  /** Calls `refuse` once nothing more comes of the request that this connection is to send. */
  judge(socket: Socket, refuse: () => void): void {
    const before = this.#last.get(socket);
    const wasWhole = before?.complete ?? true;
    let bytes = socket.bytesRead;
    let looks = 0;
    const look = () => {
      if (socket.destroyed) return;
      const request = this.#last.get(socket);
      const isWhole = request?.complete === true && (request !== before || !wasWhole);
      if (isWhole) return;
      if (request !== undefined && streaming.has(request)) {
        // A file may take long. The desk may be the slower one: a look without progress is no end.
        looks = socket.bytesRead === bytes ? looks + 1 : 0;
        if (looks > this.#mostLooks) return refuse();
      } else if (socket.bytesRead === bytes || ++looks > this.#mostLooks) return refuse();
      bytes = socket.bytesRead;
      // Timers come before sockets: the look comes behind both.
      this.#time.after(lookMs, () => setImmediate(look));
    };
    setImmediate(look);
  }
}
