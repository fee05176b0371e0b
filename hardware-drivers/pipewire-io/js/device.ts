// The desk as a node of a PipeWire server. The server has the clock: its rate and its quantum are taken as they come, a
// changed rate prepares the mixer anew, and a server that is gone is connected to again.
import { basename } from 'node:path';
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
import { Announcement } from '../../lib/cycles/js/announcement.ts';
import { BoxSettings } from '../../lib/cycles/js/box-settings.ts';
import { deviceFigures } from '../../lib/cycles/js/figures.ts';
import { portsOf } from '../../lib/cycles/js/ports.ts';
import { clockGrade } from '../../pipewire/js/clock-grade.ts';
import { deskHash, deskKey, deviceKey } from '../../pipewire/js/desk.ts';
import { nodeId } from '../../pipewire/js/ids.ts';
import { latencyFrames } from './description.ts';
import type { LatencyEvent, Native, NativeStream, StreamEvent } from './native.ts';
import { ServerSettings } from './server-settings.ts';

const openMs = 5000;
const releaseMs = 500;
const nodeLabel = 'Rowdesk';

interface Config {
  readonly inputs: number;
  readonly outputs: number;
  readonly nodeName: string;
  readonly retryMs: number;
}

const usual: Config = { inputs: 32, outputs: 32, nodeName: 'rowdesk', retryMs: 1000 };

/** Of the driver of the server that runs the node: its `node.name`, and the name of the clock. */
const noClock = { driver: '', name: '' };

interface Running {
  readonly processor: ProcessorHandle;
  readonly blockFrames: number;
}

export class PipeWireDevice implements AudioDevice {
  readonly target: string;
  readonly #model: DiscoveredModel;
  readonly #socket: string;
  readonly #context: DriverContext;
  readonly #config: Config;
  readonly #stream: NativeStream;
  readonly #ports: DeviceDescription['ports'];
  readonly #settings: BoxSettings;
  /** The last event of each port. */
  readonly #latencies = new Map<string, LatencyEvent>();
  #server = new ServerSettings();
  /** Of the last event of this connection. */
  #clock = noClock;
  /** Hz; 0 for none. */
  #forcedHz = 0;
  #running: Running | undefined;
  /** Hz that the processor is prepared for; 0 while it is not. */
  #preparedHz = 0;
  /** Hz of the last request. */
  #requestedHz = 0;
  #connection = 0;
  #retry: NodeJS.Timeout | undefined;
  /** Ends the rate that is forced for a moment. */
  #release: NodeJS.Timeout | undefined;
  readonly #announcement: Announcement;
  #opened = () => {};
  /** Why the server is gone; '' while it runs the node. */
  #away = '';

  private constructor(native: Native, model: DiscoveredModel, socket: string, context: DriverContext) {
    this.#config = { ...usual, ...context.config };
    this.target = `stagebox:${model.id}`;
    this.#model = model;
    this.#socket = socket;
    this.#context = context;
    this.#announcement = new Announcement(() => context.changed());
    const { inputs, outputs } = this.#config;
    this.#ports = portsOf(inputs, outputs, 'pipewire');
    const stream = new native.Stream(inputs, outputs);
    this.#stream = stream;
    const names = {
      enable: (isEnabled: boolean) => stream.enable(isEnabled),
      labelBox: (text: string) => stream.label(text || nodeLabel),
      labelPort: (text: string, isInput: boolean, channel: number) => stream.label(text, isInput, channel),
    };
    this.#settings = new BoxSettings(names, { id: model.id, inputs, outputs, port: 'a port of PipeWire' });
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
      ...{ id, label, model, transport, ports: this.#ports, clockId: this.#clockId },
      ...(this.#clock.name === '' ? {} : { clockGrade: clockGrade(this.#clock.name) }),
      inputLatencyFrames: latencyOf(true),
      outputLatencyFrames: latencyOf(false),
      supportedRates: [...rates].sort((a, b) => a - b),
      away: this.#away,
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

  /** Up to 0.3 a server keeps a rate that is no longer forced while a node runs: its own is forced for a moment. */
  force(rateHz: number | null): void {
    const isReleased = rateHz === null && this.#forcedHz !== 0 && this.#stream.figures().rate !== this.#server.rateHz;
    this.#forcedHz = rateHz ?? (isReleased ? this.#server.rateHz : 0);
    clearTimeout(this.#release);
    this.#release = isReleased ? setTimeout(() => this.#forceNone(), releaseMs).unref() : undefined;
    this.#request();
  }

  start(processor: ProcessorHandle, { rate: rateHz, blockFrames }: StreamSettings): void {
    if (this.#running) throw new Error(`${this.#model.id} runs already`);
    this.#running = { processor, blockFrames };
    this.#request();
    try {
      // Cycles of another rate prepare the mixer again.
      this.#prepare(this.#stream.figures().rate || rateHz);
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  stop(): void {
    if (!this.#running) return;
    this.#running = undefined;
    this.#preparedHz = 0;
    this.#stream.stop();
  }

  figures(): ReturnType<typeof deviceFigures> {
    return deviceFigures(this.#stream.figures());
  }

  close(): void {
    this.stop();
    clearTimeout(this.#retry);
    clearTimeout(this.#release);
    this.#announcement.end();
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
    this.#clock = noClock;
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

  /** Cycles of the block size, at the rate that runs or is forced. */
  #request(): void {
    if (!this.#running) return;
    this.#requestedHz = this.#stream.figures().rate;
    const rateHz = this.#forcedHz || this.#requestedHz || this.#server.rateHz;
    this.#stream.request(this.#running.blockFrames, rateHz, this.#forcedHz);
  }

  #forceNone(): void {
    clearTimeout(this.#release);
    this.#release = undefined;
    this.#forcedHz = 0;
    this.#request();
  }

  /** Of the driver that runs the node; of the server while none does. */
  get #clockId(): string {
    const server = nodeId(basename(this.#socket));
    return this.#clock.driver === '' ? server : `${server}:${nodeId(this.#clock.driver)}`;
  }

  #take(event: StreamEvent): void {
    if (event.what === 'lost') {
      this.#context.log('warn', `PipeWire is gone: ${event.reason}`);
      this.#lose(event.reason);
      return;
    }
    if (event.what === 'setting') this.#server.take(event.key, event.value);
    else if (event.what === 'latency') this.#latencies.set(`${event.isInput} ${event.channel}`, event);
    else {
      this.#clock = { driver: event.driver, name: event.clock };
      this.#followRate();
    }
    this.#announcement.ask();
  }

  /** Cycles of another rate are silent until the processor is prepared for it. */
  #followRate(): void {
    const { rate } = this.#stream.figures();
    if (rate === 0) return;
    this.#miss('');
    this.#opened();
    if (this.#release && rate === this.#server.rateHz) this.#forceNone();
    else if (rate !== this.#requestedHz) this.#request();
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

  #miss(why: string): void {
    this.#away = why;
    this.#context.warn('server', why);
  }

  #lose(reason: string): void {
    this.#connection++;
    this.#stream.disconnect();
    this.#clock = noClock;
    this.#miss(`PipeWire at ${this.#socket}: ${reason}`);
    this.#retry = setTimeout(() => {
      try {
        this.#connect();
      } catch (error) {
        this.#lose((error as Error).message);
      }
    }, this.#config.retryMs).unref();
    this.#announcement.ask();
  }
}
