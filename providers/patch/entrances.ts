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

export function talkbackPaths(desk: DeskReader): readonly string[] {
  const paths: string[] = [];
  while (desk.has(`/talkback/${paths.length + 1}`)) paths.push(`/talkback/${paths.length + 1}`);
  return paths;
}

function talkbacks(desk: DeskReader) {
  return talkbackPaths(desk).flatMap((path, place) => {
    const { sourceId, destinations } = desk.read(path) as unknown as Talkback;
    if (sourceId === '') return [];
    const [from, to] = [sourceId, `mixer:talkback-${place + 1}`];
    const entry: EntranceEdge = { id: linkId(from, to), from, to, portId: from, direction: 'input' };
    return [{ entry, destinations }];
  });
}

interface Talkback {
  readonly sourceId: string;
  readonly destinations: readonly StripRef[];
}
