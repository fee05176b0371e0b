// The device that drives the mixer. It starts, stops and changes its rate behind closed outputs, without a click.
import type { AudioDevice, ConnectedPorts, DeviceDescription, Mixer } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { Figures } from '../link/shapes.ts';
import type { RatedStream } from './clock-target.ts';
import { Sequence } from './sequence.ts';
import { messageOf, plainFigures } from './untrusted.ts';
import { threadOf } from './untrusted-mixer.ts';

const fadeOutMs = 20;
const fadeInMs = 100;
/** A clock that other programs share takes another rate within some cycles of its own, or not at all. */
const rateChangeMs = 250;
const rateLookMs = 10;

/** What a stream uses of the mixer. */
export type StreamedMixer = Pick<Mixer, 'processor' | 'connect' | 'open'>;

type StreamFigures = Omit<Figures, 'dspLoadPercent' | 'dspLoadMaxPercent' | 'joined'>;

export interface StreamDefaults {
  /** Hz, where no rate is forced. */
  readonly rate: number;
  readonly blockFrames: number;
}

export class ActiveStream implements RatedStream {
  readonly #time: Time;
  readonly #changed: () => void;
  readonly #failed: (words: string) => void;
  readonly #sequence = new Sequence();
  #mixer: StreamedMixer | undefined;
  #device: AudioDevice | undefined;
  #description: DeviceDescription | undefined;
  #defaults: StreamDefaults = { rate: 48000, blockFrames: 64 };
  #forced: number | null = null;

  /** `failed` gets the message of a driver's failure that changes nothing else. */
  constructor(time: Time, changed: () => void, failed: (words: string) => void) {
    this.#time = time;
    this.#changed = changed;
    this.#failed = failed;
  }

  get device(): AudioDevice | undefined {
    return this.#device;
  }

  get description(): DeviceDescription | undefined {
    return this.#description;
  }

  get rate(): number {
    return this.figures()?.rate ?? 0;
  }

  /** Hz; null for no forced rate. A forced rate that the device refused is not kept. */
  get forcedRate(): number | null {
    return this.#forced;
  }

  get supportedRates(): readonly number[] {
    return this.#description?.supportedRates ?? [];
  }

  /** Rejects with the driver's reason when the device can't be started; then no device drives. */
  start(
    mixer: StreamedMixer,
    device: AudioDevice,
    description: DeviceDescription,
    defaults: StreamDefaults,
  ): Promise<void> {
    return this.#sequence.run(async () => {
      await this.#stop();
      this.#defaults = defaults;
      this.#mixer = mixer;
      this.#begin(device, description, this.#desiredRate(device, description));
      mixer.open(true, fadeInMs, 'driver');
      this.#changed();
    });
  }

  /** Fades out, stops the thread; the mixer may be closed afterwards. */
  stop(): Promise<void> {
    return this.#sequence.run(() => this.#stop());
  }

  force(rate: number | null): Promise<void> {
    return this.#sequence.run(async () => {
      const before = this.#forced;
      this.#forced = rate;
      try {
        await this.#adaptRate({ isReleased: before !== null && rate === null });
      } catch (error) {
        this.#forced = before;
        throw error;
      }
    });
  }

  /** Changes the default rate or block size. Rejects with the reason when the device goes on with the old one. */
  adapt(defaults: StreamDefaults): Promise<void> {
    return this.#sequence.run(async () => {
      const isOtherBlock = defaults.blockFrames !== this.#defaults.blockFrames;
      this.#defaults = defaults;
      await this.#adaptRate({ isOtherBlock });
    });
  }

  /** Takes the new ports and latency of the device. */
  reconnect(description: DeviceDescription): void {
    this.#description = description;
    this.#mixer?.connect(portsOf(description));
    this.#changed();
  }

  /** Of the thread that drives; 0 for none, and for a driver that does not say. */
  get threadId(): number {
    try {
      return threadOf(this.#device?.figures());
    } catch {
      return 0;
    }
  }

  /** Undefined while no device drives, and when the driver throws. */
  figures(): StreamFigures | undefined {
    return this.#device && this.#figuresOf(this.#device);
  }

  #figuresOf(device: AudioDevice): StreamFigures | undefined {
    try {
      return plainFigures(device.figures());
    } catch (error) {
      this.#failed(`figures() failed: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #adaptRate({ isReleased = false, isOtherBlock = false } = {}): Promise<void> {
    const [mixer, device, description] = [this.#mixer, this.#device, this.#description];
    if (!mixer || !device || !description) return;
    const before = this.rate;
    // A clock that is no longer forced may go back to its own rate.
    const rate = isReleased ? this.#supportedRate(description) : this.#desiredRate(device, description);
    if (rate === before && !isOtherBlock) {
      device.force?.(this.#forcedOf(description));
      return;
    }
    await this.#stop();
    try {
      this.#begin(device, description, rate);
      if (device.force && rate !== before) await this.#runsAt(rate);
    } catch (error) {
      this.#begin(device, description, before);
      throw error;
    } finally {
      if (this.#device) mixer.open(true, fadeInMs, 'driver');
      this.#changed();
    }
  }

  #begin(device: AudioDevice, description: DeviceDescription, rate: number): void {
    const mixer = this.#mixer as StreamedMixer;
    mixer.connect(portsOf(description));
    device.force?.(this.#forcedOf(description));
    device.start(mixer.processor, { rate, blockFrames: this.#defaults.blockFrames });
    this.#device = device;
    this.#description = description;
  }

  async #stop(): Promise<void> {
    const device = this.#device;
    if (!device) return;
    this.#mixer?.open(false, fadeOutMs, 'driver');
    // The fade begins with a block, and reaches the outputs a block later: two blocks more.
    const blockMs = (this.#defaults.blockFrames / (this.rate || this.#defaults.rate)) * 1000;
    await this.#time.sleep(Math.ceil(fadeOutMs + 2 * blockMs));
    this.#device = undefined;
    this.#description = undefined;
    try {
      device.stop();
    } catch (error) {
      this.#failed(`stop() failed: ${messageOf(error)}`);
    }
    this.#changed();
  }

  /** Resolves when the device runs at this rate, or its clock keeps another one. */
  async #runsAt(rate: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < rateChangeMs && this.rate !== rate; waitedMs += rateLookMs) {
      await this.#time.sleep(rateLookMs);
    }
  }

  /** The forced rate, null for one that the device does not run at. */
  #forcedOf({ supportedRates }: DeviceDescription): number | null {
    const isSupported = supportedRates.length === 0 || supportedRates.includes(this.#forced ?? 0);
    return isSupported ? this.#forced : null;
  }

  /** A clock that other programs share runs at its own rate unless one is forced. */
  #desiredRate(device: AudioDevice, description: DeviceDescription): number {
    const isShared = device.force !== undefined && this.#forcedOf(description) === null;
    return (isShared && this.#figuresOf(device)?.rate) || this.#supportedRate(description);
  }

  /** A rate that the device supports: forced, else default, else 48 kHz, else its first. Any rate is better than silence. */
  #supportedRate(description: DeviceDescription): number {
    const { rate } = this.#defaults;
    return supportedRate(description, [this.#forced ?? rate, rate, 48000]);
  }
}

/** The first of these rates (Hz) that the device supports, else its own first. */
export function supportedRate(
  { supportedRates }: Pick<DeviceDescription, 'supportedRates'>,
  [first, ...others]: readonly [number, ...number[]],
): number {
  if (supportedRates.length === 0) return first;
  return [first, ...others].find((rate) => supportedRates.includes(rate)) ?? (supportedRates[0] as number);
}

/** The ports of a device as the mixer connects them. */
export function portsOf({ id, ports }: DeviceDescription): ConnectedPorts {
  const of = (direction: string) => {
    const ids: string[] = [];
    for (const port of ports.filter((each) => each.direction === direction)) ids[port.channel - 1] = `${id}:${port.id}`;
    return Array.from(ids, (name) => name ?? '');
  };
  return { inputs: of('input'), outputs: of('output') };
}
