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
  /** Rows of strips, one above the other. */
  readonly rows: number;
  /** Strips of a bank, in all rows; DCAs and main beside them are not among them. */
  readonly strips: number;
  /** DCAs beside the bank, in all rows. */
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
  phone: { leastStripPx: 73, mainPx: 80, dcas: 0, parts: ['solo'], sectionGapPx: 3 },
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
/** A bank as high as two of a common screen has two rows. */
const leastRowPx = 750;

/** Which figures have room beside a fader: all, each second one, or 0 dB alone. */
export function figuresOf(travelPx: number, textScale: number): 'all' | 'half' | 'unity' {
  const rem = (travelPx + capPx) / (16 * Math.max(1, textScale));
  return rem > 17.5 ? 'all' : rem > 11.25 ? 'half' : 'unity';
}

const pxOf = ({ growsPx, fixedPx }: Height, scale: number) => growsPx * scale + fixedPx;

/** On a phone the place of the pan holds the keys that spill DCAs, in a bank that has any. */
export function withSpillKeys(made: Arrangement, textScale = 1): Arrangement {
  if (made.kind !== 'phone' || made.parts.includes('pan')) return made;
  const travelPx = Math.max(60, made.travelPx - pxOf(partPx.pan, Math.max(1, textScale)));
  return { ...made, parts: ['pan', ...made.parts], travelPx };
}

export function kindOf({ widthPx, heightPx }: Size): Kind {
  if (heightPx < 500 && widthPx > heightPx) return 'low';
  if (widthPx < 700) return 'phone';
  return widthPx < 1500 ? 'tablet' : 'screen';
}

/**
 * `textScale`: 1 for text of 16 px; larger text has fewer and wider strips. `most`: strips of the largest group; where they fit into
 * one row there is no second one.
 */
export function arrangementOf(page: Size, bank: Size, textScale: number, most = Number.POSITIVE_INFINITY): Arrangement {
  const kind = kindOf(page);
  const { leastStripPx, sectionGapPx, ...measure } = measures[kind];
  const scale = Math.max(1, textScale);
  const mainPx = measure.mainPx * scale;
  const columnsIn = (widthPx: number) => Math.max(1, Math.floor((widthPx + gapPx) / (leastStripPx * scale + gapPx)));
  const besideMainPx = bank.widthPx - mainPx - sectionGapPx;
  const dcas = columnsIn(besideMainPx) >= leastColumnsWithDcas ? measure.dcas : 0;
  const freePx = dcas === 0 ? besideMainPx : besideMainPx - sectionGapPx;
  const inRow = columnsIn(freePx);
  const isHigh = kind === 'screen' && bank.heightPx >= 2 * leastRowPx * scale;
  const rows = isHigh && most > inRow - dcas ? 2 : 1;
  // A row never splits a pair: an odd column would be a hole.
  const columns = inRow - dcas > 1 && (inRow - dcas) % 2 === 1 ? inRow - 1 : inRow;
  const stripPx = Math.max(0, (freePx - (columns - 1 - Math.min(dcas, 1)) * gapPx) / columns);
  const travelOf = (parts: readonly Part[]) =>
    [otherPartsPx, ...parts.map((part) => partPx[part])].reduce(
      (left, height) => left - pxOf(height, scale),
      bank.heightPx / rows - capPx,
    );
  const leastPx = scale < 1.4 ? leastTravelPx : leastTravelOfLargePx;
  let { parts } = measure;
  while (parts.length > 0 && travelOf(parts) < leastPx) parts = parts.slice(1);
  const inRows = { rows, strips: (columns - dcas) * rows, dcas: dcas * rows };
  return { kind, ...inRows, mainPx, stripPx, parts, travelPx: Math.max(60, travelOf(parts)) };
}
