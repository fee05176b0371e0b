// A sound card that drives the mixer. Its clock is the desk's; a card that is unplugged is opened again when it is back.
import type {
  AudioDevice,
  DeviceDescription,
  DeviceIdentity,
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
import type { CardNames } from './found-cards.ts';
import { holderOf } from './holder.ts';
import type { Abilities, AlsaError, CardShape, Native, NativeCard } from './native.ts';
import { isMissingDirection, whyNotOpen } from './reasons.ts';

/** Of a card that has not run yet. */
const usualBlockFrames = 64;
/** A card that is away is looked for at longer and longer intervals, up to so many times the first. */
const mostRetryFactor = 4;

interface Config {
  /** Null: the desk's block. */
  readonly periodFrames: number | null;
  readonly periods: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly retryMs: number;
}

const usual: Config = { periodFrames: null, periods: 2, inputs: 128, outputs: 128, retryMs: 500 };
const nothing: Abilities = { channels: 0, ratesHz: [] };

export interface DevicePlace {
  readonly model: DiscoveredModel;
  readonly names: CardNames;
  /** `/proc` */
  readonly proc: string;
  /** Where the card is plugged in now. */
  readonly identity: () => DeviceIdentity | undefined;
  /** Called when the card could not be opened, and when it was. */
  readonly refused: (error: AlsaError) => void;
  readonly opened: () => void;
}

export class AlsaDevice implements AudioDevice {
  readonly target: string;
  readonly #place: DevicePlace;
  readonly #names: CardNames;
  readonly #context: DriverContext;
  readonly #config: Config;
  readonly #card: NativeCard;
  readonly #ports: DeviceDescription['ports'];
  readonly #ratesHz: readonly number[];
  readonly #settings: BoxSettings;
  #shape: CardShape;
  #running: StreamSettings | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryMs: number;
  /** As of the last time that the card was there. */
  #identity: DeviceIdentity | undefined;
  /** Why there is no sound; '' while the card is there. */
  #away = '';
  readonly #announcement: Announcement;

  /** Opens the card for a moment, to see what it can do. Throws Error with the reason. */
  constructor(native: Native, place: DevicePlace, context: DriverContext) {
    this.#config = { ...usual, ...context.config };
    this.#retryMs = this.#config.retryMs;
    const { model, names } = place;
    this.target = `stagebox:${model.id}`;
    this.#place = place;
    this.#context = context;
    this.#announcement = new Announcement(() => context.changed());
    const capture = this.#abilities(native, names.capture, true);
    const playback = this.#abilities(native, names.playback, false);
    const inputs = Math.min(capture.channels, this.#config.inputs);
    const outputs = Math.min(playback.channels, this.#config.outputs);
    if (inputs + outputs === 0) throw new Error(`${model.label} has no inputs and no outputs for the desk`);
    this.#names = { capture: inputs > 0 ? names.capture : '', playback: outputs > 0 ? names.playback : '' };
    const used = [inputs > 0 ? capture : [], outputs > 0 ? playback : []].flat();
    this.#ratesHz = (used[0] as Abilities).ratesHz.filter((rate) =>
      used.every(({ ratesHz }) => ratesHz.includes(rate)),
    );
    if (this.#ratesHz.length === 0) throw new Error(`${model.label} runs at none of the rates from 44.1 to 192 kHz`);
    this.#ports = portsOf(inputs, outputs, 'alsa');
    const periodFrames = this.#config.periodFrames ?? usualBlockFrames;
    this.#shape = { periodFrames, leadFrames: this.#config.periods * periodFrames, isLinked: false };
    const card = new native.Card(inputs, outputs);
    this.#card = card;
    this.#identity = place.identity();
    // A card shows no names.
    const shown = { enable: (isEnabled: boolean) => card.enable(isEnabled), labelBox() {}, labelPort() {} };
    this.#settings = new BoxSettings(shown, { id: model.id, inputs, outputs, port: 'a port of a sound card' });
  }

  get description(): DeviceDescription {
    const { id, label, model, transport } = this.#place.model;
    return {
      ...{ id, label, model, transport, ports: this.#ports, clockId: this.#clockId },
      // A frame waits for the end of its period only, which is the block.
      inputLatencyFrames: 0,
      outputLatencyFrames: this.#shape.leadFrames,
      supportedRates: this.#ratesHz,
      away: this.#away,
      ...(this.#identity ? { identity: this.#identity } : {}),
    };
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    return this.#settings.apply(revision, values);
  }

  observe(): ReturnType<AudioDevice['observe']> {
    return this.#settings.observe();
  }

  call(method: string): never {
    throw new Error(`a sound card can't do ${method}`);
  }

  start(processor: ProcessorHandle, settings: StreamSettings): void {
    const { label } = this.#place.model;
    if (this.#running) throw new Error(`${label} runs already`);
    if (!this.#ratesHz.includes(settings.rate)) {
      throw new Error(`${label} does not run at ${settings.rate} Hz, but at ${this.#ratesHz.join(', ')}`);
    }
    this.#card.start(processor, settings.rate);
    this.#running = settings;
    try {
      this.#connect(settings);
    } catch (error) {
      this.stop();
      throw new Error(this.#why(error as AlsaError));
    }
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#running = undefined;
    this.#card.close();
    this.#card.stop();
    this.#miss('');
  }

  figures(): ReturnType<typeof deviceFigures> {
    return deviceFigures(this.#card.figures());
  }

  close(): void {
    this.stop();
    this.#announcement.end();
  }

  get #clockId(): string {
    return this.#place.model.id.replace('-', ':');
  }

  get #warning(): string {
    return `card-${this.#place.model.id}`;
  }

  #abilities(native: Native, name: string, isCapture: boolean): Abilities {
    if (name === '') return nothing;
    try {
      return native.abilities(name, isCapture);
    } catch (error) {
      if (this.#place.names.number === undefined && isMissingDirection(error as AlsaError)) return nothing;
      throw new Error(this.#why(error as AlsaError));
    }
  }

  #why(error: AlsaError): string {
    const { model, names, proc, refused } = this.#place;
    refused(error);
    const heldBy = names.number === undefined ? '' : holderOf(names.number, proc);
    return whyNotOpen(error, { id: model.id, label: model.label, heldBy });
  }

  /** Throws AlsaError. */
  #connect({ rate: rateHz, blockFrames }: StreamSettings): void {
    const { periodFrames, periods: leadPeriods } = this.#config;
    const asked = { rateHz, periodFrames: periodFrames ?? blockFrames, leadPeriods, clockName: this.#clockId };
    this.#shape = this.#card.open({ ...this.#names, ...asked }, (reason) => this.#lose(reason));
    this.#place.opened();
    this.#identity = this.#place.identity();
    this.#retryMs = this.#config.retryMs;
    this.#announcement.ask();
  }

  /** The processor stays prepared: sound goes on when the card is back. */
  #lose(reason: string): void {
    if (!this.#running) return;
    this.#card.close();
    this.#miss(`${this.#place.model.label} is gone: ${reason}`);
    this.#later();
  }

  /** '' once the card is there. */
  #miss(why: string): void {
    this.#context.warn(this.#warning, why);
    if (why !== this.#away) this.#announcement.ask();
    this.#away = why;
  }

  #later(): void {
    this.#retry = setTimeout(() => {
      if (!this.#running) return;
      try {
        this.#connect(this.#running);
        this.#miss('');
      } catch (error) {
        this.#miss(`${this.#place.model.label} is gone: ${this.#why(error as AlsaError)}`);
        this.#later();
      }
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, this.#config.retryMs * mostRetryFactor);
  }
}
