// What could be patched: devices, and what is beside them on audio servers. The mixer is the desk itself.
import { type DeskReader, type Graph, type GraphNode, type GraphPort, stopAll } from 'rowdesk/provider';
import type { SourceNames } from '../source/index.ts';
import { hidingIn } from './hiding.ts';

export class Nodes {
  readonly #graph: Graph;

  readonly #names: SourceNames;

  constructor(graph: Graph, names: SourceNames) {
    this.#graph = graph;
    this.#names = names;
  }

  read(desk: DeskReader) {
    const whyHidden = hidingIn(desk);
    const all = this.#graph.nodes.filter(({ kind }) => kind !== 'mixer');
    const isShown = ({ id }: GraphPort) => whyHidden(id) === undefined;
    const withPorts = (isOne: (port: GraphPort) => boolean) =>
      all.map((node) => described(node, node.ports.filter(isOne), this.#names)).filter(({ ports }) => ports.length > 0);
    return {
      sources: withPorts((port) => port.direction === 'source' && isShown(port)),
      sinks: withPorts((port) => port.direction === 'sink' && isShown(port)),
      hidden: withPorts((port) => !isShown(port)),
    };
  }

  onChange(changed: () => void): () => void {
    return stopAll(this.#graph.onChange(changed), this.#names.onChange(changed));
  }
}

function described({ id, label, device, present, driver }: GraphNode, ports: readonly GraphPort[], names: SourceNames) {
  return {
    ...{ id, label, device, present, driver },
    ports: ports.map((port) => ({ id: port.id, label: names.nameOf(port.id) || port.label, channel: port.channel })),
  };
}
