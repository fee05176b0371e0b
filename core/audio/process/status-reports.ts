// Tells the control process of the status: whole, and once for all changes of a tick.
import { isDeepStrictEqual } from 'node:util';
import type { Status } from '../link/shapes.ts';

export class StatusReports {
  readonly #read: () => Status;
  readonly #send: (status: Status) => void;
  #told: Status | undefined;
  #willTell = false;

  constructor(read: () => Status, send: (status: Status) => void) {
    this.#read = read;
    this.#send = send;
  }

  changed(): void {
    if (this.#willTell) return;
    this.#willTell = true;
    setImmediate(() => {
      this.#willTell = false;
      this.#told = this.#read();
      this.#send(this.#told);
    });
  }

  /**
   * The audio thread changes what the status says without a word: it is compared with what was told last, never with
   * the last look, since what was told may have lasted for less than the time between two looks.
   */
  look(): void {
    if (!this.#willTell && !isDeepStrictEqual(this.#read(), this.#told)) this.changed();
  }
}
