// Publications of watched rows, and their sinks: a client's event stream, or a row that multiplexes others (streams).
import type { Fields } from '../rows/definitions.ts';

/** Made once per change of a row for all its watchers; data derived from it is made once too. */
export interface Publication {
  readonly name: 'snapshot' | 'change' | 'gone';
  /** A slow reader gets the newest publication of each key only: '' for the row, else a multiplexed row's address. */
  readonly key: string;
  /** Increases with each publication of this service. */
  readonly n: number;
  /** The desk's revision at the evaluation. */
  readonly revision: number;
  readonly row: Fields;
  /** `row` as JSON, encoded once. */
  readonly json: string;
}

/** Takes publications in order; never throws, never waits. */
export interface Sink {
  publish(publication: Publication): void;
}
