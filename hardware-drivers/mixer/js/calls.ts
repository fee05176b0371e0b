// What the mixer is asked to do that is no value.
import { Captures } from './captures.ts';
import { HardwareInserts } from './hardware-inserts.ts';
import { HeldOutputs } from './held-outputs.ts';
import { HeldSources } from './held-sources.ts';
import { inputLevels } from './input-levels.ts';
import type { SoundingStrip } from './legs.ts';
import type { NativeMixer } from './native.ts';
import type { Output } from './outputs.ts';
import type { Names } from './values.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CallsParts {
  readonly native: NativeMixer;
  readonly names: Names;
  readonly hardware: HardwareInserts;
  /** In the order of the meters. */
  readonly strips: readonly SoundingStrip[];
  /** Something is to be sent, and ports may have been named that were never heard of. */
  readonly send: () => void;
}

export class Calls {
  readonly #parts: CallsParts;
  readonly #outputs: HeldOutputs;
  readonly #sources: HeldSources;
  readonly #captures: Captures;

  constructor(parts: CallsParts) {
    const { native, names, send } = parts;
    this.#parts = parts;
    this.#captures = new Captures(native, parts.strips);
    this.#outputs = new HeldOutputs(names.sinks, (sinks) => {
      native.hold(sinks);
      send();
    });
    this.#sources = new HeldSources(names.sources, (sources, reason) => {
      native.holdSources(sources, reason);
      send();
    });
  }

  /**
   * `resetClips { path? }`: the clip count of a strip, or of all, starts at 0. `holdOutputs { ports, forMs }`: these are
   * silent, so long at most.
   * `holdSources { lease, sources, forMs, reason? }`: strips that hear one are, by `phantom` or `stagebox`; `closed` once they
   * all began to close.
   * `startCapture`, `capture` and `endCapture`: see captures.ts; `measureInsert` and its like: see hardware-inserts.ts.
   * `resetHowl { path }`: the live notches of a strip are taken off.
   * `inputLevels { reader? }`: of every input that is connected the peak since this reader (0 to 3) asked last. Throws
   * Error in words.
   */
  call(method: string, args: Fields): Fields {
    const { native, names } = this.#parts;
    if (HardwareInserts.methods.includes(method)) return this.#parts.hardware.call(method, args);
    switch (method) {
      case 'startCapture':
        return this.#captures.start(args);
      case 'capture':
        return this.#captures.report(args);
      case 'endCapture':
        return this.#captures.end(args);
      case 'inputLevels':
        return { levels: inputLevels(native, args.reader ?? 0, names.sources.present) };
      case 'holdOutputs':
        this.#outputs.hold(args);
        return {};
      case 'holdSources':
        this.#sources.hold(args);
        return { closed: native.holdsSources() };
      case 'resetClips':
        for (const strip of this.#stripsOf(args)) native.resetClips(strip);
        return {};
      case 'resetHowl':
        native.resetHowl(this.#stripsOf({ path: args.path ?? '' })[0] as number);
        return {};
      default:
        throw new Error(`the mixer can't ${method}`);
    }
  }

  /** By strip: it is heard at held outputs only. `patched`: what is played where. */
  silenced(patched: () => readonly Output[]): (strip: number) => boolean {
    if (!this.#outputs.any) return () => false;
    const outputs = patched();
    return (strip) => {
      const ref = this.#parts.names.strips.refOf(strip + 1);
      return ref !== null && this.#outputs.silence(ref, outputs);
    };
  }

  close(): void {
    this.#outputs.close();
    this.#sources.close();
  }

  #stripsOf({ path }: Fields): readonly number[] {
    const { strips } = this.#parts;
    const numbers = [...strips.keys()].filter((strip) => path === undefined || strips[strip]?.path === path);
    if (numbers.length === 0) throw new Error(`the mixer has no strip ${String(path)}`);
    return numbers;
  }
}
