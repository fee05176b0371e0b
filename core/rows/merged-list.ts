// Lists with a sparse PATCH (`/channel.strips`): each item names one of the row's items by the keys, and contains the
// members to change. Absent members stay.

import type { FieldError } from '../base/refusals.ts';
import type { TSchema } from '../base/typebox.ts';
import type { FieldContract } from './contract.ts';
import type { Fields } from './definitions.ts';
import { type FieldValidator, passingSchema, validatorOf } from './validator.ts';

const sparse = new WeakMap<TSchema, { readonly list: FieldValidator; readonly item: FieldValidator }>();

/** The schema of one item of a sparse list: the keys required, every other member optional, no others. */
export function sparseItem(schema: TSchema, keys: readonly string[]): TSchema {
  const { items } = schema as unknown as { readonly items: TSchema };
  return passingSchema({ ...items, required: [...keys], additionalProperties: false } as unknown as TSchema);
}

/** The errors of a sparse list, item by item: `strips/0/levelDb`. */
export function checkMergedList(field: FieldContract, keys: readonly string[], value: unknown): readonly FieldError[] {
  const { list, item } = validatorsOf(field.schema, keys);
  const ofList = list.errorsOf(field.name, value);
  if (ofList.length > 0 || !Array.isArray(value)) return ofList;
  const errors: FieldError[] = [];
  const named = new Map<string, number>();
  value.forEach((entry, index) => {
    const at = `${field.name}/${index}`;
    const own = item.errorsOf(at, entry);
    errors.push(...own);
    if (typeof entry !== 'object' || entry === null || keys.some((key) => !Object.hasOwn(entry, key))) return;
    const name = itemName(entry, keys);
    const first = named.get(name);
    if (first === undefined) named.set(name, index);
    else errors.push(duplicate(at, `${field.name}/${first}`, entry, keys));
  });
  return errors;
}

/** One error for each item of a sparse list that matches none of the row's items. */
export function unknownItems(
  field: string,
  keys: readonly string[],
  value: unknown,
  current: unknown,
): readonly FieldError[] {
  const known = new Set(itemsOf(current).map((item) => itemName(item, keys)));
  return itemsOf(value).flatMap((item, index) => {
    if (known.has(itemName(item, keys))) return [];
    const at = `${field}/${index}`;
    const message = `${at} names ${keysInWords(item, keys)}, which does not exist.`;
    return [{ field: at, code: 'unknown-item' as const, message, params: keysOf(item, keys) }];
  });
}

function validatorsOf(schema: TSchema, keys: readonly string[]) {
  let validators = sparse.get(schema);
  if (validators === undefined) {
    const list = passingSchema({ ...schema, items: {}, minItems: 0 } as unknown as TSchema);
    validators = { list: validatorOf(list), item: validatorOf(sparseItem(schema, keys)) };
    sparse.set(schema, validators);
  }
  return validators;
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : [];
}

function keysOf(item: Fields, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, item[key]]));
}

function itemName(item: Fields, keys: readonly string[]): string {
  return JSON.stringify(keys.map((key) => item[key]));
}

function keysInWords(item: Fields, keys: readonly string[]): string {
  return keys.map((key) => `${key} ${String(item[key])}`).join(', ');
}

function duplicate(at: string, first: string, item: Fields, keys: readonly string[]): FieldError {
  const message = `${at} names ${keysInWords(item, keys)}, as ${first} does already.`;
  return { field: at, code: 'duplicate', message, params: { ...keysOf(item, keys), first } };
}
