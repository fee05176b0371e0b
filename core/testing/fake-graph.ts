// The graph of a fake audio process: devices and the mixer are nodes; tests set links and audio servers.

import { deviceNode } from '../audio/graph/device-node.ts';
import { linkId } from '../audio/graph/link-id.ts';
import type { ClockState, Device, Graph, GraphLink, GraphNode, GraphServer } from '../services.ts';
import { fakeMixerNode } from './fake-mixer-node.ts';

/** What it reads of the fake audio process. */
export interface FakeGraphOwner {
  readonly devices: readonly Device[];
  readonly clock: ClockState;
  readonly layout: Readonly<Record<string, number>> | undefined;
}

export class FakeGraph implements Graph {
  readonly #owner: FakeGraphOwner;
  readonly #listeners = new Set<() => void>();
  #nodes: readonly GraphNode[] = [];
  /** What they were made of. */
  #of: readonly unknown[] = [];
  forcedRate: number | null = null;
  links: readonly GraphLink[] = [];
  servers: readonly GraphServer[] = [];
  /** Beside the devices and the mixer: those of audio servers. */
  others: readonly GraphNode[] = [];

  constructor(owner: FakeGraphOwner) {
    this.#owner = owner;
  }

  /** The same ones until something has changed, as of a real graph. */
  get nodes(): readonly GraphNode[] {
    const { layout, devices } = this.#owner;
    const of = [layout, devices, this.others];
    if (of.some((part, place) => part !== this.#of[place])) this.#nodes = this.#made();
    this.#of = of;
    return this.#nodes;
  }

  #made(): readonly GraphNode[] {
    const { layout = {}, devices } = this.#owner;
    const mixer = fakeMixerNode(layout);
    return [...(mixer.ports.length > 0 ? [mixer] : []), ...devices.map(deviceNode), ...this.others];
  }

  get driving(): string {
    return this.#owner.clock.driving;
  }

  get rate(): number {
    return this.#owner.clock.rate;
  }

  get quantum(): number {
    return this.#owner.clock.quantum;
  }

  /** Changes its state, and calls the listeners: `become({ links: [linkOf('a:1', 'b:1', 'other')] })`. */
  become(changes: Partial<Pick<FakeGraph, 'links' | 'servers' | 'others' | 'forcedRate'>>): void {
    Object.assign(this, changes);
    this.notify();
  }

  /** For its owner: devices or the clock changed. */
  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}

/** A link between two ports, made at the beginning of 2026. */
export function linkOf(from: string, to: string, owner = 'rowdesk'): GraphLink {
  return { id: linkId(from, to), from, to, owner, since: '2026-01-01T00:00:00.000Z' };
}

/** An audio server `id`, present and changeable, that runs nothing. */
export function serverOf(id: string, changes: Partial<GraphServer> = {}): GraphServer {
  return {
    ...{ id, label: id, driver: id, present: true, reason: '', readOnly: '' },
    ...{ driving: '', rate: 0, quantum: 0, forcedRate: null, drivers: [], defaultSource: '', defaultSink: '' },
    ...changes,
  };
}
