import type { Place } from '../../core/rows/place.ts';

/** One address of each kind of thing; a kind is what the parameters that are words say, and no number is a word. */
export function examples(places: readonly Place[]): readonly string[] {
  const byKind = new Map<string, string>();
  for (const { at, path } of places) {
    const kind = Object.values(at).filter((value) => typeof value === 'string' && !/^\d+$/.test(value));
    if (!byKind.has(kind.join('/'))) byKind.set(kind.join('/'), path);
  }
  const last = places.at(-1)?.path;
  return [...new Set([...byKind.values(), ...(last === undefined ? [] : [last])])];
}
