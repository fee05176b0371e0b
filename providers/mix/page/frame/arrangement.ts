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
const partPx: Readonly<Record<Part, number>> = { eq: 60, pan: 44, solo: 48 };
/** Plate, mute, value and the gaps between them. */
const otherPartsPx = 132;
/** A cap's height, with room at both ends. */
const capPx = 72;
const leastTravelPx = 240;

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
  const columns = columnsIn(freePx);
  const stripPx = Math.max(0, (freePx - (columns - 1 - Math.min(dcas, 1)) * gapPx) / columns);
  const travelOf = (parts: readonly Part[]) =>
    bank.heightPx - capPx - (otherPartsPx + parts.reduce((sum, part) => sum + partPx[part], 0)) * scale;
  let { parts } = measure;
  while (parts.length > 0 && travelOf(parts) < leastTravelPx) parts = parts.slice(1);
  return { kind, strips: columns - dcas, dcas, mainPx, stripPx, parts, travelPx: Math.max(60, travelOf(parts)) };
}
