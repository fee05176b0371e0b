// JSON values of rows: equality, size in bytes, and freezing.

/** True for equal JSON values, in any order of members. -0 equals 0, as in JSON text. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name as keyof typeof a], b[name as keyof typeof b]))
  );
}

/** Freezes a value deeply, so that it can be shared without a copy. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

/** The approximate size of a value as JSON, in bytes; precise enough to bound memory. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + weigh(item) + 1, 2);
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + 4 + weigh(inner), 2);
}
