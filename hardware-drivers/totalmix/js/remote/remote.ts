// TotalMix FX on a computer as the hardware of a device, by its OSC remote.
import type { Hardware, HardwareEvents, Key, KeyValue, Parameter, Socket } from '../hardware.ts';
import type { RemoteSettings } from '../settings.ts';
import type { RemoteChannels } from './channels.ts';
import { type Dropped, DropWords } from './drops.ts';
import { check } from './fields.ts';
import { Picture } from './picture.ts';
import { Visits, type VisitTimes, visitTimes } from './visits.ts';
import { Unread, type WalkContext, walk } from './walk.ts';
import { type OpenWire, UdpWire, type Wire } from './wire.ts';
import { Writes } from './writes.ts';

export interface RemoteTimes extends VisitTimes {
  /** Without any packet for this long TotalMix FX does not answer. */
  readonly lostMs: number;
  /** How long after a failure the next try comes. */
  readonly retryMs: number;
}

export interface RemoteOptions {
  readonly settings: RemoteSettings;
  readonly channels: RemoteChannels;
  /** How long after a complete read the next begins, unless one is asked for. */
  readonly readEveryMs: number;
  readonly log: (level: 'info' | 'warn', text: string) => void;
  /** For the operator, by an id; an empty text ends the warning. */
  readonly warn?: (id: string, text: string) => void;
  /** For tests. */
  readonly openWire?: OpenWire;
  readonly times?: Partial<RemoteTimes>;
}

export class Remote implements Hardware {
  readonly parameters: ReadonlyMap<Key, Parameter>;
  readonly inputs: readonly Socket[];
  readonly outputs: readonly Socket[];
  readonly playbacks: number;
  readonly #options: RemoteOptions;
  readonly #events: HardwareEvents;
  readonly #times: RemoteTimes;
  readonly #picture: Picture;
  readonly #visits: Visits;
  readonly #writes: Writes;
  readonly #context: WalkContext;
  #wire: Wire | undefined;
  #failure = '';
  #heardMs = performance.now();
  #state: 'new' | 'present' | 'lost' = 'new';
  #nextReadMs = 0;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #said = '';
  readonly #dropWords = new DropWords();
  #warned = '';

  /** Opens the way to TotalMix FX, and looks for it from now on: `identified` comes with its first answer. */
  constructor(options: RemoteOptions, events: HardwareEvents) {
    const { channels, times } = options;
    this.#options = options;
    this.#events = events;
    this.#times = { ...visitTimes, lostMs: 3000, retryMs: 1000, ...times };
    this.#picture = new Picture(channels);
    this.parameters = this.#picture.parameters;
    this.inputs = channels.inputs.map(({ label, connector }) => ({ label, connector }));
    this.outputs = channels.outputs.map(({ label, connector }) => ({ label, connector }));
    this.playbacks = channels.playbacks;
    this.#visits = new Visits((messages) => this.#wire?.send(messages), this.#times);
    const report = (values: ReadonlyMap<Key, KeyValue>) => this.#report(values);
    this.#writes = new Writes(this.#picture, this.#visits, report);
    this.#context = {
      picture: this.#picture,
      visits: this.#visits,
      report,
      between: () => this.#between(),
      ambiguous: (bus, names) => this.#sayAmbiguous(bus, names),
    };
    void this.#run();
  }

  write(key: Key, value: KeyValue): void {
    check(key, this.parameters.get(key), value);
    if (this.#state !== 'present') throw new Error(this.#lostReason);
    const owner = this.#picture.ownerOf(key);
    if (owner !== key) {
      const { waiting, wanted, values } = this.#picture;
      if ((waiting.get(owner) ?? wanted.get(owner) ?? values.get(owner)) === value) return;
      throw new Error(`In TotalMix FX ${key} is the second channel of a pair, and has the value of ${owner}.`);
    }
    if (this.#picture.placeOf(key) === undefined) {
      throw new Error(`TotalMix FX does not show ${key}: it is hidden there, or was not read yet.`);
    }
    this.#picture.nearest.delete(key);
    this.#picture.wanted.set(key, value);
    this.#picture.waiting.set(key, value);
    this.#wake?.();
  }

  refresh(): void {
    this.#nextReadMs = 0;
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wire?.close();
    this.#visits.stop();
    this.#wake?.();
  }

  get #lostReason(): string {
    const { host, port, listenPort } = this.#options.settings;
    const reason = this.#failure === '' ? '' : ` (${this.#failure})`;
    return (
      `TotalMix FX at ${host} does not answer${reason}: there, turn on OSC under Options, with the incoming port ${port}, ` +
      `the outgoing port ${listenPort} and the address of this computer.`
    );
  }

  /** One thing after the other: what TotalMix FX shows is one view at a time. */
  async #run(): Promise<void> {
    // Nothing is told from within the constructor.
    await Promise.resolve();
    while (!this.#isClosed) {
      this.#wire ??= this.#open();
      try {
        const untilReadMs = this.#nextReadMs - performance.now();
        if (untilReadMs <= 0 || !this.#picture.isSure) await this.#readAll();
        else if (this.#picture.waiting.size > 0) await this.#between();
        else await this.#sleep(untilReadMs);
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        this.#picture.isSure = false;
        this.#look();
        if (this.#state !== 'present' || this.#wire === undefined) await this.#sleep(this.#times.retryMs);
      }
    }
  }

  async #readAll(): Promise<void> {
    // What is asked for meanwhile begins at once after this read.
    this.#nextReadMs = Number.POSITIVE_INFINITY;
    this.#events.reading();
    try {
      await walk(this.#context);
    } catch (error) {
      this.#nextReadMs = 0;
      throw error;
    }
    this.#nextReadMs = Math.min(this.#nextReadMs, performance.now() + this.#options.readEveryMs);
    this.#events.read();
  }

  /** Writes go before reads. */
  async #between(): Promise<void> {
    const { waiting, isSure } = this.#picture;
    while (isSure && waiting.size > 0 && !this.#isClosed) if (!(await this.#writes.sendNext())) throw new Unread();
    this.#look();
    if (this.#isClosed || this.#state === 'lost' || this.#wire === undefined) throw new Unread();
  }

  #report(values: ReadonlyMap<Key, KeyValue>): void {
    if (this.#isClosed) return;
    for (const [key, value] of values) this.#picture.values.set(key, value);
    this.#events.reported(values);
  }

  #open(): Wire {
    const open = this.#options.openWire ?? ((settings, events) => new UdpWire(settings, events));
    return open(this.#options.settings, {
      heard: (messages) => {
        this.#heardMs = performance.now();
        if (this.#state !== 'present') this.#welcome();
        this.#visits.hear(messages);
      },
      failed: (reason) => {
        this.#failure = reason;
        this.#wire = undefined;
        this.#lose();
        this.#visits.stop();
      },
    });
  }

  #welcome(): void {
    this.#state = 'present';
    this.#failure = '';
    // The remote says neither the device's name nor its serial number.
    this.#events.identified({ model: this.#options.channels.model, serial: '', firmware: '' });
  }

  #look(): void {
    this.#warnOfDrops(this.#wire?.dropped);
    if (performance.now() - this.#heardMs >= this.#times.lostMs) this.#lose();
  }

  #warnOfDrops(dropped: Dropped | undefined): void {
    const { settings, warn } = this.#options;
    const text = dropped === undefined ? '' : this.#dropWords.now(dropped, settings.listenPort, performance.now());
    if (text !== this.#warned) warn?.('osc-dropped', text);
    this.#warned = text;
  }

  #lose(): void {
    if (this.#state === 'lost') return;
    this.#state = 'lost';
    this.#picture.forget();
    this.#events.lost(this.#lostReason);
  }

  #sayAmbiguous(bus: string, names: readonly string[]): void {
    const text = names.length === 0 ? '' : `${bus}: ${names.join(', ')}`;
    if (text === '' || this.#said === text) return;
    this.#said = text;
    const advice = 'show all channels in its layout, and name them differently';
    this.#options.log(
      'warn',
      `TotalMix FX shows several channels with one name (${text}), which stay as they are: ${advice}`,
    );
  }

  #sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), delayMs);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
