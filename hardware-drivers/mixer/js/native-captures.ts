// Captures of tracks with a stimulus, as the native half has them.

/** A stimulus as the native half takes it (stimulus.h): targets are numbers of strips. */
export interface StimulusInput {
  readonly kind: 'sweep' | 'pink';
  readonly targets: Uint32Array;
  readonly leg: 'both' | 'left' | 'right';
  readonly levelDb: number;
  readonly fromHz: number;
  readonly toHz: number;
  readonly soundS: number;
  readonly fadeMs: number;
  readonly repeats: number;
  readonly silenceS: number;
  readonly leadS: number;
}

export interface CaptureReport {
  readonly state: 'running' | 'done' | 'failed';
  readonly frames: number;
  readonly total: number;
  readonly dropouts: number;
  readonly reason: string;
  /** Of each track, linear. */
  readonly peaks: Float32Array;
}

export interface NativeCaptures {
  /**
   * See capture.h: frames, 0 for `seconds`; tracks: strip and tap of each. Returns the number of the capture. Throws Error in
   * words that name what is not valid, or why none can begin.
   */
  startCapture(
    file: string,
    frames: number,
    seconds: number,
    tracks: Uint32Array,
    stimulus: StimulusInput | undefined,
  ): number;
  /** undefined for another number than the last. Renews the lease. */
  capture(number: number): CaptureReport | undefined;
  endCapture(number: number): void;
}
