// Where /cue says that solos are exclusive, a strip that is soloed takes the solo from all others, in the same commit.
import type { Implies } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import type { Links } from './links.ts';

const cuePath = '/cue';

export function exclusiveSolo(layout: Layout, links: Links): Implies<StripRef> {
  return ({ at, path, field, value }, desk, before) => {
    if (field !== 'soloed' || value !== true) return [];
    if (!desk.has(cuePath) || desk.read(cuePath).exclusive !== true) return [];
    const partner = links.linkedTo(at, desk);
    const own = [path, ...(partner === undefined ? [] : [stripPath(partner)])];
    return layout
      .all()
      .map(stripPath)
      .filter((other) => !own.includes(other) && before.read(other).soloed === true)
      .map((other) => ({ path: other, field, value: false }));
  };
}
