// Finds a list that is too long before its items are checked: the errors of half a million items would block the event
// loop, for minutes if the items must differ.
import type { Keywords } from './schema-description.ts';

export interface LongList {
  /** `strips/0/areas` */
  readonly at: string;
  readonly schema: Keywords;
}

/** The first such list in the value, outer before inner; undefined for none. */
export function longList(at: string, schema: Keywords, value: unknown): LongList | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(schema.anyOf)) return ofUnion(at, schema.anyOf, value);
  if (!Array.isArray(value)) return first(Object.keys(value), (name) => inMember(at, schema, name, value));
  if (typeof schema.maxItems === 'number' && value.length > schema.maxItems) return { at, schema };
  const { items } = schema;
  if (typeof items !== 'object') return undefined;
  return first(value, (item, index) => longList(`${at}/${index}`, items as Keywords, item));
}

function inMember(at: string, schema: Keywords, name: string, value: object): LongList | undefined {
  const { properties, patternProperties, additionalProperties } = schema as Readonly<
    Record<string, Keywords | undefined>
  >;
  const named = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const open = Object.values(patternProperties ?? {})[0];
  const member = named ?? open ?? additionalProperties;
  if (typeof member !== 'object') return undefined;
  return longList(`${at}/${name}`, member as Keywords, (value as Keywords)[name]);
}

/** Too long for every branch that takes a value of its kind. */
function ofUnion(at: string, branches: readonly Keywords[], value: object): LongList | undefined {
  const kind = Array.isArray(value) ? 'array' : 'object';
  const long = branches.filter(({ type }) => type === kind).map((branch) => longList(at, branch, value));
  return long.includes(undefined) ? undefined : long[0];
}

function first<T>(items: readonly T[], find: (item: T, index: number) => LongList | undefined): LongList | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
