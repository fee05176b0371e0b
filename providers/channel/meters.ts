// The mixer's meters, read once for all meter rows, and only while one is watched or asked for.
import { type Audio, type StripMeter, type Token, token } from 'rowdesk/provider';
import { Readings, type ReadingsNeeds } from './readings.ts';

/** 25 readings per second. */
const meterIntervalMs = 40;
/** A GET waits no longer for a first reading; then there is no mixer to measure. */
const patienceMs = 500;
const all = '';

/** All strips at one time. */
export interface MeterReading {
  /** By strip path; empty while no mixer measures. */
  readonly meters: ReadonlyMap<string, StripMeter>;
  /** ISO 8601; empty while no mixer measures. */
  readonly at: string;
}

const nothing: MeterReading = { meters: new Map(), at: '' };

export class Meters {
  static readonly token: Token<Meters> = token<Meters>('channel.meters');
  readonly #readings: Readings<MeterReading>;

  constructor(audio: Audio, needs: ReadingsNeeds) {
    this.#readings = new Readings(needs, patienceMs, (_all, sample) =>
      audio.readMeters(meterIntervalMs, (meters, atMs) => sample({ meters, at: new Date(atMs).toISOString() })),
    );
  }

  /** `changed` is called after each reading. Reading goes on until the last watcher has stopped. */
  watch(changed: () => void): () => void {
    return this.#readings.watch(all, changed);
  }

  /** The last reading while someone watches, else one made for it. */
  read(): MeterReading | Promise<MeterReading> {
    const reading = this.#readings.read(all);
    if (reading instanceof Promise) return reading.then((later) => later ?? nothing);
    return reading ?? nothing;
  }
}
