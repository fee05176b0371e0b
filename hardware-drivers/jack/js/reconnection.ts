// When a server that is gone is tried again: as soon as one is seen to listen, else with a growing pause.
import { existsSync } from 'node:fs';
import { listens } from '../../lib/cycles/js/socket-search.ts';

const mostPauses = 8;

export class Reconnection {
  readonly #retryMs: number;
  readonly #connect: () => void;
  readonly #isListening: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  /** Looks until the next try, whatever they see; and how many the next failure makes of them. */
  #looks = 0;
  #pauses = 1;

  /** socket: of the server; '' where it is not known. `connect` ends in `succeed` or `fail`. */
  constructor(
    socket: string,
    retryMs: number,
    connect: () => void,
    isListening = () => socket !== '' && existsSync(socket) && listens({ name: '', path: socket }),
  ) {
    this.#retryMs = retryMs;
    this.#connect = connect;
    this.#isListening = isListening;
  }

  succeed(): void {
    this.#pauses = 1;
  }

  fail(): void {
    this.#looks = this.#pauses;
    this.#pauses = Math.min(this.#pauses * 2, mostPauses);
    this.#look();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (--this.#looks <= 0 || this.#isListening()) this.#connect();
      else this.#look();
    }, this.#retryMs).unref();
  }
}
