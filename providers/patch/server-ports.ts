// Ports of audio servers beside the desk: what is there, and which of the ports are the desk's own.
import type { Graph, GraphLink, GraphNode, GraphPort, GraphServer } from 'rowdesk/provider';

export interface ServerPort {
  readonly node: GraphNode;
  readonly port: GraphPort;
}

export class ServerPorts {
  readonly #graph: Graph;
  #nodes: Graph['nodes'] | undefined;
  #ports: ReadonlyMap<string, ServerPort> = new Map();
  /** By `device:port` of the desk. */
  #own: ReadonlyMap<string, ServerPort> = new Map();
  #links: readonly GraphLink[] | undefined;
  #linked: ReadonlySet<string> = new Set();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get servers(): readonly GraphServer[] {
    return this.#graph.servers;
  }

  /** Another set of servers. */
  onServers(changed: () => void): () => void {
    const ids = () => this.servers.map(({ id }) => id).join('\n');
    let before = ids();
    return this.#graph.onChange(() => {
      const now = ids();
      if (now === before) return;
      before = now;
      changed();
    });
  }

  /** The server of a port, present or not; undefined for a port of a device. */
  serverOf(portId: string): GraphServer | undefined {
    const found = this.#graph.servers.filter(({ id }) => portId.startsWith(`${id}:`));
    return found.length < 2 ? found[0] : found.reduce((a, b) => (b.id.length > a.id.length ? b : a));
  }

  /** A port of a node that is there, or was in this run. */
  find(portId: string): ServerPort | undefined {
    this.#read();
    return this.#ports.get(portId);
  }

  /** The node of a port that is not listed. */
  nodeOf(portId: string): GraphNode | undefined {
    const id = portId.slice(0, portId.lastIndexOf(':'));
    return this.#graph.nodes.find((node) => node.id === id);
  }

  /** The desk's own port at a server, by `device:port`. */
  own(devicePort: string): ServerPort | undefined {
    this.#read();
    return this.#own.get(devicePort);
  }

  /** The desk's own ports at this server. */
  ownAt(server: GraphServer): readonly ServerPort[] {
    this.#read();
    return [...this.#own.values()].filter(({ port }) => port.id.startsWith(`${server.id}:`));
  }

  /** The port after this one on its node, in its direction; '' where there is none. */
  next(portId: string): string {
    const found = this.find(portId);
    if (found === undefined) return '';
    const { channel, direction } = found.port;
    const later = found.node.ports.filter((port) => port.direction === direction && port.channel > channel);
    return later.reduce<GraphPort | undefined>((a, b) => (a && a.channel < b.channel ? a : b), undefined)?.id ?? '';
  }

  isLinked(from: string, to: string): boolean {
    if (this.#links !== this.#graph.links) {
      this.#links = this.#graph.links;
      this.#linked = new Set(this.#links.map((link) => `${link.from} ${link.to}`));
    }
    return this.#linked.has(`${from} ${to}`);
  }

  /** Ports at which a link of another client begins or ends. */
  linkedByOthers(): ReadonlySet<string> {
    const links = this.#graph.links.filter(({ owner }) => owner !== 'rowdesk');
    return new Set(links.flatMap(({ from, to }) => [from, to]));
  }

  #read(): void {
    const { nodes } = this.#graph;
    if (nodes === this.#nodes) return;
    this.#nodes = nodes;
    const all = nodes.flatMap((node) => node.ports.map((port) => [port.id, { node, port }] as const));
    this.#ports = new Map(all);
    const own = all.flatMap(([, found]) => (found.port.devicePort === undefined ? [] : [found]));
    // A node that is there comes last, and counts.
    const inOrder = [...own].sort((a, b) => Number(a.node.present) - Number(b.node.present));
    this.#own = new Map(inOrder.map((found) => [found.port.devicePort as string, found]));
  }
}
