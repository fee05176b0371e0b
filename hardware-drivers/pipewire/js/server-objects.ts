// The objects of a server by its numbers, named when they come: what a number meant is lost once it is used again.
import type { DeviceIdentity } from 'rowdesk/driver';
import { deskKey } from './desk.ts';
import { firstFree, nodeId, portPart } from './ids.ts';
import type { Properties, ServerEvent } from './native.ts';

type Added = Extract<ServerEvent, { what: 'added' }>;
export type Latency = Omit<Extract<ServerEvent, { what: 'latency' }>, 'what' | 'port'>;

export interface ServerNode {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly mediaClass: string;
  readonly priority: number;
  /** Monotonic milliseconds. */
  readonly sinceMs: number;
  /** What the node says of itself; undefined until it has: a graph does not show the node before. */
  info?: NodeInfo;
}
export interface NodeInfo {
  readonly error: string;
  /** Of hardware. */
  readonly identity: DeviceIdentity | undefined;
  readonly isConfigurable: boolean;
  readonly properties: Properties;
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
  readonly number: number;
  /** Numbers of ports. */
  readonly from: number;
  readonly to: number;
  /** The name of the client that made it, 'unknown' for none. */
  readonly owner: string;
  readonly isDestroyable: boolean;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** What the link says of itself; undefined until it has. */
  info?: LinkInfo;
}
export interface LinkInfo {
  readonly error: string;
  /** The desk that made it (`deskHash`), '' for others. */
  readonly desk: string;
}

export class ServerObjects {
  readonly #identityOf: (properties: Properties) => DeviceIdentity | undefined;
  readonly nodes = new Map<number, ServerNode>();
  readonly ports = new Map<number, ServerPort>();
  readonly links = new Map<number, ServerLink>();
  /** By the number of the port: on its way to the world, or from there. */
  readonly latencies = new Map<number, Latency>();
  /** Application names of the clients that are there. */
  readonly clients = new Map<number, string>();

  /** `identityOf`: of a node, by its properties. */
  constructor(identityOf: (properties: Properties) => DeviceIdentity | undefined = () => undefined) {
    this.#identityOf = identityOf;
  }

  /** True when it is one of those that a graph shows. */
  add({ id, type, isDestroyable, properties }: Added, nowMs: number, wallMs: number): boolean {
    if (type === 'Client') this.clients.set(id, properties['application.name'] ?? '');
    else if (type === 'Node') this.nodes.set(id, this.#node(id, properties, nowMs));
    else if (type === 'Port' && isAudio(properties)) this.ports.set(id, this.#port(id, properties));
    else if (type === 'Link') this.links.set(id, this.#link(id, properties, isDestroyable, wallMs));
    else return false;
    return type === 'Port';
  }

  remove(id: number): boolean {
    this.clients.delete(id);
    this.latencies.delete(id);
    const had = [this.nodes, this.ports, this.links].map((objects) => objects.delete(id));
    return had.includes(true);
  }

  /** True when a graph shows the node in another way now. */
  describeNode({ id, error, isConfigurable, properties }: Extract<ServerEvent, { what: 'node' }>): boolean {
    const node = this.nodes.get(id);
    if (node === undefined) return false;
    const before = node.info;
    node.info = {
      error,
      identity: properties ? this.#identityOf(properties) : before?.identity,
      isConfigurable: isConfigurable ?? before?.isConfigurable ?? false,
      properties: properties ?? before?.properties ?? {},
    };
    return before === undefined || before.error !== error || properties !== undefined;
  }

  /** True when a graph shows the link in another way now. */
  describeLink({ id, error, properties }: Extract<ServerEvent, { what: 'link' }>): boolean {
    const link = this.links.get(id);
    if (link === undefined) return false;
    const before = link.info;
    link.info = { error, desk: properties?.[deskKey] ?? before?.desk ?? '' };
    return before?.error !== error || before.desk !== link.info.desk;
  }

  #node(number: number, properties: Properties, sinceMs: number): ServerNode {
    const name = properties['node.name'] ?? '';
    const isTaken = (id: string) => [...this.nodes.values()].some((node) => node.id === id);
    return {
      number,
      id: firstFree(nodeId(name), isTaken),
      name,
      label: properties['node.description'] ?? properties['node.nick'] ?? name,
      mediaClass: properties['media.class'] ?? '',
      priority: Number(properties['priority.driver']) || 0,
      sinceMs,
    };
  }

  #port(number: number, properties: Properties): ServerPort {
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
  #link(number: number, properties: Properties, isDestroyable: boolean, sinceMs: number): ServerLink {
    return {
      number,
      from: Number(properties['link.output.port']),
      to: Number(properties['link.input.port']),
      owner: this.clients.get(Number(properties['client.id'] ?? -1)) || 'unknown',
      isDestroyable,
      sinceMs,
    };
  }
}

/** MIDI and video have ports, too. */
function isAudio(properties: Properties): boolean {
  const format = properties['format.dsp'];
  return format === undefined || format.includes('audio');
}
