// Frames that carry values of fields: numbers as an array, the few others as a short JSON list.
//
//   0 u8  purpose   1 u8 flags   2 u16 target   4 u32 sequence   8 f64 revision
//  16 u32 count    20 u32 bytes of JSON
//  24 f64 x count values, u32 x count table numbers, u8 x count codes (type | state << 4), JSON
//
// All little endian. Desired values have state 0. The JSON is {"values": [[position, value]], "reasons": [[position, text]],
// "fades": [[position, ms]]}, and is left out where all three lists are empty.

import type { Reading, Value } from '../../driver.ts';
import type { TableEntry } from './table.ts';

const purposes = { apply: 1, observed: 2, changedOnDevice: 3, delta: 4 } as const;
type Purpose = keyof typeof purposes;
const purposeNames = new Map<number, Purpose>(Object.entries(purposes).map(([name, code]) => [code, name as Purpose]));

const types = { number: 0, false: 1, true: 2, null: 3, other: 4 } as const;
const states = ['applied', 'unverified', 'refused'] as const;
const headBytes = 24;
const bytesPerValue = 13;

interface FrameHead {
  readonly target: number;
}

/** Desired values, from the control process. */
export interface DesiredFrame extends FrameHead {
  readonly purpose: 'apply';
  /** With this block the target has its complete desired state. */
  readonly complete: boolean;
  /** Counts blocks. */
  readonly sequence: number;
  /** The desk's. */
  readonly revision: number;
  readonly values: readonly Value[];
}

/** Observed values, from a driver process. */
export interface ObservedFrame extends FrameHead {
  readonly purpose: Exclude<Purpose, 'apply'>;
  /** These are all values of the target. */
  readonly complete: boolean;
  /** The block or question that the frame answers, 0 for an unasked report. */
  readonly sequence: number;
  /** The revision that the target has applied. */
  readonly revision: number;
  readonly values: readonly Reading[];
}

export type ValuesFrame = DesiredFrame | ObservedFrame;

/** `numberOf`: the number of a field in the table of this side. */
export function encodeValues(frame: ValuesFrame, numberOf: (path: string, field: string) => number): Buffer {
  const values: readonly (Value & Partial<Reading>)[] = frame.values;
  const others: [number, unknown][] = [];
  const reasons: [number, string][] = [];
  const fades: [number, number][] = [];
  const typeOf = values.map(({ value, reason, fadeMs }, position) => {
    if (reason !== undefined) reasons.push([position, reason]);
    if (fadeMs !== undefined) fades.push([position, fadeMs]);
    if (typeof value === 'number') return types.number;
    if (typeof value === 'boolean') return value ? types.true : types.false;
    if (value === null || value === undefined) return types.null;
    others.push([position, value]);
    return types.other;
  });
  const isPlain = others.length === 0 && reasons.length === 0 && fades.length === 0;
  const json = Buffer.from(isPlain ? '' : JSON.stringify({ values: others, reasons, fades }));
  const body = Buffer.allocUnsafe(headBytes + values.length * bytesPerValue + json.length);
  body.writeUInt8(purposes[frame.purpose], 0);
  body.writeUInt8(frame.complete ? 1 : 0, 1);
  body.writeUInt16LE(frame.target, 2);
  body.writeUInt32LE(frame.sequence, 4);
  body.writeDoubleLE(frame.revision, 8);
  body.writeUInt32LE(values.length, 16);
  body.writeUInt32LE(json.length, 20);
  const numbersAt = headBytes + values.length * 8;
  const codesAt = numbersAt + values.length * 4;
  values.forEach(({ path, field, value, state = 'applied' }, position) => {
    body.writeDoubleLE(typeof value === 'number' ? value : 0, headBytes + position * 8);
    body.writeUInt32LE(numberOf(path, field), numbersAt + position * 4);
    body.writeUInt8((typeOf[position] as number) | (states.indexOf(state) << 4), codesAt + position);
  });
  json.copy(body, codesAt + values.length);
  return body;
}

/**
 * `entryOf`: the field with a number in the other side's table. Throws Error, in words, when the body is not one that
 * `encodeValues` makes, and what `entryOf` throws.
 */
export function decodeValues(body: Buffer, entryOf: (number: number) => TableEntry): ValuesFrame {
  if (body.length < headBytes) throw new Error('a frame of values is shorter than its head');
  const purpose = purposeNames.get(body.readUInt8(0));
  if (!purpose) throw new Error(`a frame of values has the unknown purpose ${body.readUInt8(0)}`);
  const count = body.readUInt32LE(16);
  const jsonBytes = body.readUInt32LE(20);
  if (headBytes + count * bytesPerValue + jsonBytes !== body.length) {
    throw new Error(`a frame of ${count} values has ${body.length} bytes`);
  }
  const numbersAt = headBytes + count * 8;
  const codesAt = numbersAt + count * 4;
  const { others, reasons, fades } = decodeOthers(body.toString('utf8', codesAt + count));
  const valueAt = (position: number) =>
    decodeValue(body.readUInt8(codesAt + position) & 15, body.readDoubleLE(headBytes + position * 8), others, position);
  const entryAt = (position: number) => entryOf(body.readUInt32LE(numbersAt + position * 4));
  const desiredAt = (_: unknown, position: number): Value => {
    const { path, field } = entryAt(position);
    const desired = { path, field, value: valueAt(position) };
    const fadeMs = fades.get(position);
    return fadeMs === undefined ? desired : { ...desired, fadeMs };
  };
  const readingAt = (_: unknown, position: number): Reading => {
    const code = body.readUInt8(codesAt + position) >> 4;
    const state = states[code];
    if (!state) throw new Error(`a value has the unknown state ${code}`);
    const { path, field } = entryAt(position);
    const reading = { path, field, value: valueAt(position), state };
    const reason = reasons.get(position);
    return reason === undefined ? reading : { ...reading, reason };
  };
  const head = {
    complete: body.readUInt8(1) === 1,
    target: body.readUInt16LE(2),
    sequence: body.readUInt32LE(4),
    revision: body.readDoubleLE(8),
  };
  const length = { length: count };
  if (purpose === 'apply') return { ...head, purpose, values: Array.from(length, desiredAt) };
  return { ...head, purpose, values: Array.from(length, readingAt) };
}

function decodeValue(type: number, number: number, others: ReadonlyMap<number, unknown>, position: number): unknown {
  if (type === types.number) return number;
  if (type === types.true) return true;
  if (type === types.false) return false;
  if (type === types.null) return null;
  if (type === types.other && others.has(position)) return others.get(position);
  throw new Error(`a value has the unknown type ${type}`);
}

interface Others {
  readonly others: ReadonlyMap<number, unknown>;
  readonly reasons: ReadonlyMap<number, string>;
  readonly fades: ReadonlyMap<number, number>;
}

function decodeOthers(json: string): Others {
  if (json === '') return { others: new Map(), reasons: new Map(), fades: new Map() };
  const { values, reasons, fades } = JSON.parse(json) as { readonly [part: string]: unknown };
  return {
    others: pairs(values),
    reasons: pairs(reasons, (text) => typeof text === 'string'),
    fades: pairs(fades, (ms) => typeof ms === 'number' && ms >= 0),
  };
}

function pairs<T>(list: unknown, fits: (value: unknown) => boolean = () => true): Map<number, T> {
  const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && Number.isInteger(item[0]);
  if (!Array.isArray(list) || !list.every((item) => isPair(item) && fits(item[1]))) {
    throw new Error('the JSON of a frame of values is not a list of pairs');
  }
  return new Map(list as [number, T][]);
}
