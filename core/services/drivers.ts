// Driver packages, and the devices that they open.

import { type Token, token } from '../base/token.ts';
import type { DiscoveredModel, MixerFields, ProcessorDescription } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';

/** A driver, whether it was chosen, and the reason. */
export interface DriverChoice {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly chosen: boolean;
  readonly score: number;
  readonly reason: string;
  /** building: its native part is built while the desk runs; waiting: it is ready, and has no process until it has something to do. */
  readonly state: 'absent' | 'building' | 'waiting' | 'starting' | 'running' | 'degraded' | 'failed';
  readonly restarts: number;
}
/** A device that is present, was present in this run, or is in the configuration, with its driver. */
export interface FoundDevice extends DiscoveredModel {
  /** The maker, as the device reports it; '' if unknown. */
  readonly vendor: string;
  readonly present: boolean;
  /** True when the configuration names the device or a driver opened it: the device has rows. */
  readonly adopted: boolean;
  /** Of a device with preamps: the id of the device, or of the node of an audio server, with its sound; '' for none. */
  readonly audioHalf: string;
  /** The chosen driver package, '' for none. */
  readonly driver: string;
  /** The match: 3 by id, 2 by model, 1 by transport, 0 for none or a wildcard. */
  readonly score: number;
  /** The reason for this driver, or for none. */
  readonly reason: string;
  /** Epoch milliseconds; undefined for never. */
  readonly firstSeenMs: number | undefined;
  /** When the device went, epoch milliseconds; undefined while it is present. */
  readonly lastSeenMs: number | undefined;
}
/** A driver package with a readable manifest. */
export interface DriverType {
  readonly name: string;
  readonly kind: string;
  readonly transports: readonly string[];
  /** JSON Schema of `config`, from the manifest; any object without one. */
  readonly configSchema: Fields;
  /** The value in the configuration file, with the defaults of the schema. */
  readonly config: Fields;
}
export interface Drivers {
  readonly types: readonly DriverType[];
  readonly choices: readonly DriverChoice[];
  readonly found: readonly FoundDevice[];
  /** Searches for devices now: on USB, and by every driver for one of these transports. An empty list means all. */
  scan(transports: readonly string[]): void;
  /**
   * Sets `config` of a driver. Its open devices are closed and reopened; the driving device fades out and in. Returns
   * the reason of a refusal, '' on success.
   */
  reconfigure(name: string, config: Fields): string;
  /** With `reason` the driver opens no device until a call without one. A mixer is never switched off. */
  switchOff(name: string, reason?: string): void;
  /** The built-in processors of the mixer, from its manifest: available before any driver runs. */
  readonly processors: readonly ProcessorDescription[];
  /** The mixer's other fields by template of the row, from its manifest as well: {} without a mixer. */
  readonly fields: MixerFields;
  onChange(listener: () => void): () => void;
}
export const Drivers: Token<Drivers> = token<Drivers>('core.drivers');
