// How many strips of each kind the desk has: it decides which addresses exist under /channel.
import { type Token, token } from 'rowdesk/provider';

/** The kinds of interface.md 2.1, in its order. */
export const stripKinds = [
  'input',
  'fxReturn',
  'aux',
  'mix',
  'matrix',
  'cue',
  'main',
  'fxSend',
  'dca',
  'muteGroup',
  'mixMinus',
] as const;
export type StripKind = (typeof stripKinds)[number];

/** Kinds in titles of commits, for the `labels` of rows with such a parameter. */
export const kindLabels = {
  dca: 'DCA',
  fxReturn: 'FX return',
  fxSend: 'FX send',
  mixMinus: 'mix-minus',
  muteGroup: 'mute group',
} satisfies { readonly [Kind in StripKind]?: string };

export interface StripRef {
  readonly kind: StripKind;
  /** From 1. */
  readonly index: number;
}

/** Strips of all kinds together. */
export const mostStrips = 256;

/** By kind, then index. Rows are looked up by them several times in each commit: a text made anew is hashed anew. */
const stripPaths = new Map(
  stripKinds.map((kind) => [kind, Array.from({ length: mostStrips + 1 }, (_, index) => `/channel/${kind}/${index}`)]),
);

/** The address of a strip's row. */
export const stripPath = ({ kind, index }: StripRef): string =>
  stripPaths.get(kind)?.[index] ?? `/channel/${kind}/${index}`;
/** What people call it: `input/3`. */
export const stripName = ({ kind, index }: StripRef): string => `${kind}/${index}`;
/** DCAs, and mute groups: which of them a strip is in is a set of bits in the mixer. */
export const mostGroups = 52;

export const defaultCounts: Readonly<Record<StripKind, number>> = {
  input: 32,
  fxReturn: 4,
  aux: 4,
  mix: 12,
  matrix: 4,
  cue: 1,
  main: 2,
  fxSend: 4,
  dca: 8,
  muteGroup: 8,
  mixMinus: 2,
};

/** The strips there are; the same for as long as the desk runs. */
export class StripLayout {
  readonly counts: Readonly<Record<StripKind, number>>;
  readonly #strips: readonly StripRef[];

  /** Throws Error when there are more than `mostStrips`. */
  constructor(counts: Readonly<Partial<Record<StripKind, number>>>) {
    this.counts = { ...defaultCounts, ...counts };
    const total = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    if (total > mostStrips) throw new Error(`the layout has ${total} strips, ${mostStrips} is the most`);
    this.#strips = stripKinds.flatMap((kind) =>
      Array.from({ length: this.counts[kind] }, (_, place) => ({ kind, index: place + 1 })),
    );
  }

  has(kind: string, index: number): boolean {
    return Object.hasOwn(this.counts, kind) && index >= 1 && index <= this.counts[kind as StripKind];
  }

  /** All strips, by kind in the order of `stripKinds`, then by index. */
  all(): readonly StripRef[] {
    return this.#strips;
  }
}

export interface Layout {
  readonly counts: Readonly<Record<StripKind, number>>;
  has(kind: string, index: number): boolean;
  all(): readonly StripRef[];
}
export const Layout: Token<Layout> = token<Layout>('console.layout');
