// What the control process needs to run driver processes, and the listeners of their events.

import type { DiscoveredModel } from '../../driver.ts';
import type { Log, Time } from '../../services.ts';
import type { CrashCounter } from '../discovery/crash-counter.ts';
import type { DriverPackages } from '../discovery/package.ts';
import type { AudioConfig } from './audio-config.ts';
import type { Builds } from './builds.ts';
import type { Launch } from './launch.ts';
import type { MeasurementSinks } from './link-events.ts';
import type { BeforeSwitch } from './link-target.ts';

export interface ProcessesOptions extends DriverPackages {
  readonly config: AudioConfig;
  readonly preferred: readonly string[];
  readonly stateFolder: string;
  /** Of rowdesk. */
  readonly version: string;
  readonly time: Time;
  readonly log: Log;
  readonly launch: Launch;
  readonly crashes: CrashCounter;
  /** Absent: all packages are built. */
  readonly builds?: Builds;
  readonly measurements: MeasurementSinks;
  /** A process reported its graphs, or the figures of its real-time thread. */
  readonly graphs: () => void;
  readonly figures: () => void;
  /** Devices that the host finds on a bus. */
  readonly attached: () => readonly DiscoveredModel[];
  /** A new audio process is linked, which has no readers yet. */
  readonly linked: () => void;
  /** Runs before a field with `settlesMs` changes. */
  readonly beforeSwitch?: BeforeSwitch;
  readonly changed: () => void;
}
