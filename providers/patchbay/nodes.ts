// What could be patched: devices, and what is beside them on audio servers. The mixer is the desk itself.
import type { DeskReader, Graph, GraphNode } from 'rowdesk/provider';
import { hidingIn } from './hiding.ts';

export class Nodes {
  readonly #graph: Graph;

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  read(desk: DeskReader) {
    const hiding = hidingIn(desk);
    const all = this.#graph.nodes.filter(({ kind }) => kind !== 'mixer');
    const isShown = ({ id }: GraphNode) => hiding.ofNode(id) === undefined;
    const isOfKind = (direction: 'source' | 'sink') => (node: GraphNode) =>
      node.ports.some((port) => port.direction === direction);
    const shown = all.filter(isShown);
    return {
      sources: shown.filter(isOfKind('source')).map((node) => described(node, 'source')),
      sinks: shown.filter(isOfKind('sink')).map((node) => described(node, 'sink')),
      hidden: all.filter((node) => !isShown(node)).map((node) => described(node)),
    };
  }

  onChange(changed: () => void): () => void {
    return this.#graph.onChange(changed);
  }
}

function described({ id, label, device, ports, present, driver }: GraphNode, direction?: 'source' | 'sink') {
  return {
    ...{ id, label, device, present, driver },
    ports: ports
      .filter((port) => direction === undefined || port.direction === direction)
      .map((port) => ({ id: port.id, label: port.label, channel: port.channel })),
  };
}
