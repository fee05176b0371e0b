// A device that joins the driving one, or the channels that stay reserved for an absent one.
import type { AudioDevice, ConnectedPorts, DeviceDescription, StreamSettings } from '../../driver.ts';
import type { JoinedDeviceFigures } from '../../services.ts';
import type { JoinedDeviceStatus } from '../link/shapes.ts';
import { portsOf, supportedRate } from './active-stream.ts';
import type { OpenAudioDevice } from './devices.ts';
import { settingsOf } from './join-plan.ts';
import { JoinedReading } from './joined-reading.ts';
import type { JoinSettings, NativeJoinedDevice } from './native.ts';
import { messageOf, plainFigures } from './untrusted.ts';

export class JoinedMember {
  readonly id: string;
  readonly settings: JoinSettings;
  readonly #native: NativeJoinedDevice;
  readonly #failed: (words: string) => void;
  readonly #reading = new JoinedReading();
  #description: DeviceDescription;
  /** Undefined while it is absent. */
  #device: AudioDevice | undefined;
  /** Undefined while it is stopped. */
  #running: StreamSettings | undefined;
  /** The rate of the mixer that it does not run at, Hz; 0 for none. */
  #refusedRate = 0;

  /** `failed` gets the message of a driver's failure that changes nothing else. */
  constructor(
    id: string,
    settings: JoinSettings,
    native: NativeJoinedDevice,
    description: DeviceDescription,
    failed: (words: string) => void,
  ) {
    this.id = id;
    this.settings = settings;
    this.#native = native;
    this.#description = description;
    this.#failed = failed;
  }

  get isPresent(): boolean {
    return this.#device !== undefined;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get description(): DeviceDescription {
    return this.#description;
  }

  /** Whether a device of this description has the same channels. */
  fits({ inputs, outputs, resamples }: JoinSettings): boolean {
    const { settings: own } = this;
    return inputs === own.inputs && outputs === own.outputs && resamples === own.resamples;
  }

  /** The device is there; another one of the same id is stopped. */
  take({ device, description }: OpenAudioDevice): void {
    if (device !== this.#device) this.release();
    this.#device = device;
    this.#description = description;
  }

  /** Takes the new description of the device, unless its channels are others. */
  describe(description: DeviceDescription): void {
    if (this.fits(settingsOf(description, this.settings.resamples))) this.#description = description;
  }

  /** Before the device is closed: it stops, and its channels stay reserved. */
  release(): void {
    this.stop();
    this.#device = undefined;
  }

  /** The ports by channel: as many as are reserved, '' for a gap and while the device is absent. */
  get ports(): ConnectedPorts {
    const { inputs, outputs } = this.#device ? portsOf(this.#description) : { inputs: [], outputs: [] };
    const padded = (ports: readonly string[], count: number) =>
      Array.from({ length: count }, (_, at) => ports[at] ?? '');
    return { inputs: padded(inputs, this.settings.inputs), outputs: padded(outputs, this.settings.outputs) };
  }

  /** True when the device has the clock of the driving one and runs at another rate than the mixer's, Hz. */
  mustFollow(mixerRate: number): boolean {
    if (!this.#device || this.settings.resamples || mixerRate === 0) return false;
    return (this.#running?.rate ?? this.#refusedRate) !== mixerRate;
  }

  /**
   * Starts the device, or starts it anew with another rate or block size: with the mixer's rate (Hz), with its own where it
   * is resampled. Throws what the driver throws.
   */
  adapt({ rate: usual, blockFrames }: StreamSettings, mixerRate: number): void {
    const device = this.#device;
    const rate = this.settings.resamples ? supportedRate(this.#description, [usual, 48000]) : mixerRate;
    if (!device || rate === 0) return;
    if (this.#running?.rate === rate && this.#running.blockFrames === blockFrames) return;
    this.stop();
    const { supportedRates } = this.#description;
    // A device that other programs share runs at the rate of its clock.
    if (!device.force && supportedRates.length > 0 && !supportedRates.includes(rate)) {
      this.#refusedRate = rate;
      return;
    }
    device.force?.(null);
    device.start(this.#native.processor, { rate, blockFrames });
    this.#running = { rate, blockFrames };
  }

  stop(): void {
    const isRunning = this.#running !== undefined;
    this.#running = undefined;
    this.#refusedRate = 0;
    this.#reading.stopped();
    if (!isRunning) return;
    try {
      this.#device?.stop();
    } catch (error) {
      this.#failed(`stop() failed: ${messageOf(error)}`);
    }
  }

  /** Reads the figures, a few times per second. */
  look(monotonicMs: number): void {
    if (!this.#running || !this.#device) return;
    try {
      this.#reading.take(this.#native.figures(), plainFigures(this.#device.figures()), monotonicMs);
    } catch (error) {
      this.#failed(`figures() failed: ${messageOf(error)}`);
    }
  }

  status(monotonicMs: number): JoinedDeviceStatus {
    const { id, settings, description } = this;
    const { gaps } = this.#reading;
    const common = { id, ...settings, clockId: description.clockId, gaps, hasGaps: this.#reading.hasGaps(monotonicMs) };
    if (!this.isPresent) return { ...common, state: 'stopped', reason: 'it is absent; its channels stay reserved' };
    if (this.#refusedRate > 0) return { ...common, state: 'failed', reason: this.#otherRate() };
    return { ...common, state: this.#reading.state, reason: '' };
  }

  /** `takeFigures` begins new maxima. */
  takeFigures(): JoinedDeviceFigures {
    return { id: this.id, ...this.#reading.takeFigures() };
  }

  /** The description with the latency up to the mixer, frames of the mixer. `mixerRate`: Hz. */
  described(mixerRate: number): DeviceDescription {
    const { rate = mixerRate } = this.#running ?? {};
    const { inputLatencyFrames, outputLatencyFrames } = this.#reading.latency;
    const inMixer = (frames: number) => (rate > 0 ? (frames * mixerRate) / rate : frames);
    return {
      ...this.#description,
      inputLatencyFrames: inMixer(this.#description.inputLatencyFrames) + inputLatencyFrames,
      outputLatencyFrames: inMixer(this.#description.outputLatencyFrames) + outputLatencyFrames,
    };
  }

  #otherRate(): string {
    const { supportedRates } = this.#description;
    return `the mixer runs at ${this.#refusedRate} Hz, and it runs at ${supportedRates.join(', ')} Hz`;
  }
}
