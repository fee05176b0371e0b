// Whether a row shows what was written to it.
import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../rows/definitions.ts';

/** What is shown, and what was written: members that an item left out may be filled in, and order may say nothing. */
export function asWritten(shown: unknown, written: unknown, isUnordered: boolean): [unknown, unknown] {
  if (!Array.isArray(shown) || !Array.isArray(written) || shown.length !== written.length) return [shown, written];
  const isIn = (item: unknown, other: unknown) => isDeepStrictEqual(own(item, other), other);
  const same = written.map((item, place) => (isUnordered ? shown.find((other) => isIn(other, item)) : shown[place]));
  return [same.map((item, place) => own(item, written[place])), written];
}

/** Of an object the members that another one has. */
function own(item: unknown, other: unknown): unknown {
  const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isPlain(item) || !isPlain(other)) return item;
  return Object.fromEntries(Object.entries(item as Fields).filter(([name]) => name in (other as Fields)));
}
