// Controls turned by hand: told at once, then at most every 20 ms with the newest of each, however fast a driver says so.
import type { Reading } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { plain } from './state-reporter.ts';

/** Every one is a commit of the desk: a driver that never rests must leave it time for everybody else. */
const betweenMs = 20;

export class LocalChanges {
  readonly #time: Time;
  readonly #send: (target: string, values: readonly Reading[]) => void;
  /** Of targets that were told of just now: what came since, by address and field. */
  readonly #waiting = new Map<string, Map<string, Reading>>();
  readonly #stops = new Map<string, () => void>();

  constructor(time: Time, send: (target: string, values: readonly Reading[]) => void) {
    this.#time = time;
    this.#send = send;
  }

  /** Throws Error in words where the driver says what is no value. */
  add(target: string, said: readonly Reading[]): void {
    const values = said.map(plain);
    const waiting = this.#waiting.get(target);
    if (waiting === undefined) this.#tell(target, values);
    else for (const value of values) waiting.set(`${value.path} ${value.field}`, value);
  }

  stop(): void {
    for (const stop of this.#stops.values()) stop();
  }

  #tell(target: string, values: readonly Reading[]): void {
    this.#send(target, values);
    this.#waiting.set(target, new Map());
    const stop = this.#time.after(betweenMs, () => {
      const newest = [...(this.#waiting.get(target)?.values() ?? [])];
      this.#waiting.delete(target);
      this.#stops.delete(target);
      if (newest.length > 0) this.#tell(target, newest);
    });
    this.#stops.set(target, stop);
  }
}
