// How a register has a value: numbers of 16 bits to values and back.
import type { KeyValue, Parameter } from '../hardware.ts';
import { leastDb, levelOf, mostDb, offDb, signed15, signed16, tenthsOf } from './levels.ts';

export interface Codec {
  readonly parameter: Parameter;
  /** The value of a register, of the 16 bits; undefined for one that the table does not know. */
  decode(word: number): KeyValue | undefined;
  /** The 16 bits. The value fits the parameter. */
  encode(value: KeyValue): number;
}

const readable = { isReadable: true } as const;
const levelRange = { minimum: leastDb, maximum: mostDb, step: 0.1 } as const;
const panRange = { minimum: -100, maximum: 100, step: 1 } as const;
const isWithin = (value: number, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  value >= minimum && value <= maximum;

export const flag: Codec = {
  parameter: readable,
  decode: (word) => (word > 1 ? undefined : word === 1),
  encode: (value) => (value === true ? 1 : 0),
};

/** Tenths of dB within a range. */
export function gain([minimum, maximum]: readonly [number, number]): Codec {
  const parameter = { ...readable, minimum, maximum, step: 0.1 };
  return {
    parameter,
    decode: (word) => (isWithin(signed16(word) / 10, parameter) ? signed16(word) / 10 : undefined),
    encode: (value) => Math.round((value as number) * 10),
  };
}

export const level: Codec = {
  parameter: { ...readable, ...levelRange },
  decode: (word) => known(levelOf(signed16(word))),
  encode: (value) => tenthsOf(value as number) & 0xffff,
};

export const pan: Codec = {
  parameter: { ...readable, ...panRange },
  decode: (word) => (isWithin(signed16(word), panRange) ? signed16(word) : undefined),
  encode: (value) => (value as number) & 0xffff,
};

/** A place of the mix has two values in one register: bit 15 says that it is the pan. */
export const mixLevel: Codec = {
  parameter: level.parameter,
  decode: (word) => known(levelOf(signed15(word))),
  encode: (value) => tenthsOf(value as number) & 0x7fff,
};
export const mixPan: Codec = {
  parameter: pan.parameter,
  // oscmix 70200ce: what the device keeps for its display can be outside
  decode: (word) => Math.min(Math.max(signed15(word), -100), 100),
  encode: (value) => ((value as number) & 0x7fff) | 0x8000,
};

/** By its place in a list; the bits from 4 on say something else. */
export function option(options: readonly string[]): Codec {
  return {
    parameter: { ...readable, options },
    decode: (word) => options[word & 0xf],
    encode: (value) => options.indexOf(value as string),
  };
}

/** A number that the device says, by its place in a list. */
export function measured(values: readonly number[]): Codec {
  return {
    parameter: { ...readable, isWritable: false },
    decode: (word) => values[word],
    encode: () => 0,
  };
}

/** Throws Error in words for a value that the parameter does not have. */
export function checkValue(parameter: Parameter, value: KeyValue): void {
  const { options, minimum, maximum } = parameter;
  if (parameter.isWritable === false) throw new Error('the device says this value, and takes none');
  if (options !== undefined) {
    if (!options.includes(value as string)) throw new Error(`it has ${options.join(', ')}, and not ${String(value)}`);
  } else if (minimum !== undefined && maximum !== undefined) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Error(`it takes a number, and not ${String(value)}`);
    // -65 dB, too, is off in the registers
    const isOff = minimum === leastDb && (value === offDb || value === -65);
    if (!isOff && !isWithin(value, { minimum, maximum })) {
      const orOff = minimum === leastDb ? `, or ${offDb} for off` : '';
      throw new Error(`it takes ${minimum} to ${maximum}${orOff}, and not ${value}`);
    }
  } else if (typeof value !== 'boolean') throw new Error(`it takes true or false, and not ${String(value)}`);
}

const known = (levelDb: number): number | undefined => (levelDb > mostDb ? undefined : levelDb);
