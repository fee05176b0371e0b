// A PipeWire server beside the mixer, which is only read: connected for as long as it answers, and again when it comes
// back.
import type {
  ControlDevice,
  DeviceDescription,
  DiscoveredModel,
  DriverContext,
  GraphReader,
  Reading,
  Value,
} from 'rowdesk/driver';
import type { Native, NativeConnection, ServerEvent } from './native.ts';
import { onlyRead, ServerGraph } from './server-graph.ts';

const usualRetryMs = 1000;
const settleMs = 500;

export class PipeWireServer implements ControlDevice {
  readonly target: string;
  readonly description: DeviceDescription;
  readonly graph: GraphReader = { read: () => this.#graph.read() };
  readonly #native: Native;
  readonly #socket: string;
  readonly #context: DriverContext;
  readonly #retryMs: number;
  readonly #settling: NodeJS.Timeout;
  #graph = new ServerGraph();
  #connection: NativeConnection | undefined;
  #retry: NodeJS.Timeout | undefined;
  #announcement: NodeJS.Immediate | undefined;
  #revision = 0;

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
    const { retryMs = usualRetryMs } = (context.config ?? {}) as { readonly retryMs?: number };
    this.#retryMs = retryMs;
    this.#settling = setInterval(() => {
      if (this.#graph.settle(Date.now())) this.#announce();
    }, settleMs).unref();
    this.#connect();
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#revision = revision;
    return values.map(({ path, field }) => ({ path, field, value: null, state: 'refused', reason: onlyRead }));
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    return { revision: this.#revision, values: [] };
  }

  call(): never {
    throw new Error(onlyRead);
  }

  close(): void {
    clearInterval(this.#settling);
    clearTimeout(this.#retry);
    clearImmediate(this.#announcement);
    this.#connection?.close();
    this.#connection = undefined;
  }

  #connect(): void {
    this.#graph = new ServerGraph();
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

  #take(event: ServerEvent): void {
    if (event.what === 'lost') {
      this.#context.log('warn', `PipeWire went: ${event.reason}`);
      this.#lose(event.reason);
      return;
    }
    if (event.what === 'ready') this.#context.warn('server', '');
    if (this.#graph.take(event, Date.now())) this.#announce();
  }

  #lose(reason: string): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#graph = new ServerGraph();
    this.#graph.reason = reason;
    this.#context.warn('server', `PipeWire at ${this.#socket}: ${reason}`);
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs).unref();
    this.#announce();
  }

  /** Once for all events of a moment: a new server sends hundreds. */
  #announce(): void {
    this.#announcement ??= setImmediate(() => {
      this.#announcement = undefined;
      this.#context.changed();
    });
  }
}

const noAudio = { inputLatencyFrames: 0, outputLatencyFrames: 0, supportedRates: [] };
