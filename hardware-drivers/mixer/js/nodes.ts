// The mixer as a node of the graph.
import type { GraphNodeDescription, GraphPortDescription } from 'rowdesk/driver';
import { type Leg, nodeId, portOfLeg, type SoundingStrip } from './legs.ts';

/** rows.md: kinds that take a source. */
const sourceKinds = new Set(['input', 'aux', 'fxReturn']);

/** path: `/channel/{kind}/{index}`. */
export function takesSource(path: string): boolean {
  return sourceKinds.has(path.split('/')[2] ?? '');
}

/**
 * Legs that take a source are sinks. Every leg is a source, since every strip can be played at an output: a leg has one id
 * where it takes sound and where it gives it. A strip of two legs gives half of both, too.
 */
export function mixerNode(strips: readonly SoundingStrip[]): GraphNodeDescription {
  const sinks = strips.filter(({ path }) => takesSource(path));
  const ports = [
    ...numbered('sink', sinks, ['left', 'right']),
    ...numbered('source', strips, ['left', 'right', 'mono']),
  ];
  return { id: nodeId, label: 'Mixer', kind: 'mixer', ports };
}

const onlyLeg = [''] as const;

function numbered(
  direction: GraphPortDescription['direction'],
  strips: readonly SoundingStrip[],
  legsOfTwo: readonly Leg[],
): readonly GraphPortDescription[] {
  const ports = strips.flatMap((strip) => (strip.legs < 2 ? onlyLeg : legsOfTwo).map((leg) => described(strip, leg)));
  return ports.map((port, n) => ({ ...port, direction, channel: n + 1, latencyFrames: 0 }));
}

/** `leg` is '' for the only one. */
function described(strip: SoundingStrip, leg: Leg | ''): Pick<GraphPortDescription, 'id' | 'label'> {
  const [, , kind, index] = strip.path.split('/');
  const label = `${kind} ${index}${leg === '' ? '' : ` ${leg}`}`;
  return { id: portOfLeg(strip, leg === '' ? 'left' : leg), label };
}
