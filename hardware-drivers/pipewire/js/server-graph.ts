// The graph of a server, put together from what it said. Pure: times are given.
import type { GraphNodeDescription, GraphPortDescription, GraphSnapshot } from 'rowdesk/driver';
import type { RunningDriver, ServerEvent } from './native.ts';
import { type Latency, ServerObjects, type ServerPort } from './server-objects.ts';

/** Why nothing of it is changed. */
export const onlyRead = 'this driver only reads PipeWire and changes nothing of it';

/** The longest cycle of any server is 8192 frames at 44.1 kHz: 186 ms. What was silent for so long does not run. */
const silentMs = 1000;

interface Running extends RunningDriver {
  readonly atMs: number;
}

export class ServerGraph {
  readonly #objects = new ServerObjects();
  readonly #running = new Map<number, Running>();
  #forcedRate: number | null = null;
  /** Why there is nothing to be read, '' once the server has listed all objects. */
  reason = 'it has not told yet what there is';

  /** True when the snapshot may be another one now. `nowMs`: epoch milliseconds. */
  take(event: ServerEvent, nowMs: number): boolean {
    switch (event.what) {
      case 'added':
        return this.#objects.add(event, nowMs);
      case 'removed':
        this.#running.delete(event.id);
        return this.#objects.remove(event.id);
      case 'latency':
        return this.#takeLatency(event);
      case 'setting':
        return this.#takeSetting(event.key, event.value);
      case 'profile':
        return this.#takeProfile(event.drivers, nowMs);
      case 'ready':
        this.reason = '';
        return true;
      case 'lost':
        this.reason = event.reason;
        return true;
    }
  }

  /** Ends drivers without a report. True when the graph changed. */
  settle(nowMs: number): boolean {
    const silent = [...this.#running.values()].filter(({ atMs }) => nowMs - atMs > silentMs);
    for (const { node } of silent) this.#running.delete(node);
    return silent.length > 0;
  }

  read(): GraphSnapshot {
    if (this.reason !== '') return nothing(this.reason);
    const driving = this.#driving();
    const ids = new Map<number, string>();
    const nodes = [...this.#objects.nodes.values()].flatMap((node): GraphNodeDescription[] => {
      const ports = [...this.#objects.ports.values()].filter((port) => port.node === node.number);
      if (ports.length === 0 && !node.mediaClass.includes('Audio')) return [];
      for (const { number, part } of ports) ids.set(number, `${node.id}:${part}`);
      const kind = node.mediaClass.startsWith('Audio/') ? 'device' : 'stream';
      return [{ id: node.id, label: node.label, kind, ports: this.#describe(node.id, ports, driving) }];
    });
    const links = [...this.#objects.links.values()].flatMap(({ from, to, owner, sinceMs }) => {
      const ends = { from: ids.get(from), to: ids.get(to) };
      return ends.from === undefined || ends.to === undefined ? [] : [{ from: ends.from, to: ends.to, owner, sinceMs }];
    });
    return {
      reason: '',
      readOnly: onlyRead,
      nodes,
      links,
      driving: driving === undefined ? '' : (this.#objects.nodes.get(driving.node)?.id ?? ''),
      rate: driving?.rate ?? 0,
      quantum: driving?.quantum ?? 0,
      forcedRate: this.#forcedRate,
    };
  }

  #takeLatency({ what: _, port, ...latency }: Extract<ServerEvent, { what: 'latency' }>): boolean {
    const direction = this.#objects.ports.get(port)?.direction;
    // the one about the other direction is of what the port is linked to
    if (direction === undefined || latency.isInput !== (direction === 'sink')) return false;
    this.#objects.latencies.set(port, latency);
    return true;
  }

  #takeSetting(key: string, value: string): boolean {
    if (key !== 'clock.force-rate') return false;
    const rate = Number(value);
    this.#forcedRate = rate > 0 ? rate : null;
    return true;
  }

  #takeProfile(drivers: readonly RunningDriver[], atMs: number): boolean {
    const changed = drivers.filter(({ node, rate, quantum, followers }) => {
      const before = this.#running.get(node);
      return before?.rate !== rate || before.quantum !== quantum || before.followers !== followers;
    });
    for (const driver of drivers) this.#running.set(driver.node, { ...driver, atMs });
    return changed.length > 0;
  }

  /** A server has as many clocks as devices run apart: the one with the most followers, then with the highest priority. */
  #driving(): Running | undefined {
    const priority = ({ node }: Running) => this.#objects.nodes.get(node)?.priority ?? 0;
    return [...this.#running.values()].sort(
      (a, b) => b.followers - a.followers || priority(b) - priority(a) || a.node - b.node,
    )[0];
  }

  #describe(node: string, ports: readonly ServerPort[], driving: Running | undefined): GraphPortDescription[] {
    const counts = { source: 0, sink: 0 };
    return [...ports]
      .sort((a, b) => a.place - b.place || a.number - b.number)
      .map(({ number, part, label, direction }) => {
        counts[direction] += 1;
        const latencyFrames = framesOf(this.#objects.latencies.get(number), driving);
        return { id: `${node}:${part}`, label, direction, channel: counts[direction], latencyFrames };
      });
  }
}

/** PipeWire's latency is a sum of quanta, frames and time; without a clock only frames alone are known. */
function framesOf(latency: Latency | undefined, driving: Running | undefined): number | null {
  if (latency === undefined) return null;
  const { quanta, frames, nanoseconds } = latency;
  if (driving === undefined) return quanta === 0 && nanoseconds === 0 ? frames : null;
  return Math.round(quanta * driving.quantum + frames + (nanoseconds * driving.rate) / 1e9);
}

function nothing(reason: string): GraphSnapshot {
  return { reason, nodes: [], links: [], driving: '', rate: 0, quantum: 0, forcedRate: null };
}
