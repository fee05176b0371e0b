// A device of RME as its parts speak of it, whichever protocol reaches it: SysEx over MIDI, or the OSC remote of TotalMix FX.

/**
 * The name of one value of the device; channels count from 1:
 * - `input/3/gainDb`, `phantom`, `pad`, `label`, `polarityInverted`, `stereo`, `msProcessing`, `autoset`, `hiZ`, `referenceLevel`
 * - `output/1/levelDb`, `pan`, `muted`, `label`, `polarityInverted`, `stereo`, `loopback`, `referenceLevel`
 * - `mix/1/3/levelDb`, `pan`: output 1, input 3; inputs count the hardware inputs, then the playback channels of the host
 * - `clockSource`, `sampleRateHz`
 *
 * Levels are dB, -144 for off; `pan` is -100 (left) to 100 (right).
 */
export type Key = string;

export type KeyValue = number | boolean | string;

/** What a key can hold. */
export interface Parameter {
  /** False: the device takes the value and need not say it; a value that is reported all the same counts. */
  readonly isReadable: boolean;
  /** False: the device says the value and does not take one (`sampleRateHz`); absent: it takes one. */
  readonly isWritable?: boolean;
  /** Of numbers; a level may also be -144, off. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  /** The words that a text can be; absent for a free text. */
  readonly options?: readonly string[];
  /** Characters of a free text that the device keeps, those of Latin-1; absent for all. */
  readonly longest?: number;
}

export interface Identity {
  /** As the maker writes it: `Fireface UCX II`. */
  readonly model: string;
  /** '' where the device does not say it. */
  readonly serial: string;
  readonly firmware: string;
}

/** What a device tells, on the JavaScript thread; never from within a function of Hardware. */
export interface HardwareEvents {
  /** Values as the device reports them, changed or not. */
  reported(values: ReadonlyMap<Key, KeyValue>): void;
  /** A complete read begins: what is reported from now on is newer than what was written before. */
  reading(): void;
  /** That read ended: each readable key was reported since it began, or the device does not report it. */
  read(): void;
  identified(identity: Identity): void;
  /** The device stopped answering, in words: `/dev/snd/midiC1D1 is gone`. It is tried again by itself. */
  lost(reason: string): void;
}

export interface Socket {
  readonly label: string;
  /** `xlr`, `trs`, `adat`. */
  readonly connector: string;
}

/** An open device; values of `lost` ones are unknown until the next complete read. */
export interface Hardware {
  readonly parameters: ReadonlyMap<Key, Parameter>;
  readonly inputs: readonly Socket[];
  readonly outputs: readonly Socket[];
  /** The playback channels of the host. */
  readonly playbacks: number;
  /** Frames from an input to an output inside the device, by the mix; undefined where no source says it. */
  readonly latencyFrames?: number;
  /** Throws Error in words for a value that the device can't take. What was taken may still be lost on its way. */
  write(key: Key, value: KeyValue): void;
  /** Begins a complete read; during one, another one follows it. */
  refresh(): void;
  /** The device shows which it is (a light, its display); absent where it can't. */
  identify?(): void;
  close(): void;
}
