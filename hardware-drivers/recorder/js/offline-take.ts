// A device without a clock whose input ports are channels of a take: `feed` takes a take.json for the file.
import { dirname } from 'node:path';
import type {
  DeviceDescription,
  DiscoveredModel,
  OfflineDevice,
  PortDescription,
  ProcessorHandle,
  Reading,
  SoundFormat,
  StreamSettings,
  Value,
} from 'rowdesk/driver';
import { reserveBytes } from './job-reserve.ts';
import { readTakeSound, type TakeSound } from './job-take.ts';
import { loadJobs, type TakePump } from './native-jobs.ts';

const rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000];
const asItIs: SoundFormat = { container: 'wav', encoding: 'float32' };

export class OfflineTake implements OfflineDevice {
  readonly description: DeviceDescription;
  readonly target: string;
  readonly #outputs: number;
  readonly #pump: TakePump;
  readonly #records: { readonly outputs: readonly number[]; readonly file: string; readonly format: SoundFormat }[] =
    [];
  #sound: TakeSound | undefined;
  #file = '';

  /** The model says the number of ports, `take-64x2`. Throws Error in words. */
  constructor({ id, label, modelId }: DiscoveredModel) {
    const [, inputs, outputs] = /^take-([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(modelId) ?? [];
    if (inputs === undefined || outputs === undefined) throw new Error(`${modelId} is no take; one is take-64x2`);
    this.description = {
      ...{ id, label, model: modelId, transport: 'recorder', inputLatencyFrames: 0, outputLatencyFrames: 0 },
      ...{ clockId: 'take', supportedRates: rates },
      ports: [...ports('input', 'in', Number(inputs)), ...ports('output', 'out', Number(outputs))],
    };
    this.target = `stagebox:${id}`;
    this.#outputs = Number(outputs);
    this.#pump = new (loadJobs().TakePump)(Number(inputs), Number(outputs));
  }

  look(file: string): { readonly channels: number; readonly rate: number; readonly frames: number } {
    const { channels, frames, take } = this.#read(file);
    return { channels, rate: take.rate, frames };
  }

  feed(port: string, file: string, channel: number): void {
    this.#read(file);
    this.#pump.feed(this.#numberOf(port, 'input'), channel - 1);
  }

  record(ports: readonly string[], file: string, format: SoundFormat = asItIs): void {
    this.#records.push({ outputs: ports.map((port) => this.#numberOf(port, 'output')), file, format });
  }

  async prepare(processor: ProcessorHandle, { rate, blockFrames }: StreamSettings): Promise<void> {
    if (this.#sound === undefined) throw new Error('a render of a take needs a take');
    const { take } = this.#sound;
    if (take.rate !== rate) throw new Error(`the take has ${take.rate} Hz; a render of it has no other rate`);
    this.#pump.prepare(processor, take, blockFrames);
    for (const { outputs, file, format } of this.#records) {
      this.#pump.record(file, outputs, format, reserveBytes(dirname(file)));
    }
  }

  apply(_revision: number, values: readonly Value[]): readonly Reading[] {
    return values.map((value) => ({ ...value, state: 'refused', reason: 'a take has no settings' }));
  }

  observe(): ReturnType<OfflineDevice['observe']> {
    return { revision: 0, values: [] };
  }

  async settled(): Promise<void> {}

  run(frames: number): void {
    this.#pump.run(frames);
  }

  finish(): { readonly frames: number; readonly peaks: Readonly<Record<string, number>> } {
    const { frames, peaks } = this.#pump.finish();
    const names = Array.from({ length: this.#outputs }, (_, n) => [`out-${n + 1}`, peaks[n] ?? 0]);
    return { frames, peaks: Object.fromEntries(names) };
  }

  close(): void {
    this.#pump.abandon();
  }

  #read(file: string): TakeSound {
    if (this.#sound !== undefined && file !== this.#file) throw new Error('a render has one take');
    this.#sound ??= readTakeSound(file);
    this.#file = file;
    return this.#sound;
  }

  #numberOf(port: string, direction: PortDescription['direction']): number {
    const found = this.description.ports.find(({ id, direction: of }) => id === port && of === direction);
    if (!found) throw new Error(`${this.description.id} has no ${direction} ${port}`);
    return found.channel - 1;
  }
}

function ports(direction: PortDescription['direction'], prefix: string, count: number): PortDescription[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ id: `${prefix}-${n + 1}`, label: `${direction} ${n + 1}`, direction, channel: n + 1, connector: 'file' },
  }));
}
