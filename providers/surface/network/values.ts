// Between the arguments of a message and the value of a field, as the contract of the field says. Reading is generous: a
// number may come as any type of OSC. Sending is strict: i f s T F only, since programs drop whole messages for the others.
import type { FieldContract } from 'rowdesk/client';
import { float, integer, type OscArgument, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { OscValue } from '../../../hardware-drivers/lib/osc/js/parcel.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Beyond this programs wrap an `i` around. */
const largestInteger = 2 ** 31 - 1;

/** The JSON types that a schema allows; none where it says nothing. */
export function typesOf(schema: Schema): ReadonlySet<string> {
  if (Array.isArray(schema.anyOf)) return new Set(schema.anyOf.flatMap((each: Schema) => [...typesOf(each)]));
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOf));
  if ('const' in schema) return new Set([typeOf(schema.const)]);
  return new Set([schema.type ?? []].flat() as string[]);
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'number' : typeof value;

/** The value to write. What does not fit stays as it is: the desk refuses it, and says what is allowed. */
export function valueFor(schema: FieldContract, values: readonly OscValue[]): unknown {
  const types = typesOf(schema);
  if (values.length !== 1) return values.map(plain);
  const [value] = values;
  if (typeof value === 'number') return numberFor(schema, types, value);
  if (typeof value === 'string') return textFor(schema, types, value);
  return plain(value as OscValue);
}

function numberFor(schema: Schema, types: ReadonlySet<string>, value: number): unknown {
  if (types.has('number') || types.has('integer')) return nearestStep(schema, types, value);
  // A button sends 1 and 0.
  return types.has('boolean') && (value === 0 || value === 1) ? value === 1 : value;
}

function nearestStep(schema: Schema, types: ReadonlySet<string>, value: number): unknown {
  // JSON has neither: the desk refuses a text.
  if (!Number.isFinite(value)) return String(value);
  const step = stepOf(schema) ?? (types.has('number') ? undefined : 1);
  if (step === undefined) return value;
  const digits = String(step).split('.')[1]?.length ?? 0;
  return Number((Math.round(value / step) * step).toFixed(digits));
}

function stepOf(schema: Schema): number | undefined {
  if (typeof schema.multipleOf === 'number') return schema.multipleOf;
  const branches = (schema.anyOf ?? []) as readonly Schema[];
  return branches.map(stepOf).find((step) => step !== undefined);
}

function textFor(schema: Schema, types: ReadonlySet<string>, value: string): unknown {
  const options = optionsOf(schema);
  if (types.has('string') && (options.length === 0 || options.includes(value))) {
    return value === 'null' && types.has('null') ? null : value;
  }
  if (types.has('number') || types.has('integer')) {
    const number = Number(value);
    if (value.trim() !== '' && Number.isFinite(number)) return nearestStep(schema, types, number);
  }
  try {
    const parsed: unknown = JSON.parse(value);
    // A schema that says no type takes what JSON there is.
    return types.size === 0 || types.has(typeOf(parsed)) ? parsed : value;
  } catch {
    return value;
  }
}

function optionsOf(schema: Schema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  if ('const' in schema) return [schema.const];
  const branches = ((schema.anyOf ?? []) as readonly Schema[]).filter((each) => typesOf(each).has('string'));
  const options = branches.map(optionsOf);
  return options.some((each) => each.length === 0) ? [] : options.flat();
}

/** Bytes are no value of a row: their hexadecimal text is refused by the desk with what it takes. */
const plain = (value: OscValue): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return Array.isArray(value) ? value.map(plain) : value;
};

/** How a value is sent. Arrays, objects and null are JSON in a text, as is a count that `i` can't hold. */
export function argumentFor(schema: Schema | undefined, value: unknown): OscArgument {
  if (typeof value === 'boolean') return value ? { type: 'T', value } : { type: 'F', value };
  if (typeof value === 'string') return text(value.replaceAll('\0', ' '));
  if (typeof value !== 'number') return text(JSON.stringify(value ?? null));
  const types = schema === undefined ? new Set<string>() : typesOf(schema);
  const isWhole = Number.isInteger(value) && (types.has('integer') || Math.abs(value) > 2 ** 24);
  if (!isWhole) return float(value);
  return Math.abs(value) <= largestInteger ? integer(value) : text(String(value));
}
