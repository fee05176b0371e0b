// The fields of channels on page 2 of TotalMix FX, and of routes on page 1.
import { float, type OscMessage } from '../../../lib/osc/js/packet.ts';
import type { Key, KeyValue, Parameter } from '../hardware.ts';
import type { Bus } from './channels.ts';
import { isNearest, levelOf, levelOfText, off, panOf, positionOf, positionOfPan, rounded } from './scales.ts';
import { type Dump, isTrue } from './visits.ts';

/** `direct` is the index of an option, `range` 0 to 1 for a range that the channel has. */
type Scale = 'flag' | 'fader' | 'pan' | 'range' | 'direct';

export interface Field {
  readonly name: string;
  readonly scale: Scale;
  /** On page 2, where the value is read. */
  readonly address: string;
  /** Of the second channel of a pair, where it has a value of its own. */
  readonly right?: string;
  /** On page 1, for the first fader: takes 0 or 1, where page 2 would only turn over what there is. */
  readonly absolute?: string;
}

const polarity: Field = { name: 'polarityInverted', scale: 'flag', address: '/2/phase', right: '/2/phaseRight' };
const stereo: Field = { name: 'stereo', scale: 'flag', address: '/2/stereo' };
const reference: Field = { name: 'referenceLevel', scale: 'direct', address: '/2/refLevel' };

export const fieldsOf: Readonly<Record<Bus, readonly Field[]>> = {
  input: [
    { name: 'gainDb', scale: 'range', address: '/2/gain', right: '/2/gainRight' },
    { name: 'phantom', scale: 'flag', address: '/2/phantom', absolute: '/1/phantom/1/1' },
    { name: 'pad', scale: 'flag', address: '/2/pad' },
    { name: 'hiZ', scale: 'flag', address: '/2/instrument' },
    { name: 'autoset', scale: 'flag', address: '/2/autoset' },
    { name: 'msProcessing', scale: 'flag', address: '/2/msProc' },
    ...[polarity, stereo, reference],
  ],
  playback: [stereo],
  output: [
    { name: 'levelDb', scale: 'fader', address: '/2/volume' },
    { name: 'pan', scale: 'pan', address: '/2/pan' },
    { name: 'muted', scale: 'flag', address: '/2/mute', absolute: '/1/mute/1/1' },
    { name: 'loopback', scale: 'flag', address: '/2/loopback' },
    ...[polarity, stereo, reference],
  ],
};

/** Of the fader with this number from 1, in view of a mix. */
export const routeFields = (fader: number): readonly Field[] => [
  { name: 'levelDb', scale: 'fader', address: `/1/volume${fader}` },
  { name: 'pan', scale: 'pan', address: `/1/pan${fader}` },
];

/** Addresses whose values `readField` uses. */
export const addressesOf = ({ address, scale, right }: Field): readonly string[] => [
  address,
  ...(right === undefined ? [] : [right]),
  ...(hasText(scale) ? [`${address}Val`] : []),
];

const hasText = (scale: Scale) => scale === 'fader' || scale === 'range';

/** The value at this address; undefined where the dump has none, or one that no device has. */
export function readField(field: Field, parameter: Parameter, dump: Dump): KeyValue | undefined {
  const value = anyValue(field, parameter, dump);
  if (typeof value !== 'number' || (field.scale === 'fader' && value === off)) return value;
  const { minimum = value, maximum = value, step = 0 } = parameter;
  if (value < minimum - step || value > maximum + step) return undefined;
  return Math.min(Math.max(value, minimum), maximum);
}

function anyValue(
  { scale, address }: Field,
  { minimum = 0, maximum = 1, step = 1, options }: Parameter,
  dump: Dump,
): KeyValue | undefined {
  const value = dump.get(address);
  if (scale === 'flag') return value === undefined ? undefined : isTrue(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (scale === 'pan') return panOf(value);
  if (scale === 'direct') return options?.[Math.round(value)];
  const said = dump.get(`${address}Val`);
  const shown = typeof said === 'string' ? levelOfText(said) : undefined;
  if (scale === 'range') return rounded(shown ?? minimum + value * (maximum - minimum), step);
  return shown === undefined ? levelOf(value) : rounded(shown, 0.1);
}

/** Whether it is what was written, as exactly as the steps of a fader allow. */
export function isWritten(field: Field, parameter: Parameter, dump: Dump, written: KeyValue): boolean {
  const raw = dump.get(field.address);
  if (field.scale !== 'fader' || typeof raw !== 'number') return readField(field, parameter, dump) === written;
  return written === off || raw <= 0 ? levelOf(raw) === written : isNearest(raw, Number(written));
}

/** Gains have steps that no source tells: less than this from what was written, after all attempts, is a step. */
const gainStepDb = 1;

/** Whether it is as near to what was written as the device comes. */
export function isNear(field: Field, parameter: Parameter, dump: Dump, written: KeyValue): boolean {
  if (isWritten(field, parameter, dump, written)) return true;
  return field.scale === 'range' && Math.abs(Number(readField(field, parameter, dump)) - Number(written)) < gainStepDb;
}

/** The number that TotalMix FX takes for a value that fits the parameter. */
export function rawOf({ scale }: Field, { minimum = 0, maximum = 1, options }: Parameter, value: KeyValue): number {
  if (scale === 'flag') return value === true ? 1 : 0;
  if (scale === 'direct') return options?.indexOf(String(value)) ?? 0;
  if (scale === 'fader') return positionOf(Number(value));
  if (scale === 'pan') return positionOfPan(Number(value));
  return (Number(value) - minimum) / (maximum - minimum);
}

export const message = (address: string, value: number): OscMessage => ({ address, args: [float(value)] });

/** Throws Error in words for a value that the parameter does not take. */
export function check(key: Key, parameter: Parameter | undefined, value: KeyValue): void {
  if (parameter === undefined) throw new Error(`TotalMix FX has no ${key} by its OSC remote.`);
  const { isWritable = true, minimum, maximum, options } = parameter;
  if (!isWritable) throw new Error(`TotalMix FX says ${key} and does not take it by its OSC remote.`);
  if (options) {
    if (!options.includes(String(value))) throw new Error(`${key} is one of ${options.join(', ')}, not ${value}.`);
  } else if (minimum !== undefined && maximum !== undefined) {
    const isOff = key.endsWith('/levelDb') && value === off;
    const fits = typeof value === 'number' && value >= minimum && value <= maximum;
    if (!fits && !isOff) throw new Error(`${key} is from ${minimum} to ${maximum}, not ${value}.`);
  } else if (typeof value !== 'boolean') throw new Error(`${key} is true or false, not ${value}.`);
}
