// Inserts with a plugin, as the native half has them, and the state of those through hardware.

export interface InsertState {
  readonly heard: 'none' | 'dry' | 'plugin' | 'return';
  /** Blocks whose sound the plugin did not give in time, since it was chosen or the device began. */
  readonly lateBlocks: number;
  /** A block and the plugin's latency, or the way through the hardware. */
  readonly delayFrames: number;
  /** Of these the plugin's latency, corrected; 0 without a plugin. */
  readonly latencyFrames: number;
  /** Loud sound is sent to its hardware, and nothing comes back. */
  readonly isUnanswered: boolean;
  /** Why it has no slot, '' where it has one or needs none. */
  readonly fault: string;
}

export interface NativeInserts {
  /**
   * An insert of a strip (place from 0), or the effect of an fxSend (place 0), has a plugin from the next `apply` or `flush`
   * on, or none: its slot is in the runtime folder (insert_slot.h). Returns the number of the change. Throws Error in words where there is no room for it; all stays.
   */
  setInsert(strip: number, place: number, hasPlugin: boolean, isEnabled: boolean): number;
  /** The latency of a plugin in an insert counts as so many frames more, or fewer. Returns the number of the change. */
  setInsertOffset(strip: number, place: number, frames: number): number;
  /** The number of the last change that the audio thread has. */
  appliedInserts(): number;
  insertState(strip: number, place: number): InsertState;
}
