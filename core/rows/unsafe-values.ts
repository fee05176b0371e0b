// Values that JSON can express and no row can have.

import type { FieldError } from '../base/refusals.ts';
import { isReservedName } from './reserved-names.ts';

/** The error of the first infinite number (1e999 is read as Infinity) or reserved key; undefined for none. */
export function unsafeIn(field: string, value: unknown): FieldError | undefined {
  const place = unsafePlace(value);
  if (place === undefined) return undefined;
  const at = field + place.map((step) => `/${step}`).join('');
  if (isReservedName(String(place.at(-1)))) {
    return { field: at, code: 'unknown-field', message: `${at} is a name that can not be used.`, params: {} };
  }
  return { field: at, code: 'wrong-type', message: `${at} must be a finite number.`, params: { type: 'number' } };
}

/** Collects the steps of the path on the way back: of half a million values hardly one is unsafe. */
function unsafePlace(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const place = unsafePlace(value[index]);
      if (place !== undefined) return [index, ...place];
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (isReservedName(key)) return [key];
    const place = unsafePlace((value as Record<string, unknown>)[key]);
    if (place !== undefined) return [key, ...place];
  }
  return undefined;
}
