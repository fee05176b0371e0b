// Devices with their ports, and the clock.

import type { ClockGrade, DeviceDescription, PortDescription } from '../driver.ts';

/** A port of a device, as its driver reports it, except its id: `device:port`, stable, never a server's number. */
export type Port = PortDescription;
/** A device that a driver opened. */
export interface Device extends DeviceDescription {
  readonly driver: string;
  readonly present: boolean;
  /** It exchanges sound with the mixer beside the device that drives. Its latency is that up to the mixer then. */
  readonly joined: boolean;
}
/** The driving clock, read from the device that drives the graph. */
export interface ClockState {
  /** Hz; 0 while nothing drives. */
  readonly rate: number;
  /** Frames per block. */
  readonly quantum: number;
  readonly supportedRates: readonly number[];
  /** The device that drives, '' for none. */
  readonly driving: string;
  /** `synthetic`: the internal timer stands in; `lost`: nothing drives. */
  readonly grade: ClockGrade | 'synthetic' | 'lost';
}
