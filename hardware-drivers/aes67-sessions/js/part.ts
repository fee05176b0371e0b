// What the target `network` is made of: the part of sessions, and the part of PTP.
import type { Reading, Value } from 'rowdesk/driver';
import type { NetworkSettings } from './settings.ts';

export interface Part {
  /** Called at the begin, with the defaults, and at each change. With the same settings it changes nothing. */
  configure(settings: NetworkSettings): void;
  /** Whether this value is the part's to apply; those of the settings never are. */
  takes(value: Value): boolean;
  /** Values that `takes` accepted. Returns each that can't be applied, with its reason. */
  apply(values: readonly Value[]): readonly Reading[];
  /** What the part has and what it saw; the same object at the same index as before is an unchanged value. */
  observe(): readonly Reading[];
  /** Asks the network again. */
  scan?(): void;
  /** The desk and its sound end: takes back what is announced. `close` follows. */
  soundEnds?(): Promise<void>;
  close(): void;
}
