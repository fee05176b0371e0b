// The layout of a mixer as numbers, in the order of the native kinds of strips.
import type { StripCounts } from 'rowdesk/driver';

/** Throws Error with the kind that is unknown, or that has no valid count. */
export function stripCounts(layout: StripCounts, kinds: readonly string[]): Uint32Array {
  const counts = new Uint32Array(kinds.length);
  for (const [kind, count] of Object.entries(layout)) {
    const place = kinds.indexOf(kind);
    if (place < 0) throw new Error(`the mixer knows no strips of kind ${kind}; it knows ${kinds.join(', ')}`);
    if (!Number.isInteger(count) || count < 0) throw new Error(`the layout has ${count} strips of kind ${kind}`);
    counts[place] = count;
  }
  return counts;
}
