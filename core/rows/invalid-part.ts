// Finds one invalid part of a large value. TypeBox takes much longer to name all errors than to check, and would block
// the event loop too long for a body of a megabyte; checks alone find one part.
import { Compile, type TSchema } from '../base/typebox.ts';
import type { Keywords } from './schema-description.ts';
import { sizeAtMost } from './size.ts';

/** The largest value whose errors are all named, in bytes. */
const smallBytes = 32 * 1024;

export interface Part {
  /** `file/session/content/12` */
  readonly at: string;
  readonly schema: TSchema;
  readonly value: unknown;
}

/** The part itself if it is small, else its first small invalid member. The part must be invalid. */
export function invalidPart(part: Part): Part {
  let now = part;
  while (!sizeAtMost(now.value, smallBytes)) {
    const inner = membersOf(now).find(({ schema, value }) => !isGood(schema, value));
    if (inner === undefined) return { ...now, schema: ofItself(now.schema as Keywords) as unknown as TSchema };
    now = inner;
  }
  return now;
}

/** The members with a schema of their own; a union has none before one of its branches is chosen. */
function membersOf({ at, schema, value }: Part): readonly Part[] {
  const { items, properties, patternProperties, anyOf } = schema as Keywords;
  if (anyOf !== undefined || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    if (typeof items !== 'object') return [];
    return value.map((item, index) => ({ at: `${at}/${index}`, schema: items as TSchema, value: item }));
  }
  const named = (properties ?? {}) as Readonly<Record<string, TSchema>>;
  const [open] = Object.values((patternProperties ?? {}) as Readonly<Record<string, TSchema>>);
  return Object.entries(value).flatMap(([name, inner]) => {
    const its = Object.hasOwn(named, name) ? named[name] : open;
    return its === undefined ? [] : [{ at: `${at}/${name}`, schema: its, value: inner }];
  });
}

/** The schema of a list or an object without that of its members. */
function ofItself(schema: Keywords): Keywords {
  const any = (of: unknown) => Object.fromEntries(Object.keys(of as object).map((name) => [name, {}]));
  return {
    ...schema,
    ...('items' in schema ? { items: {} } : {}),
    ...('properties' in schema ? { properties: any(schema.properties) } : {}),
  };
}

const checks = new WeakMap<TSchema, ReturnType<typeof Compile>>();
function isGood(schema: TSchema, value: unknown): boolean {
  const check = checks.get(schema) ?? Compile(schema);
  checks.set(schema, check);
  return check.Check(value);
}
