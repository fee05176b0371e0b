// Who is in which mute group.
import type { DeskReader } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';

export interface MuteGroup {
  /** As `mutedBy` of its members names it. */
  readonly id: string;
  readonly members: readonly StripRef[];
}

/** Those of the layout; nobody is in them where nobody provides strips. */
export function muteGroups(layout: Layout, desk: DeskReader): readonly MuteGroup[] {
  const groups = layout.all().filter(({ kind }) => kind === 'muteGroup');
  const memberships = layout.all().map((ref) => ({ ref, of: groupsOf(ref, desk) }));
  return groups.map(({ index }) => ({
    id: `muteGroup:${index}`,
    members: memberships.filter(({ of }) => of.includes(index)).map(({ ref }) => ref),
  }));
}

function groupsOf(strip: StripRef, desk: DeskReader): readonly number[] {
  const path = stripPath(strip);
  return desk.has(path) ? ((desk.read(path).muteGroups ?? []) as readonly number[]) : [];
}
