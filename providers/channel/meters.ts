// The mixer's meters, read once for all meter rows, and only while one is watched or asked for.
import type { Audio, StripMeter, Time } from 'rowdesk/provider';

/** 25 readings per second. */
export const meterIntervalMs = 40;
/** A GET waits no longer for a first reading; then there is no mixer to measure. */
const patienceMs = 500;

export interface Reading {
  readonly meter: StripMeter | undefined;
  /** ISO 8601; empty while no mixer measures. */
  readonly at: string;
}

const nothing: Reading = { meter: undefined, at: '' };

export class Meters {
  readonly #audio: Audio;
  readonly #time: Time;
  readonly #watchers = new Set<() => void>();
  #latest: { readonly meters: ReadonlyMap<string, StripMeter>; readonly at: string } | undefined;
  #stop: (() => void) | undefined;

  constructor(audio: Audio, time: Time) {
    this.#audio = audio;
    this.#time = time;
  }

  /** `changed` is called after each reading. Reading goes on until the last watcher has stopped. */
  watch(changed: () => void): () => void {
    const watcher = () => changed();
    this.#watchers.add(watcher);
    this.#stop ??= this.#audio.readMeters(meterIntervalMs, (meters, atMs) => {
      this.#latest = { meters, at: new Date(atMs).toISOString() };
      for (const each of [...this.#watchers]) each();
    });
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
      this.#latest = undefined;
    };
  }

  /** The last reading of a strip while someone watches, else one reading made for it. */
  read(path: string): Reading | Promise<Reading> {
    if (this.#latest !== undefined) return this.#of(path);
    return new Promise((resolve) => {
      const finish = (reading: Reading) => {
        stopWaiting();
        stopWatching();
        resolve(reading);
      };
      const stopWaiting = this.#time.after(patienceMs, () => finish(nothing));
      const stopWatching = this.watch(() => finish(this.#of(path)));
    });
  }

  #of(path: string): Reading {
    if (this.#latest === undefined) return nothing;
    return { meter: this.#latest.meters.get(path), at: this.#latest.at };
  }
}
