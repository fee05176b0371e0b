// What strips of each kind are; rows.md, "How the desk sounds".
import type { Layout, StripKind, StripRef } from '../console/index.ts';

interface Kind {
  /** 0: it moves others and has no sound of its own. */
  readonly legs: 0 | 1 | 2;
  /** A port of a device may feed it. */
  readonly hasSource: boolean;
  /** Odd and even make a stereo pair. */
  readonly links: boolean;
  readonly hasInserts: boolean;
  /** Kinds of buses that it sends to; main/1 is no send, it is `mainAssigned`. */
  readonly sendsTo: readonly StripKind[];
}

const bus = { hasSource: false, sendsTo: [] } as const;
const source = { hasSource: true, hasInserts: true } as const;

const kinds: Readonly<Record<StripKind, Kind>> = {
  input: { ...source, legs: 1, links: true, sendsTo: ['mix', 'main', 'fxSend'] },
  fxReturn: { ...source, legs: 2, links: false, sendsTo: ['mix', 'main'] },
  aux: { ...source, legs: 2, links: false, sendsTo: ['mix', 'main', 'fxSend'] },
  mix: { ...bus, legs: 1, links: true, hasInserts: true, sendsTo: ['matrix', 'main'] },
  matrix: { ...bus, legs: 1, links: true, hasInserts: true },
  cue: { ...bus, legs: 2, links: false, hasInserts: false },
  main: { ...bus, legs: 2, links: false, hasInserts: true, sendsTo: ['matrix'] },
  fxSend: { ...bus, legs: 1, links: true, hasInserts: false },
  dca: { ...bus, legs: 0, links: false, hasInserts: false },
  muteGroup: { ...bus, legs: 0, links: false, hasInserts: false },
  mixMinus: { ...bus, legs: 1, links: true, hasInserts: false },
};

export const describe = (kind: StripKind): Kind => kinds[kind];

/** Channels of its sound. */
export const legsOf = (kind: StripKind): 0 | 1 | 2 => kinds[kind].legs;

/** Of the effect between an fxSend and its return. */
export const effectLegs = 2;

/** A DCA and a mute group move others and have no sound of their own. */
export const carriesSound = (kind: StripKind): boolean => kinds[kind].legs > 0;

/** The other one of the pair that a strip may be linked to, odd first; undefined where there is none. */
export function partnerOf({ kind, index }: StripRef, layout: Layout): StripRef | undefined {
  if (!describe(kind).links) return undefined;
  const partner = { kind, index: index % 2 === 1 ? index + 1 : index - 1 };
  return layout.has(kind, partner.index) ? partner : undefined;
}
