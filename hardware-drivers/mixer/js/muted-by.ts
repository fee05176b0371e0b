// `mutedBy` of every strip: the audio thread says for which reasons a strip is closed; which of its groups close it
// follows from the values that the audio thread echoes.
import type { Address } from './native.ts';

interface Groups {
  /** Of the strip's list, undefined where it is in none. */
  readonly list: number | undefined;
  /** Of `muted` of each group, by index from 1. */
  readonly muted: readonly (number | undefined)[];
}

export class MutedBy {
  readonly #reasons: readonly string[];
  readonly #dcas: (path: string) => Groups;
  readonly #muteGroups: (path: string) => Groups;

  /** reasons: what the bits of a strip's word stand for, in order. */
  constructor(reasons: readonly string[], addresses: readonly Address[]) {
    this.#reasons = reasons;
    const slots = new Map(addresses.map(({ path, field, slot }) => [`${path} ${field}`, slot]));
    const groups = (kind: string, field: string) => {
      const muted: (number | undefined)[] = [];
      for (let index = 1; slots.has(`/channel/${kind}/${index} muted`); index++) {
        muted[index] = slots.get(`/channel/${kind}/${index} muted`);
      }
      return (path: string): Groups => ({ list: slots.get(`${path} ${field}`), muted });
    };
    this.#dcas = groups('dca', 'dcas');
    this.#muteGroups = groups('muteGroup', 'muteGroups');
  }

  /** bits: of `reasons`; values: by slot. */
  of(path: string, bits: number, values: Float64Array): readonly string[] {
    if (bits === 0) return [];
    const words = this.#reasons.filter((_, bit) => bits & (1 << bit));
    return [...new Set(words)].flatMap((word) => {
      if (word === 'dca') return closing(this.#dcas(path), values).map((index) => `dca:${index}`);
      if (word === 'muteGroup') return closing(this.#muteGroups(path), values).map((index) => `muteGroup:${index}`);
      return [word];
    });
  }
}

function closing({ list, muted }: Groups, values: Float64Array): readonly number[] {
  const mask = list === undefined ? 0 : (values[list] ?? 0);
  return [...muted.keys()].filter(
    (index) => Math.floor(mask / 2 ** (index - 1)) % 2 === 1 && values[muted[index] ?? -1] === 1,
  );
}
