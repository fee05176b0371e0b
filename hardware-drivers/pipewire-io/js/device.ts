// The desk as a node of a PipeWire server. The server has the clock: its rate and its quantum are taken as they come, a
// changed rate prepares the mixer anew, and a server that is gone is connected to again.
import type {
  AudioDevice,
  DeviceDescription,
  DiscoveredModel,
  DriverContext,
  ProcessorHandle,
  Reading,
  StreamSettings,
  Value,
} from 'rowdesk/driver';
import { deskHash, deskKey, deviceKey } from '../../pipewire/js/desk.ts';
import { latencyFrames, portsOf } from './description.ts';
import type { LatencyEvent, Native, NativeStream, StreamEvent } from './native.ts';
import { ServerSettings } from './server-settings.ts';
import { NodeSettings } from './settings.ts';

const openMs = 5000;
const nodeLabel = 'Rowdesk';

interface Config {
  readonly inputs: number;
  readonly outputs: number;
  readonly nodeName: string;
  readonly retryMs: number;
}

const usual: Config = { inputs: 32, outputs: 32, nodeName: 'rowdesk', retryMs: 1000 };

interface Running {
  readonly processor: ProcessorHandle;
  readonly blockFrames: number;
  readonly rateHz: number;
  readonly isForced: boolean;
}

export class PipeWireDevice implements AudioDevice {
  readonly target: string;
  readonly #model: DiscoveredModel;
  readonly #socket: string;
  readonly #context: DriverContext;
  readonly #config: Config;
  readonly #stream: NativeStream;
  readonly #ports: DeviceDescription['ports'];
  readonly #settings: NodeSettings;
  /** The last event of each port. */
  readonly #latencies = new Map<string, LatencyEvent>();
  #server = new ServerSettings();
  #running: Running | undefined;
  /** Hz that the processor is prepared for; 0 while it is not. */
  #preparedHz = 0;
  /** Hz of the last request. */
  #requestedHz = 0;
  #connection = 0;
  #retry: NodeJS.Timeout | undefined;
  #announcement: NodeJS.Immediate | undefined;
  #opened = () => {};

  private constructor(native: Native, model: DiscoveredModel, socket: string, context: DriverContext) {
    this.#config = { ...usual, ...context.config };
    this.target = `stagebox:${model.id}`;
    this.#model = model;
    this.#socket = socket;
    this.#context = context;
    const { inputs, outputs } = this.#config;
    this.#ports = portsOf(inputs, outputs);
    this.#stream = new native.Stream(inputs, outputs);
    this.#settings = new NodeSettings(this.#stream, model.id, nodeLabel, inputs, outputs);
  }

  /** Resolves once the server runs the node. Rejects with the cause. */
  static async open(
    native: Native,
    model: DiscoveredModel,
    socket: string,
    context: DriverContext,
  ): Promise<PipeWireDevice> {
    const device = new PipeWireDevice(native, model, socket, context);
    try {
      await device.#open();
    } catch (error) {
      device.close();
      throw error;
    }
    return device;
  }

  get description(): DeviceDescription {
    const { id, label, model, transport } = this.#model;
    const figures = this.#stream.figures();
    const latencyOf = (ofInputs: boolean) => {
      const latencies = [...this.#latencies.values()].filter(({ isInput }) => isInput === ofInputs);
      return Math.max(0, ...latencies.map((latency) => latencyFrames(latency, figures)));
    };
    // A rate that another client forces runs as well.
    const rates = new Set([...this.#server.ratesHz, ...(figures.rate === 0 ? [] : [figures.rate])]);
    return {
      ...{ id, label, model, transport, ports: this.#ports, clockId: id },
      inputLatencyFrames: latencyOf(true),
      outputLatencyFrames: latencyOf(false),
      supportedRates: [...rates].sort((a, b) => a - b),
    };
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    return this.#settings.apply(revision, values);
  }

  observe(): ReturnType<AudioDevice['observe']> {
    return this.#settings.observe();
  }

  call(method: string): never {
    throw new Error(`PipeWire can't do ${method}`);
  }

  start(processor: ProcessorHandle, { rate: rateHz, blockFrames }: StreamSettings): void {
    if (this.#running) throw new Error(`${this.#model.id} runs already`);
    // A server keeps a rate as long as something runs, and leaves it for a forced one alone.
    const isForced = rateHz !== this.#server.rateHz || rateHz !== this.#stream.figures().rate;
    this.#running = { processor, blockFrames, rateHz, isForced };
    this.#request();
    try {
      // Cycles of another rate prepare the mixer again.
      this.#prepare(rateHz);
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
    this.#followRate();
  }

  stop(): void {
    if (!this.#running) return;
    this.#running = undefined;
    this.#preparedHz = 0;
    this.#stream.stop();
  }

  figures(): ReturnType<AudioDevice['figures']> & { readonly lostFrames: number } {
    const { lastXrunNs, frames: _, ...rest } = this.#stream.figures();
    const sinceXrunMs = (Number(process.hrtime.bigint()) - lastXrunNs) / 1e6;
    return { ...rest, lastXrunMs: lastXrunNs === 0 ? 0 : Math.round(Date.now() - sinceXrunMs) };
  }

  close(): void {
    this.stop();
    clearTimeout(this.#retry);
    clearImmediate(this.#announcement);
    this.#connection++;
    this.#stream.disconnect();
  }

  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`PipeWire at ${this.#socket} answers, and none of its nodes drives the desk's`));
      }, openMs);
      this.#opened = () => {
        clearTimeout(timer);
        resolve();
      };
      try {
        this.#connect();
      } catch (error) {
        clearTimeout(timer);
        reject(error);
      }
    });
  }

  #connect(): void {
    const connection = ++this.#connection;
    this.#server = new ServerSettings();
    this.#latencies.clear();
    const { nodeName } = this.#config;
    // The mirror of the same server knows the node by them.
    const properties = { [deskKey]: deskHash(this.#context.mediaFolder), [deviceKey]: this.#model.id };
    this.#stream.connect({ remote: this.#socket, nodeName, nodeLabel, properties }, (event) => {
      if (connection === this.#connection) this.#take(event);
    });
    this.#settings.send();
    this.#request();
  }

  /** Cycles of the block size, at the rate that runs. */
  #request(): void {
    if (!this.#running) return;
    const { blockFrames, rateHz, isForced } = this.#running;
    this.#requestedHz = this.#stream.figures().rate || rateHz;
    this.#stream.request(blockFrames, this.#requestedHz, isForced ? rateHz : 0);
  }

  #take(event: StreamEvent): void {
    if (event.what === 'lost') {
      this.#context.log('warn', `PipeWire is gone: ${event.reason}`);
      this.#lose(event.reason);
      return;
    }
    if (event.what === 'setting') this.#server.take(event.key, event.value);
    else if (event.what === 'latency') this.#latencies.set(`${event.isInput} ${event.channel}`, event);
    else this.#followRate();
    this.#announce();
  }

  /** Cycles of another rate are silent until the processor is prepared for it. */
  #followRate(): void {
    const { rate } = this.#stream.figures();
    if (rate === 0) return;
    this.#context.warn('server', '');
    this.#opened();
    if (rate !== this.#requestedHz) this.#request();
    if (!this.#running || rate === this.#preparedHz) return;
    try {
      this.#prepare(rate);
    } catch (error) {
      this.#context.warn('rate', `The mixer can't run at ${rate} Hz: ${(error as Error).message}`);
    }
  }

  #prepare(rateHz: number): void {
    if (!this.#running) return;
    this.#preparedHz = 0;
    this.#stream.start(this.#running.processor, rateHz);
    this.#preparedHz = rateHz;
    this.#context.warn('rate', '');
  }

  #lose(reason: string): void {
    this.#connection++;
    this.#stream.disconnect();
    this.#context.warn('server', `PipeWire at ${this.#socket}: ${reason}`);
    this.#retry = setTimeout(() => {
      try {
        this.#connect();
      } catch (error) {
        this.#lose((error as Error).message);
      }
    }, this.#config.retryMs).unref();
    this.#announce();
  }

  /** Once for all events of a moment. */
  #announce(): void {
    this.#announcement ??= setImmediate(() => {
      this.#announcement = undefined;
      this.#context.changed();
    });
  }
}
