// A device as a node of the graph.
import type { GraphNode, GraphPort, Port } from '../../services.ts';

/** A device; ids of its ports are `device:port`. */
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
