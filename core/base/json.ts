// Values as rows hold them: whether two are the same, how heavy one is, and how it is kept from being changed.

/** True for equal JSON values, whatever the order of members. -0 and 0 are one number, as they are in JSON text. */
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

/** Makes a value unchangeable, so that it can be handed to everybody without a copy. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

/** About how many bytes a value takes as JSON; exact enough for a bound on memory. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + weigh(item) + 1, 2);
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + 4 + weigh(inner), 2);
}
