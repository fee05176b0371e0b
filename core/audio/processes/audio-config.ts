// The configuration of the audio host.
import type { ConfiguredDevice, PackageEntry } from '../../base/config-entries.ts';

export interface AudioConfig {
  readonly drivers: readonly PackageEntry[];
  /** Drivers that win where two match a device equally well, best first. */
  readonly preferDrivers: readonly string[];
  readonly devices: readonly ConfiguredDevice[];
  /** The first folder in which packages are searched. */
  readonly folder: string;
  /** How long the audio process outlives a lost control process, in seconds; null for ever. */
  readonly lingerS: number | null;
  /** Hz */
  readonly rate: number;
  readonly blockFrames: number;
  /** The kernel's folder of connected devices (sysfs). */
  readonly sysRoot: string;
}
