// Where sound enters the desk beside the sources of strips: talkbacks, where there are any. They belong to no patch, and
// close a loop as well as a source does, whether they are on now or not.
import { type DeskReader, linkId } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import type { Edge } from './live-patch.ts';

export const isEntrance = (path: string): boolean => /^\/talkback\/[1-9]\d*$/.test(path);

type EntranceEdge = Pick<Edge, 'id' | 'from' | 'to' | 'portId' | 'direction'>;

/** One for each talkback with a source, also while it has no destinations. */
export const entries = (desk: DeskReader): readonly EntranceEdge[] => talkbacks(desk).map(({ entry }) => entry);

/** One for each strip that a port enters by them. */
export function entrances(desk: DeskReader): readonly Edge[] {
  return talkbacks(desk).flatMap(({ entry, destinations }) =>
    destinations.map((strip): Edge => ({ ...entry, strip, leg: 'left', isSpare: false })),
  );
}

function talkbacks(desk: DeskReader) {
  const found: { entry: EntranceEdge; destinations: readonly StripRef[] }[] = [];
  for (let n = 1; desk.has(`/talkback/${n}`); n += 1) {
    const { sourceId, destinations } = desk.read(`/talkback/${n}`) as unknown as Talkback;
    if (sourceId === '') continue;
    const [from, to] = [sourceId, `mixer:talkback-${n}`];
    found.push({ entry: { id: linkId(from, to), from, to, portId: from, direction: 'input' }, destinations });
  }
  return found;
}

interface Talkback {
  readonly sourceId: string;
  readonly destinations: readonly StripRef[];
}
