// Devices with their ports, and the clock.

import type { ClockGrade, DeviceDescription, PortDescription } from '../driver.ts';

/** A port of a device, as its driver reports it, except its id: `device:port`, stable, never a server's number. */
export type Port = PortDescription;
/** A device that a driver opened. */
export interface Device extends DeviceDescription {
  readonly driver: string;
  /** A driver has it open, and it is not away. */
  readonly present: boolean;
  /** It exchanges sound with the mixer beside the device that drives. Its latency is that up to the mixer then. */
  readonly joined: boolean;
}
/** A device of a box. */
export interface BoxHalf {
  /** Of the device, or of a node of an audio server. */
  readonly id: string;
  readonly driver: string;
  readonly present: boolean;
}
/** A stagebox as its users see it: a device, or two that the host joined: one with the sound, one with the preamps. */
export interface Box {
  /** That of the device with the preamps, whose settings stay when the sound takes another way; without one, the device's. */
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  /** A half of the box is there. */
  readonly present: boolean;
  /**
   * The sockets: `channel` is the number of the socket, `id` that of the port with its sound, '' where no port has it.
   * Those of the control device come first, then channels with sound that it does not name, which have no preamp.
   */
  readonly ports: readonly Port[];
  /** The half with the sound; undefined for a control device without a known one. */
  readonly audio: BoxHalf | undefined;
  /** The half with the preamps; undefined for a device with sound that no control device named. */
  readonly control: BoxHalf | undefined;
  /** The absent half of a box of two, '' for none. */
  readonly missing: '' | 'audio' | 'control';
  /** Why that half is missing, in words; '' while none is. */
  readonly reason: string;
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
