// The graph of a server, put together from what it said. Pure: times are given.

import type { GraphNodeDescription, GraphPortDescription, GraphSnapshot } from 'rowdesk/driver';
import { toldFrames } from '../../lib/cycles/js/told-latency.ts';
import { driverGrade } from './clock-grade.ts';
import { Defaults } from './defaults.ts';
import { deskKey, deviceKey, devicePort } from './desk.ts';
import type { ServerEvent } from './native.ts';
import { PortIndex } from './port-index.ts';
import { type Running, RunningDrivers } from './running-drivers.ts';
import { type Latency, type ServerNode, ServerObjects, type ServerPort } from './server-objects.ts';

export class ServerGraph {
  readonly objects: ServerObjects;
  readonly #desk: string;
  readonly #running = new RunningDrivers();
  readonly #defaults = new Defaults();
  /** The number of their metadata. */
  #defaultsId: number | undefined;
  #index: PortIndex | undefined;
  #forcedRate: number | null = null;
  /** Why there is nothing to be read, '' once the server has listed all objects. */
  reason = 'it has not told yet what there is';

  /**
   * `desk`: the hash of the desk (desk.ts), by which it knows its own node and links. `identityOf`: of hardware, by the
   * properties of its node.
   */
  constructor(desk: string, identityOf?: ConstructorParameters<typeof ServerObjects>[0]) {
    this.#desk = desk;
    this.objects = new ServerObjects(identityOf);
  }

  /** True when the snapshot may be another one now. `nowMs`: monotonic; `wallMs`: since 1970. */
  take(event: ServerEvent, nowMs: number, wallMs = nowMs): boolean {
    switch (event.what) {
      case 'added':
        this.#index = undefined;
        if (event.properties['metadata.name'] === 'default') this.#defaultsId = event.id;
        return this.objects.add(event, nowMs, wallMs);
      case 'removed':
        this.#index = undefined;
        this.#running.remove(event.id);
        if (event.id === this.#defaultsId) return this.#defaults.clear();
        return this.objects.remove(event.id);
      case 'node':
        return this.objects.describeNode(event);
      case 'link':
        return this.objects.describeLink(event);
      case 'latency':
        return this.#takeLatency(event);
      case 'setting':
        return event.metadata === 'default' ? this.#defaults.take(event) : this.#takeSetting(event.key, event.value);
      case 'profile':
        return this.#running.take(event.drivers, nowMs);
      case 'ready':
        this.reason = '';
        return true;
      case 'lost':
        this.reason = event.reason;
        return true;
      case 'linkRefused':
      case 'refused':
        return false;
    }
  }

  get ports(): PortIndex {
    this.#index ??= new PortIndex(this.objects);
    return this.#index;
  }

  /** Ends drivers without a report. True when the graph changed. */
  settle(nowMs: number): boolean {
    return this.#running.settle(nowMs);
  }

  /** `isWanted`: the desk wants a link between these ports, and has it then, even if another client made it. */
  read(isWanted: (from: string, to: string) => boolean = () => false): GraphSnapshot {
    if (this.reason !== '') return nothing(this.reason);
    const driving = this.#running.driving(({ node }) => this.objects.nodes.get(node)?.priority ?? 0);
    const shown = [...this.objects.nodes.values()].filter((node) => this.#isShown(node));
    return {
      reason: '',
      nodes: shown.map((node) => this.#describeNode(node, driving)),
      links: this.#links(new Set(shown.map(({ number }) => number)), isWanted),
      driving: driving === undefined ? '' : (this.objects.nodes.get(driving.node)?.id ?? ''),
      rate: driving?.rate ?? 0,
      quantum: driving?.quantum ?? 0,
      forcedRate: this.#forcedRate,
      drivers: shown.filter(canDrive).map(({ number, id, priority, info }) => {
        const running = this.#running.get(number);
        const grade = driverGrade(info?.properties ?? {});
        const clock = { rate: running?.rate ?? 0, quantum: running?.quantum ?? 0 };
        return { node: id, priority, ...clock, ...(grade === undefined ? {} : { grade }) };
      }),
      defaultSource: this.#defaults.source(shown),
      defaultSink: this.#defaults.sink(shown),
    };
  }

  #isShown(node: ServerNode): boolean {
    if (node.info === undefined) return false;
    return node.mediaClass.includes('Audio') || this.ports.byNode.has(node.number) || canDrive(node);
  }

  #links(nodes: ReadonlySet<number>, isWanted: (from: string, to: string) => boolean): GraphSnapshot['links'] {
    const isAt = (port: number) => nodes.has(this.objects.ports.get(port)?.node ?? -1);
    return [...this.objects.links.values()].flatMap(({ from, to, owner, sinceMs, info }) => {
      const ends = { from: this.ports.ids.get(from), to: this.ports.ids.get(to) };
      if (info === undefined || info.error !== '' || ends.from === undefined || ends.to === undefined) return [];
      if (!isAt(from) || !isAt(to)) return [];
      const isOurs = info.desk === this.#desk || isWanted(ends.from, ends.to);
      return [{ from: ends.from, to: ends.to, owner: isOurs ? 'rowdesk' : owner, sinceMs }];
    });
  }

  #takeLatency({ what: _, port, ...latency }: Extract<ServerEvent, { what: 'latency' }>): boolean {
    const direction = this.objects.ports.get(port)?.direction;
    // the one about the other direction is of what the port is linked to
    if (direction === undefined || latency.isInput !== (direction === 'sink')) return false;
    this.objects.latencies.set(port, latency);
    return true;
  }

  #takeSetting(key: string, value: string): boolean {
    if (key !== 'clock.force-rate') return false;
    const rate = Number(value);
    this.#forcedRate = rate > 0 ? rate : null;
    return true;
  }

  #describeNode(node: ServerNode, driving: Running | undefined): GraphNodeDescription {
    const { number, id, label, mediaClass, info } = node;
    const device = info?.properties[deskKey] === this.#desk ? info.properties[deviceKey] : undefined;
    const isDevice = mediaClass.startsWith('Audio/') || canDrive(node);
    const kind = device !== undefined ? 'mixer' : isDevice ? 'device' : 'stream';
    const ports = this.#describePorts(id, this.ports.byNode.get(number) ?? [], driving, device);
    const reason = info?.error ?? '';
    const identity = kind === 'device' ? info?.identity : undefined;
    return { id, label, kind, ports, ...(identity ? { identity } : {}), ...(reason === '' ? {} : { reason }) };
  }

  #describePorts(
    node: string,
    ports: readonly ServerPort[],
    driving: Running | undefined,
    device: string | undefined,
  ): GraphPortDescription[] {
    const counts = { source: 0, sink: 0 };
    return [...ports]
      .sort((a, b) => a.place - b.place || a.number - b.number)
      .map(({ number, part, label, direction }) => {
        counts[direction] += 1;
        const latencyFrames = framesOf(this.objects.latencies.get(number), driving);
        const port = { id: `${node}:${part}`, label, direction, channel: counts[direction], latencyFrames };
        return device === undefined ? port : { ...port, devicePort: devicePort(device, label) };
      });
  }
}

/** What runs by nothing but computing (freewheel) gives no sound in time. */
function canDrive({ info }: ServerNode): boolean {
  return info?.properties['node.driver'] === 'true' && info.properties['node.freewheel'] !== 'true';
}

/** Without a clock only frames alone are known. */
function framesOf(latency: Latency | undefined, driving: Running | undefined): number | null {
  if (latency === undefined) return null;
  if (driving !== undefined) return toldFrames(latency, driving);
  const { quanta, frames, nanoseconds } = latency;
  return quanta === 0 && nanoseconds === 0 ? Math.max(0, frames) : null;
}

function nothing(reason: string): GraphSnapshot {
  return { reason, nodes: [], links: [], driving: '', rate: 0, quantum: 0, forcedRate: null };
}
