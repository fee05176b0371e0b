// Which strips are soloed.
import type { DeskReader } from 'rowdesk/provider';
import type { Layout, StripRef } from '../console/index.ts';

export const stripPath = ({ kind, index }: StripRef): string => `/channel/${kind}/${index}`;

/** None where nobody provides strips. */
export function soloedStrips(layout: Layout, desk: DeskReader): readonly StripRef[] {
  return layout.all().filter((ref) => desk.has(stripPath(ref)) && desk.read(stripPath(ref)).soloed === true);
}
