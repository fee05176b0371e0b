// Devices that join the driving one: each exchanges blocks with the mixer beside the device that paces it.

export interface JoinedDevice {
  readonly id: string;
  /** filling: its sound begins soon; stopped: it is absent, or one side does not run. */
  readonly state: 'running' | 'filling' | 'stopped' | 'different-clock' | 'failed';
  /** Why it is not heard, in words, '' while it is. */
  readonly reason: string;
  readonly clockId: string;
  /** It has another clock than the driving device. */
  readonly resamples: boolean;
  /** In both directions together. */
  readonly channels: number;
  /** Times at which sound was missing, since it joined. */
  readonly gaps: number;
}
export interface JoinedDevices {
  readonly devices: readonly JoinedDevice[];
  /** Channels that all resampled devices may have, both directions together; 0 while no audio process runs. */
  readonly mostChannels: number;
}
/** Figures of one joined device; frames are those of the mixer. */
export interface JoinedDeviceFigures {
  readonly id: string;
  /** Frames of the mixer per frame of the device, 0 while it is stopped. */
  readonly ratio: number;
  /** The device's clock against the driving one's; 0 without resampling. */
  readonly deviationPpm: number;
  /** In the rings now. */
  readonly inputFillFrames: number;
  readonly outputFillFrames: number;
  /** That joining adds. */
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
  /** Of the device's audio thread in parts of the device's period, mean and most since the last figures. */
  readonly processorTimePercent: number;
  readonly processorTimeMaxPercent: number;
}
