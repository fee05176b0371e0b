// What the configuration says of the audio side.
import type { ConfiguredDevice, Entry } from '../../base/config-entries.ts';

export interface AudioConfig {
  readonly drivers: readonly Entry[];
  /** Drivers that win where two match a device equally well, best first. */
  readonly preferDrivers: readonly string[];
  readonly devices: readonly ConfiguredDevice[];
  /** Packages are looked for from here first. */
  readonly folder: string;
  /** How long the audio process outlives a lost control process, in seconds; null for ever. */
  readonly lingerS: number | null;
  /** Hz */
  readonly rate: number;
  readonly blockFrames: number;
  /** Where the kernel shows what is plugged in. */
  readonly sysRoot: string;
}
