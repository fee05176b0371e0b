// Where sound enters the desk beside the sources of strips: talkbacks, where there are any. They belong to no patch, and
// close a loop as well as a source does, whether they are on now or not.
import { type DeskReader, linkId } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import type { Edge } from './live-patch.ts';

export const isEntrance = (path: string): boolean => /^\/talkback\/[1-9]\d*$/.test(path);

/** One for each strip that a port enters by them. */
export function entrances(desk: DeskReader): readonly Edge[] {
  const found: Edge[] = [];
  for (let n = 1; desk.has(`/talkback/${n}`); n += 1) {
    const { sourceId, destinations } = desk.read(`/talkback/${n}`) as unknown as Talkback;
    if (sourceId !== '') found.push(...destinations.map((strip) => entrance(sourceId, `mixer:talkback-${n}`, strip)));
  }
  return found;
}

interface Talkback {
  readonly sourceId: string;
  readonly destinations: readonly StripRef[];
}

function entrance(from: string, to: string, strip: StripRef): Edge {
  return { id: linkId(from, to), from, to, portId: from, direction: 'input', strip, leg: 'left', isSpare: false };
}
