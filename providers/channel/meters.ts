// The mixer's meters, read once for all meter rows, and only while one is watched or asked for.
import { type Audio, type Token, token } from 'rowdesk/provider';
import { LevelMeter, type Levels, noLevels } from './levels.ts';
import { Readings, type ReadingsNeeds } from './readings.ts';

/** 25 readings per second. */
const meterIntervalMs = 40;
/** A GET waits no longer for a first reading; then there is no mixer to measure. */
const patienceMs = 500;
const all = '';

export class Meters {
  static readonly token: Token<Meters> = token<Meters>('channel.meters');
  readonly #readings: Readings<Levels>;

  constructor(audio: Audio, needs: ReadingsNeeds) {
    const meter = new LevelMeter();
    this.#readings = new Readings(needs, patienceMs, (_all, give) =>
      audio.readMeters(meterIntervalMs, (sample) => give(meter.take(sample))),
    );
  }

  /** `changed` is called after each reading. Reading goes on until the last watcher has stopped. */
  watch(changed: () => void): () => void {
    return this.#readings.watch(all, changed);
  }

  /** The last reading while someone watches, else one made for it. */
  read(): Levels | Promise<Levels> {
    const reading = this.#readings.read(all);
    if (reading instanceof Promise) return reading.then((later) => later ?? noLevels);
    return reading ?? noLevels;
  }
}
