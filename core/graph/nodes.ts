// The mixer and a device as nodes of the graph.
import type { GraphNode, GraphPort, Port } from '../services.ts';
import { legPortId, mixerNodeId } from './ids.ts';

/** A strip with sound: its path, and 1 or 2 legs. */
export interface SoundingStrip {
  readonly path: string;
  readonly legs: number;
}

/** rows.md: kinds that take a source, and kinds whose sound can leave the desk. */
const takesSource = new Set(['input', 'aux', 'fxReturn']);
const feedsOutputs = new Set(['mix', 'matrix', 'main', 'cue', 'mixMinus']);

/** Legs that take a source are sinks, legs of buses are sources; an effect's send is neither. */
export function mixerNode(strips: readonly SoundingStrip[], driver: string): GraphNode {
  const ports = (kinds: ReadonlySet<string>, direction: GraphPort['direction']): GraphPort[] =>
    strips
      .filter(({ path }) => kinds.has(kindOf(path)))
      .flatMap(({ path, legs }) => Array.from({ length: legs }, (_, leg) => ({ path, leg, legs })))
      .map(({ path, leg, legs }, place) => {
        const label = `${path.replace('/channel/', '').replace('/', ' ')}${legs < 2 ? '' : leg === 0 ? ' left' : ' right'}`;
        return { id: legPortId(path, leg, legs), label, direction, channel: place + 1, latencyFrames: 0 };
      });
  return {
    id: mixerNodeId,
    label: 'Mixer',
    device: '',
    kind: 'mixer',
    ports: [...ports(takesSource, 'sink'), ...ports(feedsOutputs, 'source')],
    present: true,
    driver,
  };
}

/** What a node needs to know of a device; ids of ports are `device:port`. */
export interface NodeDevice {
  readonly id: string;
  readonly label: string;
  readonly driver: string;
  readonly present: boolean;
  readonly ports: readonly Port[];
  readonly inputLatencyFrames: number;
  readonly outputLatencyFrames: number;
}

/** A device's inputs are sources of the graph, its outputs sinks. */
export function deviceNode(device: NodeDevice): GraphNode {
  const { id, label, driver, present } = device;
  const ports = device.ports.map((port): GraphPort => {
    const isInput = port.direction === 'input';
    return {
      id: port.id,
      label: port.label,
      direction: isInput ? 'source' : 'sink',
      channel: port.channel,
      latencyFrames: isInput ? device.inputLatencyFrames : device.outputLatencyFrames,
    };
  });
  return { id, label, device: id, kind: 'device', ports, present, driver };
}

function kindOf(path: string): string {
  return path.split('/')[2] ?? '';
}
