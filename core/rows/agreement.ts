// Whether an observed value agrees with the desired value.

import { isSame } from '../base/json.ts';
import type { TSchema } from '../base/typebox.ts';

/** Tolerance of levels, in dB (DESIGN 5): a hundredth of the smallest audible step. */
const levelToleranceDb = 0.005;
/** Targets keep other numbers as float32, whose relative error is at most 6e-8. */
const relativeTolerance = 1e-6;

/** `field` and `schema` are those of the setting: its unit, or its name, identifies a level. */
export function agrees(wanted: unknown, observed: unknown, field: string, schema: TSchema): boolean {
  if (Array.isArray(wanted) && Array.isArray(observed) && isUnordered(schema)) return isSameSet(wanted, observed);
  if (typeof wanted !== 'number' || typeof observed !== 'number') return isSame(wanted, observed);
  const tolerance = isLevel(field, schema) ? levelToleranceDb : Math.max(1, Math.abs(wanted)) * relativeTolerance;
  return Math.abs(wanted - observed) <= tolerance;
}

/** By its unit, else by its name, in which units are written out: `levelDb`, `levelDbfs`. */
function isLevel(field: string, schema: TSchema): boolean {
  const { unit } = schema as { readonly unit?: unknown };
  return unit === undefined ? /Db(fs)?$/.test(field) : unit === 'dB' || unit === 'dBFS';
}

/** A list of things whose order says nothing (`unordered: true` beside `uniqueItems`): a target may give it in its own. */
function isUnordered(schema: TSchema): boolean {
  return (schema as { readonly unordered?: unknown }).unordered === true;
}

function isSameSet(wanted: readonly unknown[], observed: readonly unknown[]): boolean {
  return wanted.length === observed.length && wanted.every((item) => observed.some((other) => isSame(item, other)));
}
