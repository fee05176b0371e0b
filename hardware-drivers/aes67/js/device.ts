// The network as a device of the desk: streams feed its inputs, its outputs feed streams, and its clock is that of the network.
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
import { integerOf, numberOf } from './checked.ts';
import { checkedNetwork, checkedSource } from './checked-source.ts';
import { checkedTransmit } from './checked-transmit.ts';
import { Interfaces, type SeenInterfaces } from './interfaces.ts';
import { modelNamed, type NetworkModel } from './models.ts';
import type { Native, NativeNetwork } from './native.ts';
import { NetworkClock } from './network-clock.ts';
import { ReceivedStreams } from './received-streams.ts';
import { Settings } from './settings.ts';
import { TransmittedStreams } from './transmitted-streams.ts';
import type { NetworkFacts } from './values.ts';

const ratesHz: readonly number[] = [44_100, 48_000, 88_200, 96_000];
/** Sizes of packets are judged by this one before the device has run. */
const usualRateHz = 48_000;
const lookMs = 1000;

/** TAI less UTC since 2017 (IERS, bulletin C), until the clock of the network says otherwise. */
const usualUtcOffsetS = 37;

/** Before the desk says anything. */
const noFacts: NetworkFacts = {
  interfaces: [],
  utcOffsetS: null,
  ptp: { state: 'unobserved', grandmasterId: '', domain: 0, reason: '' },
};

interface Config {
  /** Null: the frames of 1 ms. */
  readonly blockFrames: number | null;
}

export interface DevicePlace {
  readonly model: DiscoveredModel;
  /** Of the computer: addresses of streams are made of it. */
  readonly interfaces: () => SeenInterfaces;
  /** Called once, when the device is closed. */
  readonly closed: () => void;
}

export class NetworkDevice implements AudioDevice {
  readonly target: string;
  readonly #model: DiscoveredModel;
  readonly #closed: () => void;
  readonly #context: DriverContext;
  readonly #config: Config;
  readonly #ports: DeviceDescription['ports'];
  readonly #native: NativeNetwork;
  readonly #box: BoxSettings;
  readonly #settings = new Settings();
  readonly #interfaces: Interfaces;
  readonly #clock = new NetworkClock();
  readonly #received: ReceivedStreams;
  readonly #transmitted: TransmittedStreams;
  readonly #announcement: Announcement;
  readonly #timer: NodeJS.Timeout;
  /** As it was announced last. */
  #announced = '';
  #utcOffsetS = usualUtcOffsetS;
  #rateHz = 0;
  #lastRateHz = usualRateHz;

  /** Throws Error with the remedy. */
  constructor(native: Native, { model, interfaces, closed }: DevicePlace, context: DriverContext) {
    const { inputs, outputs } = modelNamed(model.modelId);
    const { id } = model;
    this.target = `stagebox:${id}`;
    this.#model = model;
    this.#closed = closed;
    this.#context = context;
    this.#config = { blockFrames: null, ...context.config };
    this.#ports = portsOf(inputs, outputs, 'netaudio');
    const network = new native.Network(inputs, outputs);
    this.#native = network;
    this.#interfaces = new Interfaces(network, interfaces);
    this.#received = new ReceivedStreams(network, this.#clock, inputs);
    this.#transmitted = new TransmittedStreams(network, id);
    this.#announcement = new Announcement(() => context.changed());
    // Names of ports are in the descriptions of streams, which are not of this process.
    const names = { enable: (isEnabled: boolean) => network.enable(isEnabled), labelBox() {}, labelPort() {} };
    this.#box = new BoxSettings(names, { id, inputs, outputs, port: 'a port of the network' });
    this.#addSettings({ inputs, outputs });
    this.look();
    this.#timer = setInterval(() => this.look(), lookMs).unref();
  }

  get description(): DeviceDescription {
    const { id, label, model, transport } = this.#model;
    return {
      ...{ id, label, model, transport, ports: this.#ports },
      inputLatencyFrames: this.#received.latencyFrames,
      // A packet has the time of the block that it was made of.
      outputLatencyFrames: 0,
      clockId: this.#clock.id,
      clockGrade: this.#clock.grade,
      clockFault: this.#clock.fault,
      supportedRates: ratesHz,
      away: this.#interfaces.away,
    };
  }

  /** Values of one block are applied together: a stream is ordered once. */
  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    const isOfBox = ({ path }: Value) => path.startsWith('/stagebox/');
    const refused = this.#box.apply(revision, values.filter(isOfBox));
    const own = values.filter((value) => !isOfBox(value));
    if (own.length === 0) return refused;
    const more = this.#settings.apply(own);
    this.#order();
    this.#tell();
    return [...refused, ...more];
  }

  observe(): ReturnType<AudioDevice['observe']> {
    this.#read();
    const { revision, values } = this.#box.observe();
    return { revision, values: [...values, ...this.#settings.readings.all] };
  }

  call(method: string): never {
    throw new Error(`a device of the network can't do ${method}`);
  }

  start(processor: ProcessorHandle, { rate: rateHz }: StreamSettings): void {
    const { label } = this.#model;
    if (this.#rateHz !== 0) throw new Error(`${label} runs already`);
    if (!ratesHz.includes(rateHz)) throw new Error(`${label} runs at ${ratesHz.join(', ')} Hz, not at ${rateHz}`);
    const blockFrames = this.#config.blockFrames ?? Math.round(rateHz / 1000);
    this.#native.start(processor, { rateHz, blockFrames, utcOffsetS: this.#utcOffsetS });
    this.#rateHz = rateHz;
    this.#lastRateHz = rateHz;
    this.#order();
    this.#tell();
  }

  stop(): void {
    if (this.#rateHz === 0) return;
    this.#rateHz = 0;
    this.#native.stop();
    this.#order();
  }

  figures(): ReturnType<typeof deviceFigures> {
    return deviceFigures(this.#native.figures());
  }

  close(): void {
    clearInterval(this.#timer);
    this.stop();
    this.#interfaces.want([]);
    this.#announcement.end();
    this.#closed();
  }

  /** Once a second: interfaces come and go, and lateness is judged. */
  look(): void {
    const { hardwareAddress } = this.#interfaces;
    this.#interfaces.look();
    if (this.#interfaces.hardwareAddress !== hardwareAddress) this.#order();
    this.#received.look();
    this.#tell();
  }

  #addSettings({ inputs, outputs }: NetworkModel): void {
    const path = `/netaudio/${this.#model.id}`;
    this.#settings.add(path, 'network', noFacts, (value) => this.#takeNetwork(checkedNetwork(value)));
    this.#settings.add(path, 'transmit', [], (value) => {
      this.#transmitted.streams = checkedTransmit(value, outputs, this.#rateHz || this.#lastRateHz);
    });
    this.#settings.add(path, 'linkOffsetMs', 2, (value) => {
      this.#received.linkOffsetMs =
        value === null ? null : numberOf({ linkOffsetMs: value }, 'linkOffsetMs', '', 0.25, 100);
    });
    this.#settings.add(path, 'dscp', this.#transmitted.dscp, (value) => {
      this.#transmitted.dscp = integerOf({ dscp: value }, 'dscp', '', 0, 63);
    });
    for (let input = 1; input <= inputs; input++) {
      this.#settings.add(`${path}/rx/${input}`, 'source', null, (value) => {
        this.#received.set(input, checkedSource(value));
      });
    }
    this.#read();
  }

  #takeNetwork(facts: NetworkFacts): void {
    this.#clock.take(facts.ptp);
    const utcOffsetS = facts.utcOffsetS ?? this.#utcOffsetS;
    if (utcOffsetS !== this.#utcOffsetS) this.#native.setUtcOffset(utcOffsetS);
    this.#utcOffsetS = utcOffsetS;
    this.#interfaces.want(facts.interfaces);
  }

  #order(): void {
    this.#received.order(this.#rateHz);
    this.#transmitted.order(this.#rateHz, this.#interfaces);
  }

  #read(): void {
    const path = `/netaudio/${this.#model.id}`;
    const { readings } = this.#settings;
    const { away } = this.#interfaces;
    const { inputs, received } = this.#received.read(away);
    const { deviationPpm, steps } = this.#native.clock();
    readings.set(path, 'received', received);
    readings.set(path, 'transmitted', this.#transmitted.read(away));
    readings.set(path, 'mediaClock', { deviationPpm: Math.round(deviationPpm * 100) / 100, steps });
    for (const [index, { status, reason }] of inputs.entries()) {
      readings.set(`${path}/rx/${index + 1}`, 'status', status);
      readings.set(`${path}/rx/${index + 1}`, 'reason', reason);
    }
  }

  /** Warns of interfaces, and announces a description that is another one. */
  #tell(): void {
    this.#context.warn('interface', this.#interfaces.away || this.#interfaces.faults);
    const { ports: _, ...changing } = this.description;
    const announced = JSON.stringify(changing);
    if (announced === this.#announced) return;
    this.#announced = announced;
    this.#announcement.ask();
  }
}
