// How much of the desk a screen shows: from its size to numbers of strips and the parts of a strip.

export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** `low` is a phone on its side. */
export type Kind = 'phone' | 'low' | 'tablet' | 'screen';
export type Part = 'eq' | 'pan' | 'solo';

export interface Arrangement {
  readonly kind: Kind;
  /** Strips of a bank; DCAs and main beside them are not among them. */
  readonly strips: number;
  /** DCAs beside the bank. */
  readonly dcas: number;
  readonly mainPx: number;
  readonly stripPx: number;
  /** What a strip has above plate, mute and fader. */
  readonly parts: readonly Part[];
  /** From off to +10 dB. */
  readonly travelPx: number;
}

interface Measures {
  readonly leastStripPx: number;
  readonly mainPx: number;
  readonly dcas: number;
  readonly parts: readonly Part[];
  /** Between strips, DCAs and main. */
  readonly sectionGapPx: number;
}

const all = ['eq', 'pan', 'solo'] as const;
const measures: Readonly<Record<Kind, Measures>> = {
  phone: { leastStripPx: 73, mainPx: 80, dcas: 0, parts: [], sectionGapPx: 3 },
  low: { leastStripPx: 82, mainPx: 80, dcas: 0, parts: ['solo'], sectionGapPx: 3 },
  tablet: { leastStripPx: 83, mainPx: 106, dcas: 0, parts: all, sectionGapPx: 8 },
  screen: { leastStripPx: 78, mainPx: 110, dcas: 4, parts: all, sectionGapPx: 8 },
};

/** Between strips. */
const gapPx = 3;
const leastColumnsWithDcas = 12;

/** Of a height: what grows with the text, for text of 16 px, and what does not. */
interface Height {
  readonly growsPx: number;
  readonly fixedPx: number;
}
const partPx: Readonly<Record<Part, Height>> = {
  eq: { growsPx: 56, fixedPx: 4 },
  pan: { growsPx: 44, fixedPx: 0 },
  solo: { growsPx: 16, fixedPx: 32 },
};
/** Plate, mute, value and the gaps between them. */
const otherPartsPx: Height = { growsPx: 68, fixedPx: 64 };
/** A cap's height, with room at both ends. */
const capPx = 72;
const leastTravelPx = 240;
/** With large text: solo is worth more than a long fader. */
const leastTravelOfLargePx = 160;

export function kindOf({ widthPx, heightPx }: Size): Kind {
  if (heightPx < 500 && widthPx > heightPx) return 'low';
  if (widthPx < 700) return 'phone';
  return widthPx < 1500 ? 'tablet' : 'screen';
}

/** `textScale`: 1 for text of 16 px; larger text has fewer and wider strips. */
export function arrangementOf(page: Size, bank: Size, textScale: number): Arrangement {
  const kind = kindOf(page);
  const { leastStripPx, sectionGapPx, ...measure } = measures[kind];
  const scale = Math.max(1, textScale);
  const mainPx = measure.mainPx * scale;
  const columnsIn = (widthPx: number) => Math.max(1, Math.floor((widthPx + gapPx) / (leastStripPx * scale + gapPx)));
  const besideMainPx = bank.widthPx - mainPx - sectionGapPx;
  const dcas = columnsIn(besideMainPx) >= leastColumnsWithDcas ? measure.dcas : 0;
  const freePx = dcas === 0 ? besideMainPx : besideMainPx - sectionGapPx;
  const most = columnsIn(freePx);
  // A page never splits a pair: an odd column would be a hole.
  const columns = most - dcas > 1 && (most - dcas) % 2 === 1 ? most - 1 : most;
  const stripPx = Math.max(0, (freePx - (columns - 1 - Math.min(dcas, 1)) * gapPx) / columns);
  const travelOf = (parts: readonly Part[]) =>
    [otherPartsPx, ...parts.map((part) => partPx[part])].reduce(
      (left, { growsPx, fixedPx }) => left - growsPx * scale - fixedPx,
      bank.heightPx - capPx,
    );
  const leastPx = scale < 1.4 ? leastTravelPx : leastTravelOfLargePx;
  let { parts } = measure;
  while (parts.length > 0 && travelOf(parts) < leastPx) parts = parts.slice(1);
  return { kind, strips: columns - dcas, dcas, mainPx, stripPx, parts, travelPx: Math.max(60, travelOf(parts)) };
}
