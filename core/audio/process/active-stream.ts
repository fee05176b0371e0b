// The device that drives the mixer. It starts, stops and changes its rate behind closed outputs, without a click.
import type { AudioDevice, ConnectedPorts, DeviceDescription, Mixer } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { Figures } from '../link/shapes.ts';
import type { RatedStream } from './clock-target.ts';
import { Sequence } from './sequence.ts';
import { messageOf, plainFigures } from './untrusted.ts';

const fadeOutMs = 20;
const fadeInMs = 100;

/** What a stream uses of the mixer. */
export type StreamedMixer = Pick<Mixer, 'processor' | 'connect' | 'open'>;

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
      this.#begin(device, description, this.#desiredRate(description));
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
        await this.#adaptRate();
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
      await this.#adaptRate(isOtherBlock);
    });
  }

  /** Takes the new ports and latency of the device. */
  reconnect(description: DeviceDescription): void {
    this.#description = description;
    this.#mixer?.connect(portsOf(description));
    this.#changed();
  }

  /** Undefined while no device drives, and when the driver throws. */
  figures(): Omit<Figures, 'dspLoadPercent' | 'dspLoadMaxPercent'> | undefined {
    try {
      return this.#device && plainFigures(this.#device.figures());
    } catch (error) {
      this.#failed(`figures() failed: ${messageOf(error)}`);
      return undefined;
    }
  }

  async #adaptRate(always = false): Promise<void> {
    const [mixer, device, description] = [this.#mixer, this.#device, this.#description];
    if (!mixer || !device || !description) return;
    const before = this.rate;
    const rate = this.#desiredRate(description);
    if (rate === before && !always) return;
    await this.#stop();
    try {
      this.#begin(device, description, rate);
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

  /** A rate that the device supports: forced, else default, else 48 kHz, else its first. Any rate is better than silence. */
  #desiredRate({ supportedRates }: DeviceDescription): number {
    const desired = this.#forced ?? this.#defaults.rate;
    if (supportedRates.length === 0 || supportedRates.includes(desired)) return desired;
    return [this.#defaults.rate, 48000].find((rate) => supportedRates.includes(rate)) ?? (supportedRates[0] as number);
  }
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
