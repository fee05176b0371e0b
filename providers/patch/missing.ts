import type { Edge } from './live-patch.ts';
import { type PortReaders, silenceAt } from './ports.ts';

export interface Missing {
  readonly edge: string;
  /** In words. */
  readonly reason: string;
}

/** Edges that are patched and can't be heard. They stay patched, and are heard as soon as what they wait for is there. */
export function missingIn(
  edges: readonly Pick<Edge, 'id' | 'portId' | 'direction'>[],
  heard: PortReaders,
): readonly Missing[] {
  const missing = edges.flatMap(({ id, portId, direction }) => {
    const silence = silenceAt(portId, direction, heard);
    return silence === undefined ? [] : [[id, silence.reason] as const];
  });
  return [...new Map(missing)].map(([edge, reason]) => ({ edge, reason }));
}
