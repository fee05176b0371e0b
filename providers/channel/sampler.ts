// Samples of a mixer's measurements, by key, taken only while a key is watched or read.
import { type Faults, grantedOf, Listeners, type Time } from 'rowdesk/provider';

interface Running<Sample> {
  readonly watchers: Listeners;
  latest: Sample | undefined;
  stop: () => void;
}

export interface SamplerNeeds {
  readonly time: Time;
  readonly faults: Faults;
}

export class Sampler<Sample> {
  readonly #needs: SamplerNeeds;
  readonly #timeoutMs: number;
  readonly #begin: (key: string, give: (sample: Sample) => void) => () => void;
  readonly #running = new Map<string, Running<Sample>>();

  /**
   * `begin` gives samples until the function it returns is called. A read waits for the first at most `timeoutMs` of granted time:
   * a desk that stood still has not read it yet.
   */
  constructor(
    needs: SamplerNeeds,
    timeoutMs: number,
    begin: (key: string, give: (sample: Sample) => void) => () => void,
  ) {
    this.#needs = needs;
    this.#timeoutMs = timeoutMs;
    this.#begin = begin;
  }

  /** `changed` is called after each sample. Sampling ends with the last watcher of the key. */
  watch(key: string, changed: () => void): () => void {
    const running = this.#running.get(key) ?? this.#start(key);
    const stop = running.watchers.add(changed);
    return () => {
      stop();
      if (running.watchers.any) return;
      running.stop();
      this.#running.delete(key);
    };
  }

  /** The newest sample while the key is watched, else one taken for this read; undefined when none comes in time. */
  read(key: string): Sample | undefined | Promise<Sample | undefined> {
    const latest = this.#running.get(key)?.latest;
    if (latest !== undefined) return latest;
    return new Promise((resolve) => {
      const finish = () => {
        const sample = this.#running.get(key)?.latest;
        stopWaiting();
        stopWatching();
        resolve(sample);
      };
      const stopWaiting = grantedOf(this.#needs.time).after(this.#timeoutMs, finish);
      const stopWatching = this.watch(key, finish);
    });
  }

  /** Begins anew after a change of the measurement; earlier samples no longer count. */
  restart(key: string): void {
    const running = this.#running.get(key);
    if (running === undefined) return;
    running.stop();
    running.latest = undefined;
    this.#run(key, running);
  }

  #start(key: string): Running<Sample> {
    const running: Running<Sample> = {
      watchers: new Listeners(this.#needs.faults, 'a watcher of measurements'),
      latest: undefined,
      stop: () => {},
    };
    this.#running.set(key, running);
    this.#run(key, running);
    return running;
  }

  #run(key: string, running: Running<Sample>): void {
    running.stop = this.#begin(key, (sample) => {
      running.latest = sample;
      running.watchers.notify();
    });
  }
}
