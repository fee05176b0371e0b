// Sends the status to the control process: all of it, once for the changes of a tick.
import { isDeepStrictEqual } from 'node:util';
import type { Status } from '../link/shapes.ts';

export class StatusSender {
  readonly #read: () => Status;
  readonly #send: (status: Status) => void;
  #sent: Status | undefined;
  #willSend = false;

  constructor(read: () => Status, send: (status: Status) => void) {
    this.#read = read;
    this.#send = send;
  }

  changed(): void {
    if (this.#willSend) return;
    this.#willSend = true;
    setImmediate(() => {
      this.#willSend = false;
      this.#sent = this.#read();
      this.#send(this.#sent);
    });
  }

  /**
   * Sends the status if it differs from the last sent one: the audio thread changes it without an event. The last look is
   * no measure, since a sent status may have lasted for less than the time between two looks.
   */
  look(): void {
    if (!this.#willSend && !isDeepStrictEqual(this.#read(), this.#sent)) this.changed();
  }
}
