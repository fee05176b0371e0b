// Values changed at the device, by hand. The first change is sent at once, later ones every 20 ms at most, each value in its
// newest state, however fast the driver reports them.
import type { Reading } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { plain } from './state-reporter.ts';

/** Each change is a commit of the desk: a driver that reports without end must leave the desk time for its clients. */
const betweenMs = 20;

export class LocalChanges {
  readonly #time: Time;
  readonly #send: (target: string, values: readonly Reading[]) => void;
  /** Changes since the last sending, by target, then by path and field. */
  readonly #waiting = new Map<string, Map<string, Reading>>();
  readonly #stops = new Map<string, () => void>();

  constructor(time: Time, send: (target: string, values: readonly Reading[]) => void) {
    this.#time = time;
    this.#send = send;
  }

  /** Throws Error for a reading that can't be sent. */
  add(target: string, readings: readonly Reading[]): void {
    const values = readings.map(plain);
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
