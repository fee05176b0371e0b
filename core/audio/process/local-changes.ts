// Values changed at devices, by hand: sent at once, then at most every 20 ms with the newest value of each field, at any rate
// of the driver's reports.
import type { Reading } from '../../driver.ts';
import type { Time } from '../../services.ts';

/** Each block is a commit of the desk: an endless driver leaves the desk time for others. */
const betweenMs = 20;

export class LocalChanges {
  readonly #time: Time;
  readonly #send: (target: string, values: readonly Reading[]) => void;
  /** By target within `betweenMs` of its last block: the values since then, by address and field. */
  readonly #waiting = new Map<string, Map<string, Reading>>();
  readonly #stops = new Map<string, () => void>();

  constructor(time: Time, send: (target: string, values: readonly Reading[]) => void) {
    this.#time = time;
    this.#send = send;
  }

  add(target: string, values: readonly Reading[]): void {
    const waiting = this.#waiting.get(target);
    if (waiting === undefined) this.#sendNow(target, values);
    else for (const value of values) waiting.set(`${value.path} ${value.field}`, value);
  }

  stop(): void {
    for (const stop of this.#stops.values()) stop();
  }

  #sendNow(target: string, values: readonly Reading[]): void {
    this.#send(target, values);
    this.#waiting.set(target, new Map());
    const stop = this.#time.after(betweenMs, () => {
      const newest = [...(this.#waiting.get(target)?.values() ?? [])];
      this.#waiting.delete(target);
      this.#stops.delete(target);
      if (newest.length > 0) this.#sendNow(target, newest);
    });
    this.#stops.set(target, stop);
  }
}
