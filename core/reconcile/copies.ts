// What a change brings to other places as it is: the same value of the same field, where rows are linked.

import { isSame } from '../base/json.ts';
import type { Asked } from '../desk/applied.ts';
import { isSetting } from '../desk/memory.ts';
import type { DeskReader } from '../rows/definitions.ts';
import type { Place } from '../rows/place.ts';

/** Those that are so already. Throws what the row throws. */
export function copiesOf(
  asked: Asked,
  desk: DeskReader,
  locate: (path: string) => Place | undefined,
): readonly Asked[] {
  const { path, field, value } = asked;
  const place = locate(path);
  if (place === undefined || !isSetting(place)) return [];
  const follows = place.row.implies?.({ path, at: place.at, field, value }, desk, desk) ?? [];
  return follows
    .filter((each) => each.field === field && isSame(each.value, value) && isSame(desk.read(each.path)[field], value))
    .map((each) => ({ path: each.path, field, value }));
}
