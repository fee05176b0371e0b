// A virtual stagebox without a clock: whoever holds it pumps it, as fast as the machine can. Same in, same out.
import type {
  DeviceDescription,
  DriverContext,
  OfflineDevice,
  PortDescription,
  ProcessorHandle,
  SoundFormat,
  StreamSettings,
  Value,
} from 'rowdesk/driver';
import { Box } from './box.ts';
import { checkStream } from './device.ts';
import { describe, type VirtualModel } from './models.ts';
import type { Native } from './native.ts';

const asItIs: SoundFormat = { container: 'wav', encoding: 'float32' };

export class OfflineBox implements OfflineDevice {
  readonly description: DeviceDescription;
  readonly target: string;
  readonly #native: Native;
  readonly #box: Box;
  #isPrepared = false;
  readonly #feeds: { readonly input: number; readonly file: string; readonly channel: number }[] = [];
  readonly #records: { readonly outputs: readonly number[]; readonly file: string; readonly format: SoundFormat }[] =
    [];

  constructor(native: Native, model: VirtualModel, id: string, label: string, context: DriverContext) {
    this.description = describe(model, id, label);
    this.target = `stagebox:${id}`;
    this.#native = native;
    this.#box = new Box(native, model, id, context);
  }

  look(file: string): { readonly channels: number; readonly rate: number; readonly frames: number } {
    const { channels, rateHz, frames } = this.#native.lookAt('', file);
    return { channels, rate: rateHz, frames };
  }

  feed(port: string, file: string, channel: number): void {
    this.#feeds.push({ input: this.#channelOf(port, 'input'), file, channel });
  }

  record(ports: readonly string[], file: string, format: SoundFormat = asItIs): void {
    this.#records.push({ outputs: ports.map((port) => this.#channelOf(port, 'output')), file, format });
  }

  async prepare(processor: ProcessorHandle, settings: StreamSettings): Promise<void> {
    checkStream(this.description, settings);
    const { rate, blockFrames } = settings;
    await Promise.all(
      this.#feeds.map(async ({ input, file, channel }) => {
        const clip = await this.#native.decode({ folder: '', name: file, channel, rateHz: rate, loops: false });
        this.#box.tapes.set(input, clip);
      }),
    );
    this.#box.media.setRate(rate);
    await this.settled();
    this.#box.stagebox.prepare(processor, rate, blockFrames);
    this.#isPrepared = true;
    for (const { outputs, file, format } of this.#records) this.#box.stagebox.record(file, outputs, format);
  }

  apply(revision: number, values: readonly Value[]): ReturnType<OfflineDevice['apply']> {
    const recording = values.filter(({ field, value }) => field === 'recordFile' && value !== '');
    return [
      ...recording.map((value) => ({ ...value, state: 'refused' as const, reason: 'a render has its own outputs' })),
      ...this.#box.apply(
        revision,
        values.filter((value) => !recording.includes(value)),
      ),
    ];
  }

  observe(): ReturnType<OfflineDevice['observe']> {
    return this.#box.observe();
  }

  async settled(): Promise<void> {
    this.#box.send();
    await this.#box.media.settled();
  }

  run(frames: number): void {
    this.#box.stagebox.run(frames);
  }

  finish(): { readonly frames: number; readonly peaks: Readonly<Record<string, number>> } {
    this.#isPrepared = false;
    const { frames, peaks } = this.#box.stagebox.finish();
    const outputs = this.description.ports.filter(({ direction }) => direction === 'output');
    return { frames, peaks: Object.fromEntries(outputs.map(({ id, channel }) => [id, peaks[channel - 1] ?? 0])) };
  }

  close(): void {
    if (this.#isPrepared) this.#box.stagebox.abandon();
    this.#isPrepared = false;
  }

  #channelOf(port: string, direction: PortDescription['direction']): number {
    const found = this.description.ports.find(({ id, direction: of }) => id === port && of === direction);
    if (!found) throw new Error(`${this.description.id} has no ${direction} ${port}`);
    return found.channel;
  }
}
