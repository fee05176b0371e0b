import type { ObservedReader } from '../rows/observed-state.ts';
import type { RowRef } from '../rows/row-ref.ts';
import type { Memory } from './memory.ts';

/** The revision of a setting's last change, or the newest of the settings that an alias shows; 0 for none. */
export function revisionAt({ row, at, path }: RowRef, memory: Memory, observed: ObservedReader): number {
  if (row.type === 'setting') return memory.revisionOf(path);
  if (row.type !== 'alias') return 0;
  let newest = 0;
  const desk = {
    has: (other: string) => memory.has(other),
    read: (other: string) => {
      const place = memory.locate(other);
      newest = Math.max(newest, memory.revisionOf(place.path));
      return memory.readAt(place);
    },
  };
  row.get(at, desk, observed);
  return newest;
}
