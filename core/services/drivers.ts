// Which drivers there are, and which devices they have.

import { type Token, token } from '../base/token.ts';
import type { ProcessorDescription } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';

/** Which driver was chosen for which model, which was not, and why. */
export interface DriverChoice {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly chosen: boolean;
  readonly score: number;
  readonly reason: string;
  readonly state: 'absent' | 'starting' | 'running' | 'degraded' | 'failed';
  readonly restarts: number;
}
/** A device that is there, was there in this run, or is named by configuration, and the driver that it got. */
export interface FoundDevice {
  readonly id: string;
  readonly label: string;
  readonly transport: string;
  /** As the device calls its maker, '' where that is not known. */
  readonly vendor: string;
  readonly model: string;
  /** `0582:01a6` on USB. */
  readonly modelId: string;
  /** Where it is: its port on USB, an address on a network; '' where that is not known. */
  readonly address: string;
  readonly present: boolean;
  /** Named by configuration, or a driver has it: it has rows. */
  readonly adopted: boolean;
  /** The package that was chosen for it, '' for none. */
  readonly driver: string;
  /** 3 for its id, 2 for its model, 1 for its transport, 0 for none or for a wildcard. */
  readonly score: number;
  /** Why this driver, or why none, in words. */
  readonly reason: string;
  /** Epoch milliseconds; undefined: never. */
  readonly firstSeenMs: number | undefined;
  /** When it went, epoch milliseconds; undefined while it is there. */
  readonly lastSeenMs: number | undefined;
}
/** A driver package that could be read. */
export interface DriverType {
  readonly name: string;
  readonly kind: string;
  readonly transports: readonly string[];
  /** JSON Schema of its configuration: of its manifest, any object where that says nothing. */
  readonly configSchema: Fields;
  /** As the configuration file has it, with the defaults of the schema. */
  readonly config: Fields;
}
export interface Drivers {
  readonly types: readonly DriverType[];
  readonly choices: readonly DriverChoice[];
  readonly found: readonly FoundDevice[];
  /** Looks for devices now: on USB at once, and every driver for one of these transports is asked. None: all. */
  scan(transports: readonly string[]): void;
  /**
   * Opens its devices with this configuration from now on, those that are open anew: what it drives fades out and in.
   * Answers why it stays as it is, in words; '' where it is taken.
   */
  reconfigure(name: string, config: Fields): string;
  /** With a reason it opens nothing until this is called without one. A mixer is never switched off. */
  switchOff(name: string, reason?: string): void;
  /** The built-in processors of the mixer, from its manifest: known before any driver runs. */
  readonly processors: readonly ProcessorDescription[];
  onChange(listener: () => void): () => void;
}
export const Drivers: Token<Drivers> = token<Drivers>('core.drivers');
