// What a change brings to other places as it is: the same value of the same field, where rows are linked.

import { isSame } from '../base/json.ts';
import type { Requested } from '../desk/commit.ts';
import { isSetting } from '../desk/memory.ts';
import type { DeskReader } from '../rows/definitions.ts';
import type { RowRef } from '../rows/row-ref.ts';

/** Those that are so already. Throws what the row throws. */
export function copiesOf(
  asked: Requested,
  desk: DeskReader,
  locate: (path: string) => RowRef | undefined,
): readonly Requested[] {
  const { path, field, value } = asked;
  const place = locate(path);
  if (place === undefined || !isSetting(place)) return [];
  const follows = place.row.implies?.({ path, at: place.at, field, value }, desk, desk) ?? [];
  return follows
    .filter((each) => each.field === field && isSame(each.value, value) && isSame(desk.read(each.path)[field], value))
    .map((each) => ({ path: each.path, field, value }));
}
