// Which strips are soloed.
import type { DeskReader } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';

/** None where nobody provides strips. */
export function soloedStrips(layout: Layout, desk: DeskReader): readonly StripRef[] {
  return layout.all().filter((ref) => desk.has(stripPath(ref)) && desk.read(stripPath(ref)).soloed === true);
}
