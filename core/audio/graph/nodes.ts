// The mixer and a device as nodes of the graph.
import type { GraphNode, GraphPort, Port } from '../../services.ts';
import { legPortId, mixerNodeId, monoPortId } from './ids.ts';

/** A strip with sound: its path, and 1 or 2 legs. */
export interface SoundingStrip {
  readonly path: string;
  readonly legs: number;
}

/** rows.md: kinds that take a source. */
const takesSource = new Set(['input', 'aux', 'fxReturn']);

/**
 * Legs that take a source are sinks. Every leg is a source, since every strip can be played at an output: a strip's own
 * leg is under one id where it takes sound and where it gives it. A strip with two legs gives their half, too.
 */
export function mixerNode(strips: readonly SoundingStrip[], driver: string): GraphNode {
  const sinks = strips.filter(({ path }) => takesSource.has(kindOf(path))).flatMap(legsOf);
  const sources = strips.flatMap((strip) => [...legsOf(strip), ...monoOf(strip)]);
  return {
    id: mixerNodeId,
    label: 'Mixer',
    device: '',
    kind: 'mixer',
    ports: [...numbered(sinks, 'sink'), ...numbered(sources, 'source')],
    present: true,
    driver,
  };
}

type Named = Pick<GraphPort, 'id' | 'label'>;

function legsOf({ path, legs }: SoundingStrip): Named[] {
  const sides = legs < 2 ? [''] : [' left', ' right'];
  return sides.map((side, leg) => ({ id: legPortId(path, leg, legs), label: `${labelOf(path)}${side}` }));
}

function monoOf({ path, legs }: SoundingStrip): Named[] {
  return legs < 2 ? [] : [{ id: monoPortId(path), label: `${labelOf(path)} mono` }];
}

function numbered(ports: readonly Named[], direction: GraphPort['direction']): GraphPort[] {
  return ports.map((port, place) => ({ ...port, direction, channel: place + 1, latencyFrames: 0 }));
}

function labelOf(path: string): string {
  return path.replace('/channel/', '').replace('/', ' ');
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
