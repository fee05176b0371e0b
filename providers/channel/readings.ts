// What is read of the mixer only while somebody looks at it, or for one answer: the newest reading by key.
import type { Time } from 'rowdesk/provider';

interface Open<Sample> {
  readonly watchers: Set<() => void>;
  latest: Sample | undefined;
  stop: () => void;
}

export class Readings<Sample> {
  readonly #time: Time;
  readonly #patienceMs: number;
  readonly #begin: (key: string, sample: (sample: Sample) => void) => () => void;
  readonly #open = new Map<string, Open<Sample>>();

  /** `begin` reads until the function it returns is called; a GET waits at most `patienceMs` for a first sample. */
  constructor(time: Time, patienceMs: number, begin: (key: string, sample: (sample: Sample) => void) => () => void) {
    this.#time = time;
    this.#patienceMs = patienceMs;
    this.#begin = begin;
  }

  /** `changed` is called after each sample. Reading goes on until the last watcher of this key has stopped. */
  watch(key: string, changed: () => void): () => void {
    const watcher = () => changed();
    const reading = this.#open.get(key) ?? this.#start(key);
    reading.watchers.add(watcher);
    return () => {
      reading.watchers.delete(watcher);
      if (reading.watchers.size > 0) return;
      reading.stop();
      this.#open.delete(key);
    };
  }

  /** The newest sample while someone watches, else one that is made for it; undefined when none comes. */
  read(key: string): Sample | undefined | Promise<Sample | undefined> {
    const latest = this.#open.get(key)?.latest;
    if (latest !== undefined) return latest;
    return new Promise((resolve) => {
      const finish = () => {
        const sample = this.#open.get(key)?.latest;
        stopWaiting();
        stopWatching();
        resolve(sample);
      };
      const stopWaiting = this.#time.after(this.#patienceMs, finish);
      const stopWatching = this.watch(key, finish);
    });
  }

  /** What is read has changed: samples of before count no more. */
  restart(key: string): void {
    const reading = this.#open.get(key);
    if (reading === undefined) return;
    reading.stop();
    reading.latest = undefined;
    this.#run(key, reading);
  }

  #start(key: string): Open<Sample> {
    const reading: Open<Sample> = { watchers: new Set(), latest: undefined, stop: () => {} };
    this.#open.set(key, reading);
    this.#run(key, reading);
    return reading;
  }

  #run(key: string, reading: Open<Sample>): void {
    reading.stop = this.#begin(key, (sample) => {
      reading.latest = sample;
      for (const watcher of [...reading.watchers]) watcher();
    });
  }
}
