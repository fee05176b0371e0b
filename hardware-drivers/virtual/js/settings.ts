// The settings of a virtual stagebox. Their ranges are those of its rows, which the desk holds: this box has no limits of
// its own, and refuses only what is no value of the kind.

export const signals = ['silence', 'sine', 'pink', 'white', 'file'] as const;
export type Signal = (typeof signals)[number];

export interface InputSettings {
  signal: Signal;
  /** Of the sine. */
  frequencyHz: number;
  /** A sine's peak; the RMS of noise, where a full-scale sine is 0 (AES17). A file has its own level. */
  levelDbfs: number;
  /** In the media folder; `name.wav#2` is its second channel. */
  file: string;
  gainDb: number;
  phantom: boolean;
  /** -20 dB */
  pad: boolean;
  label: string;
}
export interface OutputSettings {
  levelDb: number;
  muted: boolean;
  label: string;
}
export interface BoxSettings {
  label: string;
  enabled: boolean;
  /** In the recordings folder; '' for none. */
  recordFile: string;
  /** From 1; one channel each. */
  recordOutputs: readonly number[];
}

export const defaultInput: InputSettings = {
  signal: 'silence',
  frequencyHz: 1000,
  levelDbfs: -20,
  file: '',
  gainDb: 0,
  phantom: false,
  pad: false,
  label: '',
};
export const defaultOutput: OutputSettings = { levelDb: 0, muted: false, label: '' };
export const defaultBox: BoxSettings = { label: '', enabled: true, recordFile: '', recordOutputs: [1, 2] };

/** Says what is wrong with a value, or nothing. */
type Check = (value: unknown) => string | undefined;
type Checks<Of> = { readonly [Name in keyof Of]: Check };

const number: Check = (value) => (Number.isFinite(value) ? undefined : 'must be a number');
const yesOrNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a text');

export const inputChecks: Checks<InputSettings> = {
  signal: (value) => (signals.includes(value as Signal) ? undefined : `must be one of ${signals.join(', ')}`),
  frequencyHz: number,
  levelDbfs: number,
  file: text,
  gainDb: number,
  phantom: yesOrNo,
  pad: yesOrNo,
  label: text,
};
export const outputChecks: Checks<OutputSettings> = { levelDb: number, muted: yesOrNo, label: text };

export function boxChecks(outputs: number): Checks<BoxSettings> {
  const isOutput = (n: unknown) => Number.isInteger(n) && (n as number) >= 1 && (n as number) <= outputs;
  return {
    label: text,
    enabled: yesOrNo,
    recordFile: text,
    recordOutputs: (value) =>
      Array.isArray(value) && value.length >= 1 && value.length <= outputs && value.every(isOutput)
        ? undefined
        : `must be 1 to ${outputs} of the outputs 1 to ${outputs}`,
  };
}
