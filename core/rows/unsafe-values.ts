// Values that JSON can bring and no row can hold.

import type { FieldError } from './refusals.ts';
import { isReservedName } from './reserved-names.ts';

/** Numbers that are not finite (1e999 is read as Infinity), and keys that reach into JavaScript's objects. */
export function unsafeIn(field: string, value: unknown): readonly FieldError[] {
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return [];
    return [{ field, code: 'wrong-type', message: `${field} must be a finite number.`, params: { type: 'number' } }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unsafeIn(`${field}/${index}`, item));
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isReservedName(key)) return unsafeIn(`${field}/${key}`, member);
    const message = `${field}/${key} is a name that can not be used.`;
    return [{ field: `${field}/${key}`, code: 'unknown-field' as const, message, params: {} }];
  });
}
