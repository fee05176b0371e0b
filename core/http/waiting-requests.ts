// Requests that came while the desk starts: each waits for the rows, and is answered then, in the order of arrival. One for
// which the rows come too late, or that is one too many, loses its connection: there is nothing true to answer.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Time } from '../services.ts';
import { Admission } from './admission.ts';
import { plainAddress } from './remote-address.ts';

/** The longest wait, ms. */
export const longestWaitMs = 30_000;
const mostWaiting = 512;
const mostPerAddress = 64;

interface Waiting {
  readonly run: () => void;
  readonly leave: () => void;
  readonly giveUp: () => void;
}

export class WaitingRequests {
  readonly #time: Pick<Time, 'after'>;
  readonly #admission = new Admission({ most: mostWaiting, mostPerAddress });
  readonly #waiting = new Set<Waiting>();

  constructor(time: Pick<Time, 'after'>) {
    this.#time = time;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** `run` answers the request once the rows are there, unless its connection was closed before. */
  add(socket: Socket, response: ServerResponse, run: () => void): void {
    const address = plainAddress(socket.remoteAddress);
    if (this.#admission.fullFor(address) !== undefined) {
      socket.destroy();
      return;
    }
    const isOut = this.#admission.enter(address);
    const leave = () => {
      this.#waiting.delete(waiting);
      stopWaiting();
      response.off('close', leave);
      isOut();
    };
    const giveUp = () => {
      leave();
      socket.destroy();
    };
    const waiting = { run, leave, giveUp };
    const stopWaiting = this.#time.after(longestWaitMs, giveUp);
    response.once('close', leave);
    this.#waiting.add(waiting);
  }

  /** The rows are there. One request in a turn of the event loop: others are answered between them. */
  answer(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    next.leave();
    next.run();
    setImmediate(() => this.answer());
  }

  /** The desk ends before its rows are there. */
  close(): void {
    for (const { giveUp } of [...this.#waiting]) giveUp();
  }
}
