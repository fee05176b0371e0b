// The errors of a value, member by member, in words and with the allowed range as data.
import { nearest } from '../base/nearest.ts';
import { describePattern } from '../base/pattern-description.ts';
import type { FieldCode, FieldError } from '../base/refusals.ts';
import { schemaErrors } from '../base/schema-errors.ts';
import type { TSchema } from '../base/typebox.ts';
import { invalidPart } from './invalid-part.ts';
import { longList } from './long-list.ts';
import { describeSchema, type Keywords, optionsOf } from './schema-description.ts';

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

const codes: Readonly<Record<string, FieldCode>> = {
  type: 'wrong-type',
  enum: 'not-an-option',
  const: 'not-an-option',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  exclusiveMinimum: 'out-of-range',
  exclusiveMaximum: 'out-of-range',
  minLength: 'out-of-range',
  maxLength: 'out-of-range',
  minItems: 'out-of-range',
  maxItems: 'out-of-range',
  minProperties: 'out-of-range',
  maxProperties: 'out-of-range',
  multipleOf: 'off-step',
  uniqueItems: 'duplicate',
  pattern: 'wrong-format',
  format: 'wrong-format',
};

/** Keywords with the allowed range, for `params` of an error. */
const allowing = [
  ...['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'maximumBy', 'multipleOf', 'unit'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems'],
];

/**
 * The errors of a value that does not fit its schema, one per faulty member; at least one. Large values: see
 * invalidPart.
 */
export function fieldErrors(whole: string, wholeSchema: TSchema, wholeValue: unknown): readonly FieldError[] {
  const long = longList(whole, wholeSchema as Keywords, wholeValue);
  if (long !== undefined) return [refused(long.at, 'out-of-range', long.schema)];
  const { at: field, schema, value } = invalidPart({ at: whole, schema: wholeSchema, value: wholeValue });
  const found = new Map<string, FieldError>();
  for (const error of schemaErrors(schema, value)) {
    // The union reports the errors inside its branches: one alone would mislead.
    if (error.schemaPath.includes('/anyOf/') || error.keyword === 'boolean') continue;
    for (const each of errorsIn(field, schema as Keywords, value, error)) {
      if (!found.has(each.field)) found.set(each.field, each);
    }
  }
  if (found.size > 0) return [...found.values()];
  return [
    { field, code: 'wrong-format', message: `${field} must be ${describeSchema(schema as Keywords)}.`, params: {} },
  ];
}

function errorsIn(field: string, schema: Keywords, value: unknown, error: SchemaError): readonly FieldError[] {
  const at = field + error.instancePath;
  if (error.keyword === 'required') {
    const { requiredProperties } = error.params as { requiredProperties: readonly string[] };
    return requiredProperties.map((name) => missing(at, name));
  }
  if (error.keyword === 'additionalProperties') {
    const { additionalProperties } = error.params as { additionalProperties: readonly string[] };
    return additionalProperties.map((name) => unknownMember(at, name, under(schema, error.schemaPath)));
  }
  const part = under(schema, error.schemaPath) ?? {};
  if (error.keyword === 'anyOf') return unionErrors(at, part, pointed(value, error.instancePath));
  const code = codes[error.keyword];
  if (code !== undefined) return [refused(at, code, part)];
  return [{ field: at, code: 'wrong-format', message: `${at} ${error.message}.`, params: {} }];
}

function missing(at: string, name: string): FieldError {
  const field = `${at}/${name}`;
  return { field, code: 'missing', message: `${field} is required.`, params: {} };
}

function unknownMember(at: string, name: string, part: Keywords | undefined): FieldError {
  const known = Object.keys((part?.properties as object | undefined) ?? {});
  const [pattern] = Object.keys((part?.patternProperties as object | undefined) ?? {});
  const field = `${at}/${name}`;
  const near = nearest(name, known);
  if (near !== undefined) {
    const message = `${field} is not known; did you mean ${near}?`;
    return { field, code: 'unknown-field', message, params: { members: known, nearest: near } };
  }
  const members =
    known.length === 0 ? `${at} has no members of other names` : `the members of ${at} are ${known.join(', ')}`;
  const form = pattern === undefined ? undefined : describePattern(pattern);
  const message = `${field} is not known; ${form === undefined ? members : `a name is ${form}`}.`;
  return { field, code: 'unknown-field', message, params: { members: known } };
}

/**
 * The errors of a value of no branch: wrong type, none of the options, or the errors in the nearest branch of its type.
 */
function unionErrors(at: string, part: Keywords, value: unknown): readonly FieldError[] {
  if (optionsOf(part) !== undefined) return [refused(at, 'not-an-option', part)];
  const all = (part.anyOf as readonly Keywords[] | undefined) ?? [];
  const name = deciding(all);
  const chosen = name === undefined ? undefined : pointed(value, `/${name}`);
  const decided = name === undefined ? [] : all.filter((branch) => memberOf(branch, name)?.const === chosen);
  if (name !== undefined && chosen !== undefined && decided.length === 0) {
    const options = all.flatMap((branch) => memberOf(branch, name)?.const ?? []);
    return [refused(`${at}/${name}`, 'not-an-option', { enum: options })];
  }
  const branches = (decided.length > 0 ? decided : all) as unknown as readonly TSchema[];
  const byBranch = branches.map((branch) => fieldErrors(at, branch, value));
  const ofItsType = byBranch.filter(
    (errors) => !errors.some(({ field, code }) => field === at && code === 'wrong-type'),
  );
  const [nearest, ...others] = ofItsType.sort((a, b) => a.length - b.length);
  if (nearest === undefined) return [refused(at, 'wrong-type', part)];
  const [only] = nearest;
  // A range and values beside it: the range alone would mislead.
  const isOfWhole = nearest.length === 1 && only?.field === at && others.some(([other]) => other?.field === at);
  return isOfWhole ? [{ ...only, message: `${at} must be ${describeSchema(part)}.` }] : nearest;
}

/** The member that tells the objects of a union apart by a value of its own for each (`kind`). */
function deciding(branches: readonly Keywords[]): string | undefined {
  const objects = branches.filter(({ type }) => type === 'object');
  const names = Object.keys((objects[0]?.properties as object | undefined) ?? {});
  return names.find((name) => objects.every((branch) => memberOf(branch, name)?.const !== undefined));
}

const memberOf = (branch: Keywords, name: string) => pointed(branch, `/properties/${name}`) as Keywords | undefined;

function refused(field: string, code: FieldCode, schema: Keywords): FieldError {
  const options = optionsOf(schema);
  const params: Record<string, unknown> = {};
  if (options !== undefined) params.options = options;
  else for (const word of allowing) if (word in schema) params[word] = schema[word];
  return { field, code, message: `${field} must be ${describeSchema(schema)}.`, params };
}

/** The part of a schema at the path of an error, `#/items/properties/kind`. */
function under(schema: Keywords, schemaPath: string): Keywords | undefined {
  return pointed(schema, schemaPath.slice(1)) as Keywords | undefined;
}

function pointed(root: unknown, pointer: string): unknown {
  let part = root;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Keywords)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return part;
}
