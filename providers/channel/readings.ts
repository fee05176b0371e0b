// What is read of the mixer only while somebody looks at it, or for one answer: the newest reading by key.
import { type Faults, Listeners, type Time } from 'rowdesk/provider';

interface Open<Sample> {
  readonly watchers: Listeners;
  latest: Sample | undefined;
  stop: () => void;
}

export interface ReadingsNeeds {
  readonly time: Time;
  readonly faults: Faults;
}

export class Readings<Sample> {
  readonly #needs: ReadingsNeeds;
  readonly #patienceMs: number;
  readonly #begin: (key: string, sample: (sample: Sample) => void) => () => void;
  readonly #open = new Map<string, Open<Sample>>();

  /** `begin` reads until the function it returns is called; a GET waits at most `patienceMs` for a first sample. */
  constructor(
    needs: ReadingsNeeds,
    patienceMs: number,
    begin: (key: string, sample: (sample: Sample) => void) => () => void,
  ) {
    this.#needs = needs;
    this.#patienceMs = patienceMs;
    this.#begin = begin;
  }

  /** `changed` is called after each sample. Reading goes on until the last watcher of this key has stopped. */
  watch(key: string, changed: () => void): () => void {
    const reading = this.#open.get(key) ?? this.#start(key);
    const stop = reading.watchers.add(changed);
    return () => {
      stop();
      if (reading.watchers.any) return;
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
      const stopWaiting = this.#needs.time.after(this.#patienceMs, finish);
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
    const reading: Open<Sample> = {
      watchers: new Listeners(this.#needs.faults, 'a watcher of readings'),
      latest: undefined,
      stop: () => {},
    };
    this.#open.set(key, reading);
    this.#run(key, reading);
    return reading;
  }

  #run(key: string, reading: Open<Sample>): void {
    reading.stop = this.#begin(key, (sample) => {
      reading.latest = sample;
      reading.watchers.notify();
    });
  }
}
