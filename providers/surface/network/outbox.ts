// What waits to be sent to a peer: of each address the newest message, in turns of 20 ms, so that no address is sent more
// often than 50 times a second and no turn floods a network.

const turnMs = 20;
/** Of one turn: 5,000 a second. */
const mostPerTurn = 100;
/** A peer that is asked for more has too many subscriptions. */
const mostWaiting = 8192;

export interface OutboxNeeds {
  readonly send: (packet: Uint8Array) => void;
  readonly after: (ms: number, call: () => void) => () => void;
}

export class Outbox {
  readonly #needs: OutboxNeeds;
  readonly #waiting = new Map<string, Uint8Array>();
  #stopWaiting: (() => void) | undefined;

  constructor(needs: OutboxNeeds) {
    this.#needs = needs;
  }

  put(key: string, packet: Uint8Array): void {
    if (!this.#waiting.has(key) && this.#waiting.size >= mostWaiting) return;
    this.#waiting.set(key, packet);
    if (this.#stopWaiting === undefined) this.#turn();
  }

  close(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = () => {};
    this.#waiting.clear();
  }

  #turn(): void {
    let count = 0;
    for (const [key, packet] of this.#waiting) {
      if (count === mostPerTurn) break;
      this.#waiting.delete(key);
      this.#needs.send(packet);
      count += 1;
    }
    this.#stopWaiting = this.#needs.after(turnMs, () => {
      this.#stopWaiting = undefined;
      if (this.#waiting.size > 0) this.#turn();
    });
  }
}
