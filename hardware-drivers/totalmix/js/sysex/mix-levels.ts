// The gains that sound in the mix of the device. The device keeps a level and a pan for each place, which it reports, and
// the host writes the gains that follow from them (oscmix, oscmix.c: setlevel): of an output alone the level, of a pair of
// outputs the two sides by the pan.
import type { Key, KeyValue } from '../hardware.ts';
import { gainOf, mixerWord, offDb, pairGains } from './levels.ts';
import type { Registers } from './registers.ts';
import type { RegisterValue } from './words.ts';

export class MixLevels {
  readonly #registers: Registers;
  readonly #known: (key: Key) => KeyValue | undefined;

  /** `known`: the newest value of a key, written or reported. */
  constructor(registers: Registers, known: (key: Key) => KeyValue | undefined) {
    this.#registers = registers;
    this.#known = known;
  }

  /** The output is the right of a linked pair: its places are silent, those of the left have its sound. */
  isRightOfPair(out: number): boolean {
    return out % 2 === 0 && this.#isPair(out - 1);
  }

  /** The gains of a place. */
  of(out: number, source: number): readonly RegisterValue[] {
    const levelDb = Number(this.#known(`mix/${out}/${source}/levelDb`) ?? offDb);
    const pan = Number(this.#known(`mix/${out}/${source}/pan`) ?? 0);
    const [left, right] = this.#isPair(out) ? pairGains(levelDb, pan) : [gainOf(levelDb), undefined];
    return [
      this.#word(out, source, left),
      ...(right === undefined || out >= this.#registers.outputs.length ? [] : [this.#word(out + 1, source, right)]),
    ];
  }

  /** The gains of all places of an output, or of a pair, whose level is known: after its link changed. */
  ofOutput(left: number): readonly RegisterValue[] {
    const sources = this.#registers.inputs.length + this.#registers.playbacks;
    const outs = this.#isPair(left) ? [left] : [left, left + 1];
    return outs.flatMap((out) =>
      Array.from({ length: sources }, (_, at) => at + 1).flatMap((source) =>
        this.#known(`mix/${out}/${source}/levelDb`) === undefined ? [] : this.of(out, source),
      ),
    );
  }

  #isPair(left: number): boolean {
    return this.#known(`output/${left}/stereo`) === true;
  }

  #word(out: number, source: number, gain: number): RegisterValue {
    return { register: this.#registers.mixerRegister(out, source), value: mixerWord(gain) };
  }
}
