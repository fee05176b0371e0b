// Compares observed and desired values within the tolerance of their unit.

import { isSameJson } from '../base/json.ts';
import type { TSchema } from '../base/typebox.ts';

/** Tolerance of levels, in dB (DESIGN 5): a hundredth of the smallest audible step. */
const levelToleranceDb = 0.005;
/** Targets keep other numbers as float32, whose relative error is at most 6e-8. */
const relativeTolerance = 1e-6;

/** `field` and `schema` are those of the setting: its unit, or its name, identifies a level. */
export function matches(desired: unknown, observed: unknown, field: string, schema: TSchema): boolean {
  if (Array.isArray(desired) && Array.isArray(observed) && isUnordered(schema)) return isSameSet(desired, observed);
  if (typeof desired !== 'number' || typeof observed !== 'number') return isSameJson(desired, observed);
  const tolerance = isLevel(field, schema) ? levelToleranceDb : Math.max(1, Math.abs(desired)) * relativeTolerance;
  return Math.abs(desired - observed) <= tolerance;
}

/** By its unit, else by its name, in which units are written out: `levelDb`, `levelDbfs`. */
function isLevel(field: string, schema: TSchema): boolean {
  const { unit } = schema as { readonly unit?: unknown };
  return unit === undefined ? /Db(fs)?$/.test(field) : unit === 'dB' || unit === 'dBFS';
}

/** A list whose order means nothing (`unordered: true` beside `uniqueItems`): a target may report any order. */
function isUnordered(schema: TSchema): boolean {
  return (schema as { readonly unordered?: unknown }).unordered === true;
}

function isSameSet(desired: readonly unknown[], observed: readonly unknown[]): boolean {
  return (
    desired.length === observed.length && desired.every((item) => observed.some((other) => isSameJson(item, other)))
  );
}
