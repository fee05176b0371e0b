// What could be patched: devices, and what is beside them on audio servers. The mixer is the desk itself.
import type { DeskReader, Graph, GraphNode, GraphPort } from 'rowdesk/provider';
import { hidingIn } from './hiding.ts';

export class Nodes {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  read(desk: DeskReader) {
    const whyHidden = hidingIn(desk);
    const all = this.#graph.nodes.filter(({ kind }) => kind !== 'mixer');
    const isShown = ({ id }: GraphPort) => whyHidden(id) === undefined;
    const withPorts = (isOne: (port: GraphPort) => boolean) =>
      all.map((node) => described(node, node.ports.filter(isOne))).filter(({ ports }) => ports.length > 0);
    return {
      sources: withPorts((port) => port.direction === 'source' && isShown(port)),
      sinks: withPorts((port) => port.direction === 'sink' && isShown(port)),
      hidden: withPorts((port) => !isShown(port)),
    };
  }

  onChange(changed: () => void): () => void {
    return this.#graph.onChange(changed);
  }
}

function described({ id, label, device, present, driver }: GraphNode, ports: readonly GraphPort[]) {
  return {
    ...{ id, label, device, present, driver },
    ports: ports.map((port) => ({ id: port.id, label: port.label, channel: port.channel })),
  };
}
