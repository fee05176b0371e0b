// Devices with their ports, and the clock.

/** A port of a device, as its driver reports it. `id` is `device:port`, stable, never a server's number. */
export interface Port {
  readonly id: string;
  readonly label: string;
  readonly direction: 'input' | 'output';
  /** From 1. */
  readonly channel: number;
  readonly connector: string;
}
/** A device that a driver opened. */
export interface Device {
  readonly id: string;
  readonly label: string;
  readonly model: string;
  readonly transport: string;
  readonly driver: string;
  readonly present: boolean;
  readonly ports: readonly Port[];
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  readonly clockId: string;
  /** Hz */
  readonly supportedRates: readonly number[];
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
  readonly grade: 'external-locked' | 'device' | 'network' | 'internal' | 'synthetic' | 'lost';
}
