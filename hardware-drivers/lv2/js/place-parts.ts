// What places share.
import type { PluginDescription, Reading } from 'rowdesk/driver';
import type { KeptStates } from './kept-states.ts';
import type { PluginFiles } from './plugin-files.ts';
import type { Racks } from './racks.ts';
import type { ReadingTable } from './reading-table.ts';
import type { StateFiles } from './state-files.ts';
import type { Strikes } from './strikes.ts';
import type { Timers } from './timers.ts';

export interface PlaceParts {
  readonly table: ReadingTable;
  readonly timers: Timers;
  readonly files: PluginFiles;
  readonly racks: Racks;
  readonly strikes: Strikes;
  readonly states: StateFiles;
  readonly kept: KeptStates;
  /** The folder of the files that a plugin may be given. */
  readonly media: string;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
  /** Raises a warning for the operator; an empty text clears it. */
  readonly warn: (id: string, text: string) => void;
  /** The desk adopts these values, which a plugin changed by itself. */
  readonly adopt: (values: readonly Reading[]) => void;
  /** Readings changed. */
  readonly changed: () => void;
  /** A plugin had a fault, after it was counted. */
  readonly struck: (plugin: PluginDescription) => void;
}
