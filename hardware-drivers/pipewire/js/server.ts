// A PipeWire server beside the mixer: connected for as long as it answers, and again when it comes back. The links that
// the desk wants are made and kept there.
import type {
  ControlDevice,
  DeviceDescription,
  DiscoveredModel,
  DriverContext,
  GraphReader,
  Observation,
  Reading,
  Value,
} from 'rowdesk/driver';
import { Announcement } from '../../lib/cycles/js/announcement.ts';
import { Adapters } from './adapters.ts';
import { deskHash } from './desk.ts';
import { disconnect, LinksTarget } from './links-target.ts';
import type { Native, NativeConnection, ServerEvent } from './native.ts';
import { nodeIdentity } from './node-identity.ts';
import { ServerGraph } from './server-graph.ts';

const usualRetryMs = 1000;
const settleMs = 500;

export class PipeWireServer implements ControlDevice {
  readonly target: string;
  readonly description: DeviceDescription;
  readonly graph: GraphReader = {
    read: () => this.#graph.read((from, to) => this.#wanted.links.isWanted(from, to)),
  };
  readonly #native: Native;
  readonly #socket: string;
  readonly #context: DriverContext;
  readonly #desk: string;
  readonly #retryMs: number;
  readonly #settling: NodeJS.Timeout;
  readonly #wanted: LinksTarget;
  #graph: ServerGraph;
  readonly #adapters = new Adapters();
  #connection: NativeConnection | undefined;
  /** Of the first complete list, by the monotonic clock. */
  #readyMs = 0;
  #retry: NodeJS.Timeout | undefined;
  readonly #announcement: Announcement;
  #nextLook: NodeJS.Timeout | undefined;
  /** The revision of the last block, and of the last one whose links are made as far as they can be. */
  #revision = 0;
  #settledRevision = 0;

  constructor(
    native: Native,
    { id, label, model, transport }: DiscoveredModel,
    socket: string,
    context: DriverContext,
  ) {
    this.target = `graph:${id}`;
    this.description = { id, label, model, transport, ports: [], ...noAudio, clockId: id };
    this.#native = native;
    this.#socket = socket;
    this.#context = context;
    // A new server sends hundreds of events.
    this.#announcement = new Announcement(() => {
      this.#keepLinks();
      context.changed();
    });
    this.#desk = deskHash(context.mediaFolder);
    this.#graph = this.#newGraph();
    this.#wanted = new LinksTarget(this.#desk);
    const { retryMs = usualRetryMs } = (context.config ?? {}) as { readonly retryMs?: number };
    this.#retryMs = retryMs;
    this.#settling = setInterval(() => this.#settle(), settleMs).unref();
    this.#connect();
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const refused = values.flatMap((value): Reading[] => {
      const reason = this.#wanted.take(value);
      const { path, field } = value;
      return reason === '' ? [] : [{ path, field, value: null, state: 'refused', reason }];
    });
    this.#revision = revision;
    this.#keepLinks();
    return refused;
  }

  observe(): Observation {
    if (!this.#wanted.links.isAsking(monotonicMs())) this.#settledRevision = this.#revision;
    // What went and is there again is said in two observations.
    if (this.#wanted.links.hasReturned) this.#announcement.ask();
    const links = this.#wanted.read(this.#graph);
    return { revision: this.#settledRevision, values: links === undefined ? [] : [links] };
  }

  call(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (method !== 'disconnect') throw new Error(`an audio server can't ${method}`);
    disconnect(args.links, this.#graph, this.#connection);
    return {};
  }

  /** The links stay: the sound goes on without this driver. */
  close(): void {
    clearInterval(this.#settling);
    clearTimeout(this.#retry);
    clearTimeout(this.#nextLook);
    this.#announcement.end();
    this.#connection?.close();
    this.#connection = undefined;
  }

  #connect(): void {
    this.#graph = this.#newGraph();
    try {
      const graph = this.#graph;
      this.#connection = new this.#native.Connection(this.#socket, (event) => {
        // what an earlier connection still had under way
        if (graph === this.#graph) this.#take(event);
      });
    } catch (error) {
      this.#lose((error as Error).message);
    }
  }

  #newGraph(): ServerGraph {
    return new ServerGraph(this.#desk, (properties) => nodeIdentity(properties, '/sys'));
  }

  #take(event: ServerEvent): void {
    if (event.what === 'lost') {
      this.#context.log('warn', `PipeWire went: ${event.reason}`);
      this.#lose(event.reason);
      return;
    }
    if (event.what === 'ready') {
      this.#readyMs = monotonicMs();
      this.#context.warn('server', '');
    }
    if (event.what === 'refused') this.#context.log('debug', `PipeWire refuses: ${event.reason}`);
    if (event.what === 'linkRefused') this.#wanted.links.refused(event.request, event.reason, monotonicMs());
    if (this.#graph.take(event, monotonicMs(), Date.now()) || isOfLinks(event)) this.#announcement.ask();
  }

  #lose(reason: string): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#graph = this.#newGraph();
    this.#graph.reason = reason;
    this.#wanted.links.lost();
    this.#context.warn('server', `PipeWire at ${this.#socket}: ${reason}`);
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs).unref();
    this.#announcement.ask();
  }

  #settle(): void {
    const nowMs = monotonicMs();
    if (this.#connection) this.#adapters.keep(this.#graph, this.#connection, this.#readyMs, nowMs);
    if (this.#graph.settle(nowMs)) this.#announcement.ask();
  }

  #keepLinks(): void {
    clearTimeout(this.#nextLook);
    if (!this.#connection) return;
    const nowMs = monotonicMs();
    const nextMs = this.#wanted.links.keep(this.#graph, this.#connection, nowMs);
    if (nextMs !== undefined) this.#nextLook = setTimeout(() => this.#announcement.ask(), nextMs - nowMs).unref();
  }
}

/** The clock of the system may be set meanwhile. */
const monotonicMs = () => performance.now();

/** What concerns wanted links before a graph shows them. */
function isOfLinks(event: ServerEvent): boolean {
  return event.what === 'linkRefused' || (event.what === 'added' && event.type === 'Link');
}

const noAudio = { inputLatencyFrames: 0, outputLatencyFrames: 0, supportedRates: [] };
