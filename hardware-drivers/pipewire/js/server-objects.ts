// The objects of a server by its numbers, named when they come: what a number meant is lost once it is used again.
import { firstFree, nodeId, portPart } from './ids.ts';
import type { ServerEvent } from './native.ts';

type Added = Extract<ServerEvent, { what: 'added' }>;
export type Latency = Omit<Extract<ServerEvent, { what: 'latency' }>, 'what' | 'port'>;

export interface ServerNode {
  readonly number: number;
  readonly id: string;
  readonly label: string;
  readonly mediaClass: string;
  readonly priority: number;
}
export interface ServerPort {
  readonly number: number;
  /** The number of its node. */
  readonly node: number;
  /** The port's part of its id. */
  readonly part: string;
  readonly label: string;
  readonly direction: 'source' | 'sink';
  /** Its place in the node, as the server counts. */
  readonly place: number;
}
export interface ServerLink {
  /** Numbers of ports. */
  readonly from: number;
  readonly to: number;
  readonly owner: string;
  readonly sinceMs: number;
}

export class ServerObjects {
  readonly nodes = new Map<number, ServerNode>();
  readonly ports = new Map<number, ServerPort>();
  readonly links = new Map<number, ServerLink>();
  /** By the number of the port: on its way to the world, or from there. */
  readonly latencies = new Map<number, Latency>();
  readonly #clients = new Map<number, string>();

  /** True when it is one of those that a graph shows. */
  add({ id, type, properties }: Added, nowMs: number): boolean {
    if (type === 'Client') this.#clients.set(id, properties['application.name'] ?? '');
    else if (type === 'Node') this.nodes.set(id, this.#node(id, properties));
    else if (type === 'Port' && isAudio(properties)) this.ports.set(id, this.#port(id, properties));
    else if (type === 'Link') this.links.set(id, this.#link(properties, nowMs));
    else return false;
    return type !== 'Client';
  }

  remove(id: number): boolean {
    this.#clients.delete(id);
    this.latencies.delete(id);
    const had = [this.nodes, this.ports, this.links].map((objects) => objects.delete(id));
    return had.includes(true);
  }

  #node(number: number, properties: Added['properties']): ServerNode {
    const name = properties['node.name'] ?? '';
    const isTaken = (id: string) => [...this.nodes.values()].some((node) => node.id === id);
    return {
      number,
      id: firstFree(nodeId(name), isTaken),
      label: properties['node.description'] ?? properties['node.nick'] ?? name,
      mediaClass: properties['media.class'] ?? '',
      priority: Number(properties['priority.driver'] ?? 0),
    };
  }

  #port(number: number, properties: Added['properties']): ServerPort {
    const [name, node] = [properties['port.name'] ?? '', Number(properties['node.id'])];
    const isTaken = (part: string) => [...this.ports.values()].some((port) => port.node === node && port.part === part);
    return {
      number,
      node,
      part: firstFree(portPart(name), isTaken),
      label: name,
      direction: properties['port.direction'] === 'in' ? 'sink' : 'source',
      place: Number(properties['port.id'] ?? 0),
    };
  }

  /** A link that outlives whoever made it (`object.linger`) bears no client: nobody can say who that was. */
  #link(properties: Added['properties'], nowMs: number): ServerLink {
    return {
      from: Number(properties['link.output.port']),
      to: Number(properties['link.input.port']),
      owner: this.#clients.get(Number(properties['client.id'] ?? -1)) || 'unknown',
      sinceMs: nowMs,
    };
  }
}

/** MIDI and video have ports, too. */
function isAudio(properties: Added['properties']): boolean {
  const format = properties['format.dsp'];
  return format === undefined || format.includes('audio');
}
