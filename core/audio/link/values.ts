// Frames that carry values of fields: numbers as an array, the few others as a short JSON list.
//
//   0 u8  purpose   1 u8 flags   2 u16 target   4 u32 sequence   8 f64 revision
//  16 u32 count    20 u32 bytes of JSON
//  24 f64 x count values, u32 x count table numbers, u8 x count codes (type | state << 4), JSON
//
// All little endian. The JSON is {"values": [[position, value]], "reasons": [[position, text]], "fades": [[position, ms]]};
// fades are left out where there are none.

const purposes = { apply: 1, observed: 2, changedOnDevice: 3, delta: 4 } as const;
export type Purpose = keyof typeof purposes;
const purposeNames = new Map<number, Purpose>(Object.entries(purposes).map(([name, code]) => [code, name as Purpose]));

const types = { number: 0, false: 1, true: 2, null: 3, other: 4 } as const;
const states = ['applied', 'unverified', 'refused'] as const;
const headBytes = 24;
const bytesPerValue = 13;

export interface NumberedValue {
  /** In the table of the side that sends. */
  readonly number: number;
  readonly value: unknown;
  /** Of observed values; wanted ones are sent as `applied`. */
  readonly state: (typeof states)[number];
  readonly reason?: string;
  /** Of wanted ones. */
  readonly fadeMs?: number;
}

/** With what only few values have. */
export function withRest<T extends object>(value: T, reason: string | undefined, fadeMs: number | undefined) {
  if (reason === undefined && fadeMs === undefined) return value;
  return { ...value, ...(reason === undefined ? {} : { reason }), ...(fadeMs === undefined ? {} : { fadeMs }) };
}

export interface ValuesFrame {
  readonly purpose: Purpose;
  /** Of `apply`: with this block the target has all that is wanted. Of `observed`: this is all that the target has. */
  readonly complete: boolean;
  readonly target: number;
  /** Of `apply`: counts blocks. Of the others: the block or question it answers, 0 when it comes of its own accord. */
  readonly sequence: number;
  /** Of `apply`: the desk's. Of the others: the one that the target has applied. */
  readonly revision: number;
  readonly values: readonly NumberedValue[];
}

export function encodeValues(frame: ValuesFrame): Buffer {
  const { values } = frame;
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
  values.forEach(({ number, value, state }, position) => {
    body.writeDoubleLE(typeof value === 'number' ? value : 0, headBytes + position * 8);
    body.writeUInt32LE(number, numbersAt + position * 4);
    body.writeUInt8((typeOf[position] as number) | (states.indexOf(state) << 4), codesAt + position);
  });
  json.copy(body, codesAt + values.length);
  return body;
}

/** Throws Error, in words, when the body is not one that `encodeValues` makes. */
export function decodeValues(body: Buffer): ValuesFrame {
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
  const values = Array.from({ length: count }, (_, position): NumberedValue => {
    const code = body.readUInt8(codesAt + position);
    const state = states[code >> 4];
    if (!state) throw new Error(`a value has the unknown state ${code >> 4}`);
    const value = decodeValue(code & 15, body.readDoubleLE(headBytes + position * 8), others, position);
    const number = body.readUInt32LE(numbersAt + position * 4);
    return withRest({ number, value, state }, reasons.get(position), fades.get(position));
  });
  return {
    purpose,
    complete: body.readUInt8(1) === 1,
    target: body.readUInt16LE(2),
    sequence: body.readUInt32LE(4),
    revision: body.readDoubleLE(8),
    values,
  };
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
  const { values, reasons, fades = [] } = JSON.parse(json) as { readonly [part: string]: unknown };
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
