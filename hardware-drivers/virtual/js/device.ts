// A virtual stagebox that runs: its clock is a timer.
import type {
  AudioDevice,
  DeviceDescription,
  DriverContext,
  ProcessorHandle,
  StreamSettings,
  Value,
} from 'rowdesk/driver';
import { deviceFigures } from '../../lib/cycles/js/figures.ts';
import { Box } from './box.ts';
import { describe, type VirtualModel } from './models.ts';
import type { Native } from './native.ts';

/** In the environment of a desk under test: a file of frames that its clock runs without waiting (src/freewheel.h). */
const freewheelFile = 'ROWDESK_TEST_FREEWHEEL';

export class VirtualDevice implements AudioDevice {
  readonly description: DeviceDescription;
  readonly target: string;
  readonly #box: Box;
  readonly #context: DriverContext;
  #settings: StreamSettings | undefined;

  constructor(native: Native, model: VirtualModel, id: string, label: string, context: DriverContext) {
    const { supportedRates: rates } = (context.config ?? {}) as { readonly supportedRates?: readonly number[] };
    this.description = describe(model, id, label, rates);
    this.target = `stagebox:${id}`;
    this.#context = context;
    this.#box = new Box(native, model, id, context);
  }

  apply(revision: number, values: readonly Value[]): ReturnType<AudioDevice['apply']> {
    return this.#box.apply(revision, values);
  }

  observe(): ReturnType<AudioDevice['observe']> {
    return this.#box.observe();
  }

  call(method: string): Readonly<Record<string, unknown>> {
    if (method !== 'identify') throw new Error(`a virtual stagebox can't do ${method}`);
    this.#context.log('info', `${this.description.label} is here`);
    return {};
  }

  start(processor: ProcessorHandle, settings: StreamSettings): void {
    const { rate, blockFrames } = settings;
    checkStream(this.description, settings);
    if (this.#settings) throw new Error(`${this.description.id} runs already`);
    this.#box.rateHz = rate;
    try {
      this.#box.stagebox.start(processor, rate, blockFrames, process.env[freewheelFile]);
    } catch (error) {
      this.#box.rateHz = undefined;
      throw error;
    }
    this.#settings = settings;
  }

  stop(): void {
    if (!this.#settings) return;
    this.#box.stagebox.stop();
    this.#box.rateHz = undefined;
    this.#settings = undefined;
  }

  figures(): ReturnType<AudioDevice['figures']> & { readonly lateBlocks: number; readonly lostFrames: number } {
    const { rate = 0, blockFrames: quantum = 0 } = this.#settings ?? {};
    return deviceFigures({ ...this.#box.stagebox.figures(), rate, quantum });
  }

  close(): void {
    this.stop();
  }
}

/** Throws Error unless a virtual stagebox can run like that. */
export function checkStream(
  { id, supportedRates }: Pick<DeviceDescription, 'id' | 'supportedRates'>,
  { rate, blockFrames }: StreamSettings,
): void {
  if (!supportedRates.includes(rate)) {
    throw new Error(`${id} runs at ${supportedRates.join(', ')} Hz, not at ${rate}`);
  }
  if (!Number.isInteger(blockFrames) || blockFrames < 1 || blockFrames > 4096) {
    throw new Error(`a block has 1 to 4096 frames, not ${blockFrames}`);
  }
}
