// Schemas with open member names, as OPTIONS shows them: they say which names no member can have. PATCH looks
// for those by itself (unsafe-values.ts), many times faster than by a schema.
import type { TSchema } from '../base/typebox.ts';
import { reservedNames } from './reserved-names.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** A value without a reserved member name at any depth. With an id of its own, `#` refers to it anywhere. */
export const usableNames = {
  $id: 'urn:rowdesk:usable-names',
  propertyNames: { not: { enum: reservedNames } },
  additionalProperties: { $ref: '#' },
  items: { $ref: '#' },
};

/** The schema itself if no value that fits it can have a member of a reserved name. */
export function withoutReservedNames(schema: TSchema): TSchema {
  if (!isOpen(schema)) return schema;
  const { allOf = [] } = schema as { readonly allOf?: readonly unknown[] };
  return { ...schema, allOf: [...allOf, usableNames] } as TSchema;
}

const withoutMembers: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

/** True if a fitting value can have a member of any name. A schema with unknown keywords counts as open. */
export function isOpen(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return schema !== false;
  const { type, anyOf, items, maxItems, prefixItems } = schema as Keywords;
  if ('const' in schema || 'enum' in schema || withoutMembers.includes(type)) return false;
  if (Array.isArray(anyOf)) return anyOf.some(isOpen);
  if (type === 'array') return maxItems !== 0 && (prefixItems !== undefined || isOpen(items));
  return type !== 'object' || isOpenObject(schema as Keywords);
}

function isOpenObject({ properties = {}, patternProperties, additionalProperties }: Keywords): boolean {
  if (additionalProperties !== false || patternProperties !== undefined) return true;
  return Object.values(properties as object).some(isOpen);
}
