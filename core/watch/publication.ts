// What a watched row publishes, and who takes it: an event stream of a client, or a row that multiplexes others (streams).
import type { Fields } from '../rows/definitions.ts';

/** Made once per change of a row and handed to all its watchers, so that whatever is derived from it is made once too. */
export interface Publication {
  readonly name: 'snapshot' | 'change' | 'gone';
  /** A slow reader is owed only the newest publication of each key: '' for the row itself, else the address of the multiplexed row. */
  readonly key: string;
  /** Grows with each publication of this service. */
  readonly n: number;
  /** The desk's revision when it was evaluated. */
  readonly revision: number;
  readonly row: Fields;
  /** `row` as JSON, encoded once. */
  readonly json: string;
}

/** Takes publications in order; never throws, never waits. */
export interface Sink {
  publish(publication: Publication): void;
}
