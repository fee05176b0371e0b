// Inserts through hardware, as the native half has them.

/** What clicks through an insert's hardware found. */
export interface FoundRoundTrip {
  /** From the send's sample to the return's. */
  readonly frames: number;
  /** Of the click's highest sample; the filter of a converter takes a few dB of it. */
  readonly gainDb: number;
  /** Why nothing is found, in words; '' otherwise. */
  readonly fault: string;
}

export interface NativeHardware {
  /**
   * An insert of a strip (place from 0) goes through these channels of the device from the next `apply` or `flush` on: the
   * sends of both legs, then the returns; -1 for a port that is not there, and an empty list for no hardware. frames: the way
   * there and back. mayBeSilent: silence for loud sound is no fault of it. Returns the number of the change. Throws Error in words where there is no room for it; all stays.
   */
  setHardwareInsert(strip: number, place: number, channels: Int32Array, frames: number, mayBeSilent: boolean): number;
  /** The number of the last change that the audio thread has. */
  appliedHardwareInserts(): number;
  /** Sends clicks; the strip hears its dry sound meanwhile. Throws Error in words where it can't. */
  measureInsert(strip: number, place: number): void;
  /** undefined while they are under way; once what they found. Throws Error in words where nothing is measured. */
  measuredInsert(strip: number, place: number): FoundRoundTrip | undefined;
  /** Nothing where nothing is measured. */
  endInsertMeasure(strip: number, place: number): void;
}
