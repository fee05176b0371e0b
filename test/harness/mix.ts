// A mix as a test writes it: sounds on input strips, fields of rows, changes at exact frames; rendered by the same
// mixer and stagebox as in a show, without a clock.
import { join } from 'node:path';
import { render } from '../../core/audio/process/render.ts';
import { removeFolder, root, temporaryFolder } from './service.ts';
import { readWav, writeWav } from './wav.ts';

type Fields = Readonly<Record<string, unknown>>;
interface RenderValue {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly fadeMs?: number;
}

export interface MixOptions {
  /** Hz */
  readonly rate?: number;
  readonly blockFrames?: number;
  readonly layout?: Readonly<Record<string, number>>;
  readonly instructionSet?: string;
  /** How many outputs of the stagebox are heard, at least 4. */
  readonly outputs?: number;
}

/** Small, so that a render takes milliseconds; every kind is there. */
export const smallLayout = {
  ...{
    input: 8,
    fxReturn: 2,
    aux: 2,
    mix: 4,
    matrix: 2,
    cue: 1,
    main: 2,
    fxSend: 2,
    dca: 2,
    muteGroup: 2,
    mixMinus: 2,
  },
};

/** The outputs of a render: the legs of main/1 and of main/2. */
export interface Heard {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly secondLeft: Float64Array;
  readonly secondRight: Float64Array;
  /** All outputs, from the first. */
  readonly outputs: readonly Float64Array[];
  readonly warnings: readonly string[];
}

export class Mix {
  readonly rate: number;
  readonly #options: MixOptions;
  readonly #inputs: { port: string; samples: ArrayLike<number> }[] = [];
  readonly #values: RenderValue[] = [];
  readonly #changes: { atFrame: number; values: RenderValue[] }[] = [];

  constructor(options: MixOptions = {}) {
    this.rate = options.rate ?? 48000;
    this.#options = options;
    this.set('/channel/main/1', { levelDb: 0 });
  }

  /** These samples on the stagebox input of this number, heard by the input strip of the same number, at 0 dB, left. */
  input(strip: number, samples: ArrayLike<number>, fields: Fields = {}): this {
    this.sound(strip, samples);
    return this.set(`/channel/input/${strip}`, { sourceId: port(strip), levelDb: 0, pan: -100, ...fields });
  }

  /** These samples on the stagebox input of this number, heard by whoever names `port(n)` as its source. */
  sound(socket: number, samples: ArrayLike<number>): this {
    this.#inputs.push({ port: `in-${socket}`, samples });
    return this;
  }

  set(path: string, fields: Fields): this {
    this.#values.push(...valuesOf(path, fields));
    return this;
  }

  /** From exactly this frame on, with the ramps of the desk; levels as a scene moves them where a fade is given. */
  at(atFrame: number, path: string, fields: Fields, fadeMs?: number): this {
    const fade = fadeMs === undefined ? {} : { fadeMs };
    this.#changes.push({ atFrame, values: valuesOf(path, fields).map((value) => ({ ...value, ...fade })) });
    return this;
  }

  async render(frames: number): Promise<Heard> {
    const folder = temporaryFolder();
    try {
      const files = this.#inputs.map(({ port, samples }) => {
        const file = join(folder, `${port}.wav`);
        writeWav(file, this.rate, [samples]);
        return { port, file };
      });
      const output = join(folder, 'output.wav');
      const { warnings } = await render({
        drivers: { mixer: join(root, 'hardware-drivers/mixer'), device: join(root, 'hardware-drivers/virtual') },
        layout: this.#options.layout ?? smallLayout,
        rate: this.rate,
        frames,
        blockFrames: this.#options.blockFrames ?? 64,
        values: this.#values,
        changes: this.#changes,
        inputs: files,
        outputs: [
          { ports: Array.from({ length: this.#options.outputs ?? 4 }, (_, n) => `out-${n + 1}`), file: output },
        ],
        ...(this.#options.instructionSet === undefined ? {} : { instructionSet: this.#options.instructionSet }),
      });
      const outputs = readWav(output).channels as Float64Array[];
      const [left, right, secondLeft, secondRight] = outputs;
      return { left, right, secondLeft, secondRight, outputs, warnings } as Heard;
    } finally {
      removeFolder(folder);
    }
  }
}

/** The id of a stagebox input, as a strip names its source. */
export const port = (socket: number): string => `virtual-32x16:in-${socket}`;

function valuesOf(path: string, fields: Fields): RenderValue[] {
  return Object.entries(fields).map(([field, value]) => ({ path, field, value }));
}
