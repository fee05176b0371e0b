// The node of a fake mixer: its ports have the ids of the real mixer's.
import type { GraphNode, GraphPort } from '../services.ts';

const kindsWithTwoLegs = new Set(['aux', 'fxReturn', 'cue', 'main']);
const kindsWithoutLegs = new Set(['dca', 'muteGroup']);
const kindsWithSource = new Set(['input', 'aux', 'fxReturn']);

/** `layout`: strips per kind. Without a strip that has sound the node has no ports. */
export function fakeMixerNode(layout: Readonly<Record<string, number>>): GraphNode {
  const kinds = Object.keys(layout).filter((kind) => !kindsWithoutLegs.has(kind));
  const named = (direction: GraphPort['direction'], kind: string, legs: readonly string[]) =>
    Array.from({ length: layout[kind] ?? 0 }, (_, place) => `${kind}-${place + 1}`).flatMap((strip) =>
      (kindsWithTwoLegs.has(kind) ? legs : ['']).map((leg) => ({
        id: `mixer:${strip}${leg}`,
        label: `${strip}${leg}`.replaceAll('-', ' '),
        direction,
      })),
    );
  const sinks = kinds
    .filter((kind) => kindsWithSource.has(kind))
    .flatMap((kind) => named('sink', kind, ['-left', '-right']));
  const sources = kinds.flatMap((kind) => named('source', kind, ['-left', '-right', '-mono']));
  const ports = [sinks, sources].flatMap((side) =>
    side.map((port, place) => ({ ...port, channel: place + 1, latencyFrames: 0 })),
  );
  return { id: 'mixer', label: 'Mixer', device: '', kind: 'mixer', ports, present: true, driver: 'mixer' };
}
