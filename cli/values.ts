// `field=value` words of a command line, read by the contract of the row.
import type { FieldContract } from './client.ts';
import { CommandError } from './command-error.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, FieldContract>>;

/**
 * `['levelDb=-6', 'name=Vocals']` as a PATCH body. A value is what its field's type says: text for a string, on/off or
 * true/false for a boolean, JSON for lists and objects, `null` where the field may be null. A field that the row does
 * not have goes as it is, so that the service refuses it in its own words. Throws CommandError usage.
 */
export function readAssignments(words: readonly string[], fields: Fields): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const word of words) {
    const { field, text } = splitAssignment(word);
    if (Object.hasOwn(body, field)) throw new CommandError('usage', `${field} is given twice`);
    const contract = fields[field];
    const value = contract ? readValue(text, contract) : readFreely(text);
    if (value === undefined) throw new CommandError('usage', `${field} wants ${wish(contract ?? {})}, not ${text}`);
    body[field] = value;
  }
  return body;
}

function splitAssignment(word: string): { field: string; text: string } {
  const at = word.indexOf('=');
  if (at < 1) throw new CommandError('usage', `${word} is not of the form field=value`);
  return { field: word.slice(0, at), text: word.slice(at + 1) };
}

/** The value that this text means under a schema; undefined when it can't be one of its type. Ranges are the service's. */
export function readValue(text: string, schema: Schema): unknown {
  for (const branch of alternatives(schema)) {
    const value = readOption(text, branch) ?? readFirst(text, typesOf(branch));
    if (value !== undefined) return value;
  }
  // No option of an enumeration: the service names those that are. A type that it can't be is a typing mistake.
  const isTyped = alternatives(schema).some((branch) => !optionsOf(branch) && typesOf(branch).length > 0);
  return isTyped ? undefined : readFreely(text);
}

function readOption(text: string, schema: Schema): unknown {
  return optionsOf(schema)?.find((option) => String(option) === text);
}

function readFirst(text: string, types: readonly string[]): unknown {
  for (const type of types) {
    const value = readTyped(text, type);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `null` first and strings last, because text is always a string. */
const order = ['null', 'boolean', 'integer', 'number', 'array', 'object', 'string'];

function readTyped(text: string, type: string): unknown {
  switch (type) {
    case 'null':
      return text === 'null' ? null : undefined;
    case 'boolean':
      return /^(true|on|yes)$/.test(text) ? true : /^(false|off|no)$/.test(text) ? false : undefined;
    case 'integer':
    case 'number': {
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      // JSON has no other numbers: 1e999 would go as null, which is a value.
      return Number.isFinite(value) ? value : undefined;
    }
    case 'array':
    case 'object': {
      const value = parseJson(text);
      const isArray = Array.isArray(value);
      return isArray === (type === 'array') && typeof value === 'object' && value !== null ? value : undefined;
    }
    default:
      return text;
  }
}

function readFreely(text: string): unknown {
  return parseJson(text) ?? (text === 'null' ? null : text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The branches of anyOf or oneOf, sorted so that a string is tried last; else the schema itself. */
function alternatives(schema: Schema): readonly Schema[] {
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (!branches) return [schema];
  return branches.flatMap(alternatives).sort((a, b) => rank(a) - rank(b));
}

const rank = (schema: Schema) => Math.max(...typesOf(schema).map((type) => order.indexOf(type)), 0);

function typesOf(schema: Schema): readonly string[] {
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  return types.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** What an enumeration offers, from `enum`, `const` or branches of them; undefined for no enumeration. */
export function optionsOf(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  if (schema.type === 'null') return [null];
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  const options = branches?.map(optionsOf);
  return options?.every((option) => option !== undefined) ? options.flat() : undefined;
}

function wish(schema: Schema): string {
  const options = optionsOf(schema);
  if (options) return `one of ${options.join(', ')}`;
  const types = alternatives(schema)
    .flatMap(typesOf)
    .sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  const words: Record<string, string> = {
    array: 'a JSON list',
    object: 'a JSON object',
    boolean: 'true or false',
    null: 'null',
  };
  return types.map((type) => words[type] ?? `a ${type}`).join(' or ');
}
