// The audio graph as providers see it: the mixer's own, and audio servers beside it. What was there in this run and is
// gone stays known, so that a patch can say what is missing.

import type { Faults } from '../../base/fault-log.ts';
import { Listeners } from '../../base/listeners.ts';
import type { Device, Graph, GraphLink, GraphNode, GraphServer } from '../../services.ts';
import { Published } from '../discovery/published.ts';
import { deviceNode } from '../graph/device-node.ts';
import { linkId } from '../graph/link-id.ts';
import type { GraphReports } from '../link/graph-shapes.ts';
import { type AudioSnapshot, audioProcess, statuses } from '../processes/audio-snapshot.ts';
import { isServer } from './audio-view.ts';

type Report = GraphReports[number];
type Picture = Omit<Graph, 'onChange'>;
interface GraphInputs {
  readonly snapshot: AudioSnapshot;
  readonly devices: readonly Device[];
}

/** Nodes that went, at most: a server with many names would fill the memory. */
const mostRemembered = 512;
const noClock = { driving: '', rate: 0, quantum: 0, forcedRate: null };
const noChoices = { drivers: [], defaultSource: '', defaultSink: '' };

export class GraphView implements Graph {
  readonly #published: Published<Picture>;
  readonly #remembered = new Map<string, GraphNode>();

  constructor(known: () => GraphInputs, faults: Faults) {
    const listeners = new Listeners(faults, 'a listener of the graph');
    this.#published = new Published(() => this.#draw(known()), listeners);
  }

  /** What it is drawn of changed. */
  look(): void {
    this.#published.look();
  }

  get nodes() {
    return this.#published.value.nodes;
  }

  get links() {
    return this.#published.value.links;
  }

  get servers() {
    return this.#published.value.servers;
  }

  get driving() {
    return this.#published.value.driving;
  }

  get rate() {
    return this.#published.value.rate;
  }

  get quantum() {
    return this.#published.value.quantum;
  }

  get forcedRate() {
    return this.#published.value.forcedRate;
  }

  onChange(listener: () => void): () => void {
    return this.#published.listen(listener);
  }

  #draw({ snapshot, devices }: GraphInputs): Picture {
    const own = audioProcess(snapshot)?.graphs[0];
    const all = snapshot.processes.flatMap(({ graphs }) => graphs);
    const away = new Set(devices.filter((device) => device.away).map(({ id }) => id));
    const there = all.flatMap(nodesOf).map((node) => (away.has(node.id) ? { ...node, present: false } : node));
    const ids = new Set(there.map(({ id }) => id));
    const absent = devices.filter(({ id, present }) => !present && !ids.has(id)).map(deviceNode);
    for (const { id } of absent) ids.add(id);
    const nodes = [...there, ...absent, ...this.#gone(ids)];
    for (const node of there) if (node.kind !== 'stream') this.#remember(node);
    return {
      nodes,
      links: all.flatMap(linksOf),
      servers: serversIn(snapshot, all),
      ...(own === undefined ? noClock : clockOf(own)),
    };
  }

  #gone(ids: ReadonlySet<string>): GraphNode[] {
    return [...this.#remembered.values()].filter(({ id }) => !ids.has(id)).map((node) => ({ ...node, present: false }));
  }

  #remember(node: GraphNode): void {
    this.#remembered.delete(node.id);
    this.#remembered.set(node.id, node);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

/** The nodes of an audio server bear its name, since two servers may have the same. */
function prefixOf({ device }: Report): string {
  return device === '' ? '' : `${device}:`;
}

function nodesOf(report: Report): GraphNode[] {
  const prefix = prefixOf(report);
  const deviceOf = ({ id, kind }: { id: string; kind: string }) => (kind === 'mixer' ? '' : report.device || id);
  return report.snapshot.nodes.map((node) => ({
    ...node,
    id: `${prefix}${node.id}`,
    device: deviceOf(node),
    ports: node.ports.map((port) => ({ ...port, id: `${prefix}${port.id}` })),
    present: true,
    driver: report.driver,
  }));
}

function linksOf(report: Report): GraphLink[] {
  const prefix = prefixOf(report);
  return report.snapshot.links.map((link) => {
    const [from, to] = [`${prefix}${link.from}`, `${prefix}${link.to}`];
    return { id: linkId(from, to), from, to, owner: link.owner, since: new Date(link.sinceMs).toISOString() };
  });
}

function clockOf(report: Report): Pick<Graph, 'driving' | 'rate' | 'quantum' | 'forcedRate'> {
  const { driving, rate, quantum, forcedRate } = report.snapshot;
  return { driving: named(driving, report), rate, quantum, forcedRate };
}

function choicesOf(report: Report): Pick<GraphServer, 'drivers' | 'defaultSource' | 'defaultSink'> {
  const { drivers = [], defaultSource = '', defaultSink = '' } = report.snapshot;
  return {
    drivers: drivers.map((driver) => ({ ...driver, node: named(driver.node, report) })),
    defaultSource: named(defaultSource, report),
    defaultSink: named(defaultSink, report),
  };
}

/** A node of the report, '' for none. */
function named(node: string, report: Report): string {
  return node === '' ? '' : `${prefixOf(report)}${node}`;
}

/** Audio servers beside the mixer: those that were found or configured, open or not. */
function serversIn(snapshot: AudioSnapshot, reports: readonly Report[]): GraphServer[] {
  return snapshot.planned.models.flatMap(({ model }): GraphServer[] => {
    if (!isServer(snapshot, model)) return [];
    const { id, label } = model;
    const report = reports.find(({ device }) => device === id);
    if (report) {
      const { reason, readOnly = '' } = report.snapshot;
      const present = reason === '';
      return [
        { id, label, driver: report.driver, present, reason, readOnly, ...clockOf(report), ...choicesOf(report) },
      ];
    }
    const failure = statuses(snapshot)
      .flatMap(({ failures }) => failures)
      .find((each) => each.id === id);
    const chosen = snapshot.planned.choices.find((choice) => choice.model.id === id)?.chosen?.driver;
    const driver = failure?.driver ?? chosen ?? '';
    const reason = failure?.reason ?? 'it is not there';
    return [{ id, label, driver, present: false, reason, readOnly: '', ...noClock, ...noChoices }];
  });
}
