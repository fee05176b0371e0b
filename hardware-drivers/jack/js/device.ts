// The desk as a client of a JACK server. The server has the clock: its rate and its frames per cycle are taken as they come,
// and a server that is gone is connected to again.
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
import { clockGrade } from './clock-grade.ts';
import { hardwareLinks, type KnownLinks } from './links.ts';
import type { ClientEvent, Native, NativeClient, OpenedEvent } from './native.ts';
import { Reconnection } from './reconnection.ts';

const openMs = 10_000;

export interface Server {
  readonly name: string;
  /** Those of the desk's ports; they outlive the device, which is closed when the server ends in order. */
  readonly links: KnownLinks;
}

interface Config {
  readonly inputs: number;
  readonly outputs: number;
  readonly clientName: string;
  readonly connect: 'hardware' | 'none';
  readonly retryMs: number;
}

const usual: Config = { inputs: 32, outputs: 32, clientName: 'rowdesk', connect: 'hardware', retryMs: 1000 };

/** Before the first connection. */
const noServer: OpenedEvent = {
  ...{ what: 'opened', client: '', rate: 0, frames: 0 },
  ...{ captures: [], playbacks: [], hardware: '' },
};

export class JackDevice implements AudioDevice {
  readonly target: string;
  readonly #model: DiscoveredModel;
  readonly #server: string;
  readonly #context: DriverContext;
  readonly #config: Config;
  readonly #client: NativeClient;
  readonly #ports: DeviceDescription['ports'];
  readonly #settings: BoxSettings;
  readonly #links: KnownLinks;
  readonly #reconnection: Reconnection;
  /** Of the last connection. */
  #opened = noServer;
  #latency = { inputFrames: 0, outputFrames: 0 };
  /** Per cycle. */
  #frames = 0;
  #processor: ProcessorHandle | undefined;
  /** Hz that the processor is prepared for; 0 while it is not. */
  #preparedHz = 0;
  #connection = 0;
  /** Why there is no connection; '' while there is one. */
  #lostBy = '';
  readonly #announcement: Announcement;
  /** The outcome of the first connection: '' for a server that runs the desk. */
  #settle = (_reason: string) => {};

  private constructor(native: Native, model: DiscoveredModel, { name, links }: Server, context: DriverContext) {
    this.#config = { ...usual, ...context.config };
    this.target = `stagebox:${model.id}`;
    this.#model = model;
    this.#server = name;
    this.#links = links;
    this.#context = context;
    this.#announcement = new Announcement(() => context.changed());
    const { inputs, outputs, retryMs } = this.#config;
    this.#ports = portsOf(inputs, outputs, 'jack');
    const client = new native.Client(inputs, outputs);
    this.#client = client;
    const names = {
      enable: (isEnabled: boolean) => client.enable(isEnabled),
      // A client can't be renamed: others link to it by its name.
      labelBox: () => {},
      labelPort: (text: string, isInput: boolean, channel: number) => client.label(text, isInput, channel),
    };
    this.#settings = new BoxSettings(names, { id: model.id, inputs, outputs, port: 'a port of JACK' });
    this.#reconnection = new Reconnection(model.address, retryMs, () => this.#connect());
  }

  /** Resolves once the server runs the desk. Rejects with the cause. */
  static async open(
    native: Native,
    model: DiscoveredModel,
    server: Server,
    context: DriverContext,
  ): Promise<JackDevice> {
    const device = new JackDevice(native, model, server, context);
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
    const { rate, hardware } = this.#opened;
    const grade = clockGrade(hardware);
    return {
      ...{ id, label, model, transport, ports: this.#ports, clockId: `jack:${this.#server}` },
      ...(grade === undefined ? {} : { clockGrade: grade }),
      // JACK counts the frames of the cycle as well, in which the block fills.
      inputLatencyFrames: Math.max(0, this.#latency.inputFrames - this.#frames),
      outputLatencyFrames: this.#latency.outputFrames,
      supportedRates: rate === 0 ? [] : [rate],
      away: this.#lostBy === '' ? '' : this.#words(this.#lostBy),
    };
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    return this.#settings.apply(revision, values);
  }

  observe(): ReturnType<AudioDevice['observe']> {
    return this.#settings.observe();
  }

  call(method: string): never {
    throw new Error(`JACK can't do ${method}`);
  }

  /** A JACK server keeps the rate that it was started with. */
  force(): void {}

  start(processor: ProcessorHandle, { rate }: StreamSettings): void {
    if (this.#processor) throw new Error(`${this.#model.id} runs already`);
    this.#processor = processor;
    try {
      this.#prepare(this.#opened.rate || rate);
    } catch (error) {
      this.#processor = undefined;
      throw error;
    }
  }

  stop(): void {
    if (!this.#processor) return;
    this.#processor = undefined;
    this.#preparedHz = 0;
    this.#client.stop();
  }

  figures(): ReturnType<typeof deviceFigures> {
    return deviceFigures(this.#client.figures());
  }

  close(): void {
    this.stop();
    this.#reconnection.end();
    this.#announcement.end();
    this.#connection++;
    this.#client.disconnect();
    // The search may miss the server's socket before the client hears of the end.
    if (this.#lostBy === '') this.#links.end();
  }

  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle('it listens, and does not answer'), openMs);
      this.#settle = (reason) => {
        clearTimeout(timer);
        this.#settle = () => {};
        if (reason === '') resolve();
        else reject(new Error(this.#words(reason)));
      };
      this.#connect();
    });
  }

  #connect(): void {
    const connection = ++this.#connection;
    const { clientName: name } = this.#config;
    try {
      this.#client.connect({ server: this.#server, name }, (event) => {
        if (connection === this.#connection) this.#take(event);
      });
    } catch (error) {
      this.#lose((error as Error).message);
    }
  }

  #take(event: ClientEvent): void {
    if (event.what === 'lost') this.#lose(event.reason);
    else if (event.what === 'opened') this.#begin(event);
    else if (event.what === 'links') this.#links.take(event);
    else if (event.what === 'latency') this.#latency = event;
    else this.#frames = event.frames;
    this.#announcement.ask();
  }

  #begin(opened: OpenedEvent): void {
    const usualLinks = () => (this.#config.connect === 'hardware' ? hardwareLinks(opened, this.#config) : []);
    const links = this.#links.isKnown ? this.#links.as(opened.client) : usualLinks();
    this.#links.begin(opened.client, links);
    this.#opened = opened;
    this.#frames = opened.frames;
    this.#lostBy = '';
    for (const { from, to } of links) this.#client.link(from, to);
    this.#settings.send();
    this.#reconnection.succeed();
    this.#context.warn('server', '');
    this.#settle('');
    if (!this.#processor || opened.rate === this.#preparedHz) return;
    try {
      this.#prepare(opened.rate);
    } catch (error) {
      this.#context.warn('rate', `The mixer can't run at ${opened.rate} Hz: ${(error as Error).message}`);
    }
  }

  #prepare(rateHz: number): void {
    if (!this.#processor) return;
    this.#preparedHz = 0;
    this.#client.start(this.#processor, rateHz);
    this.#preparedHz = rateHz;
    this.#context.warn('rate', '');
  }

  #lose(reason: string): void {
    this.#connection++;
    this.#client.disconnect();
    if (this.#lostBy === '') this.#links.end();
    if (this.#opened === noServer) {
      this.#settle(reason);
      return;
    }
    // Once for all tries that end alike.
    if (reason !== this.#lostBy) this.#context.log('warn', this.#words(reason));
    this.#lostBy = reason;
    this.#context.warn('server', this.#words(reason));
    this.#latency = { inputFrames: 0, outputFrames: 0 };
    this.#reconnection.fail();
    this.#announcement.ask();
  }

  #words(reason: string): string {
    return `JACK (${this.#server}): ${reason}`;
  }
}
