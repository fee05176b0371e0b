// Follows the patch: assigns ports of the desk's device at an audio server to the server's ports that the patch has, and
// commits what changed. The rows are stored, so that a new control process finds the same ports, and no link is remade.
import {
  type Audio,
  type Desk,
  type Faults,
  type Graph,
  type GraphServer,
  isSameJson,
  type Port,
  stopAll,
  type Time,
} from 'rowdesk/provider';
import { stripPath } from '../console/index.ts';
import { type Assignment, assigned, type UsedPort } from './assignments.ts';
import { sourceLegs } from './contract.ts';
import { entries, isEntrance } from './entrances.ts';
import { isExit } from './exits.ts';
import { insertEdges, insertsOf, insertsPath } from './inserts.ts';
import { type Edge, type LivePatch, outputsPath } from './live-patch.ts';
import { drivingOutput } from './ports.ts';
import type { ServerPorts } from './server-ports.ts';
import { serverPath } from './server-reasons.ts';

/** The mixer fades a source or an output that goes over 20 ms; a link ends afterwards. */
const letGoMs = 200;
const actor = 'patch';

/** An edge of a strip, or the source of a talkback. */
type PatchedPort = Edge | ReturnType<typeof entries>[number];

interface Link {
  readonly from: string;
  readonly to: string;
}

export interface AssigningNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly faults: Faults;
  readonly graph: Graph;
  readonly time: Time;
  readonly live: LivePatch;
  readonly servers: ServerPorts;
}

export class Assigning {
  readonly #needs: AssigningNeeds;
  /** Sources of strips at the last look: a fader's move changes none. */
  #sources = new Map<string, string>();
  /** Monotonic ms by port, of assigned ports that the patch has no more. */
  #unusedSince: ReadonlyMap<string, number> = new Map();
  #isLooking = false;
  #stopWaiting: (() => void) | undefined;

  constructor(needs: AssigningNeeds) {
    this.#needs = needs;
  }

  start(): () => void {
    const { audio, desk, graph } = this.#needs;
    this.#look();
    return stopAll(
      desk.onCommit((_revision, paths) => {
        if (graph.servers.length > 0 && paths.some((path) => this.#mayChange(path))) this.#look();
      }),
      audio.onChange(() => this.#look()),
      graph.onChange(() => this.#look()),
      () => this.#stopWaiting?.(),
    );
  }

  #mayChange(path: string): boolean {
    if (path.startsWith('/patch/'))
      return path === outputsPath || path === insertsPath || /^\/patch\/(rightLegs|servers)\//.test(path);
    if (isEntrance(path) || isExit(path)) return true;
    return isStrip.test(path) && (this.#sources.get(path) ?? noSources) !== sourcesAt(path, this.#needs.desk);
  }

  /** Once for all events of a moment. */
  #look(): void {
    if (this.#isLooking || this.#needs.graph.servers.length === 0) return;
    this.#isLooking = true;
    queueMicrotask(() => {
      this.#isLooking = false;
      try {
        this.#follow();
      } catch (error) {
        this.#needs.faults.note(error, 'the assignment of ports of audio servers');
      }
    });
  }

  #follow(): void {
    const { desk, faults, live, servers, time } = this.#needs;
    const edges = [...live.edges(desk), ...live.exits(desk)];
    const paths = new Set(edges.map(({ strip }) => stripPath(strip)));
    this.#sources = new Map([...paths].map((path) => [path, sourcesAt(path, desk)]));
    const leaving = new Map<string, number>();
    // An insert's right leg has a port of its own: none is taken after that of the left one.
    const through = insertEdges(insertsOf(desk), this.#needs.audio).map(({ strip: _, ...edge }) => edge);
    const all = [...edges, ...through, ...entries(desk)];
    for (const server of servers.servers) {
      const path = serverPath(server.id);
      if (!desk.has(path)) continue;
      const before = desk.read(path) as unknown as { ports: readonly Assignment[]; links: readonly Link[] };
      const ports = this.#assigned(server, all, before.ports, leaving);
      const links = this.#linksOf(server, ports, before.links);
      const changes = [
        ...(isSameJson(ports, before.ports) ? [] : [{ path, field: 'ports', value: ports }]),
        ...(isSameJson(links, before.links) ? [] : [{ path, field: 'links', value: links }]),
      ];
      if (changes.length === 0) continue;
      const label = `Ports of ${server.label}`;
      desk
        .commit({ actor, label, changes, despiteLock: true })
        .catch((error: unknown) => faults.note(error, `${path} by the patch`));
    }
    this.#unusedSince = leaving;
    this.#stopWaiting?.();
    this.#stopWaiting = leaving.size === 0 ? undefined : time.after(letGoMs, () => this.#look());
  }

  #assigned(
    server: GraphServer,
    edges: readonly PatchedPort[],
    before: readonly Assignment[],
    leaving: Map<string, number>,
  ): readonly Assignment[] {
    const { audio, servers, time } = this.#needs;
    const isOfServer = ({ portId }: { readonly portId: string }) => servers.serverOf(portId)?.id === server.id;
    const used = this.#used(edges.filter(isOfServer), before);
    const own = servers.ownAt(server);
    const example = own[0]?.port.devicePort ?? before[0]?.devicePort ?? '';
    const device = audio.devices.find(({ id }) => example.startsWith(`${id}:`));
    const outputs = (device?.ports ?? []).filter(({ direction }) => direction === 'output');
    const reserved = edges
      .filter((edge) => !isOfServer(edge))
      .map(({ portId }) => outputs[(drivingOutput(portId) ?? 0) - 1]?.id ?? portId);
    const linked = servers.linkedByOthers();
    const shared = own.filter(({ port }) => linked.has(port.id)).map(({ port }) => port.devicePort ?? '');
    const now = time.monotonicMs();
    const wanted = new Set(used.map(({ portId }) => portId));
    for (const { portId } of before) {
      const since = this.#unusedSince.get(portId) ?? now;
      if (!wanted.has(portId) && now - since < letGoMs) leaving.set(portId, since);
    }
    return assigned({
      used,
      before,
      ports: device !== undefined && device.ports.length > 0 ? device.ports : undefined,
      reserved: new Set(reserved),
      shared: new Set(shared),
      isLeaving: (portId) => leaving.has(portId),
      isActive: (assignment, direction) => this.#isActive(server, assignment, direction),
    });
  }

  /** Each port once, with the port of a right leg. What is known of a node that is away is what was assigned. */
  #used(edges: readonly PatchedPort[], before: readonly Assignment[]): readonly UsedPort[] {
    const { servers } = this.#needs;
    const used = new Map<string, UsedPort>();
    const add = (portId: string, direction: Port['direction'], nextPortId = '') => {
      const found = servers.find(portId);
      const isOther = found !== undefined && (found.port.direction === 'source') !== (direction === 'input');
      if (isOther || found?.port.devicePort !== undefined) return;
      if (!used.has(portId) || nextPortId !== '') used.set(portId, { portId, direction, nextPortId });
    };
    for (const edge of edges) {
      const { portId, direction } = edge;
      const isPair = 'strip' in edge && direction === 'input' && edge.leg === 'left' && hasTwoLegs(edge.strip.kind);
      const known = before.find((each) => each.portId === portId)?.nextPortId ?? '';
      const next = isPair ? (servers.find(portId) === undefined ? known : servers.next(portId)) : '';
      add(portId, direction, next);
      if (next !== '' && servers.find(portId) === undefined) add(next, direction);
    }
    const isUsed = (portId: string) => used.has(portId);
    return [...used.values()].map((port) => (isUsed(port.nextPortId) ? port : { ...port, nextPortId: '' }));
  }

  /** As it was, for as long as the server can't be read. */
  #isActive(server: GraphServer, { portId, devicePort, active }: Assignment, direction: Port['direction']): boolean {
    const { servers } = this.#needs;
    const own = servers.own(devicePort);
    if (!server.present || own?.node.present !== true) return active;
    return direction === 'input' ? servers.isLinked(portId, own.port.id) : servers.isLinked(own.port.id, portId);
  }

  /** In the server's own ids. A link whose port of the desk is not known now stays as it was. */
  #linksOf({ id }: GraphServer, ports: readonly Assignment[], before: readonly Link[]): readonly Link[] {
    const named = (portId: string) => portId.slice(id.length + 1);
    return ports.flatMap(({ portId, devicePort }): readonly Link[] => {
      const own = this.#needs.servers.own(devicePort)?.port;
      const other = named(portId);
      if (own === undefined) return before.filter(({ from, to }) => from === other || to === other);
      const mine = named(own.id);
      return [own.direction === 'sink' ? { from: other, to: mine } : { from: mine, to: other }];
    });
  }
}

/** As `sourcesAt` says it of a strip without a source. */
const noSources = ' ';
const isStrip = /^\/channel\/[^/]+\/\d+$/;
const hasTwoLegs = (kind: string): boolean => (sourceLegs as Readonly<Record<string, number>>)[kind] === 2;

function sourcesAt(path: string, desk: Desk): string {
  const { sourceId = '', spareSourceId = '' } = desk.has(path) ? desk.read(path) : {};
  return `${sourceId} ${spareSourceId}`;
}
