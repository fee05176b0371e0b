// The shape of the tables of meters: what the blob of each number has, in its order.

/**
 * `pre` and `post` are levels before and behind the fader, the louder leg of a pair; `preLeft` to `postRight` its legs;
 * `dynamics` a gain.
 */
export type MeterTap = 'pre' | 'preLeft' | 'preRight' | 'post' | 'postLeft' | 'postRight' | 'dynamics';

/** A strip, by its address; or so many values that this desk does not have: `silent` levels, or gains that are `open`. */
export type MeterPart =
  | { readonly strip: string; readonly tap: MeterTap }
  | { readonly count: number; readonly always: 'silent' | 'open' };

export interface MeterTable {
  /** Factors as floats of 32 bits, 1 for full scale; or 1/256 dB as whole numbers of 16 bits. */
  readonly unit: 'factor' | 'decibel';
  /** How many numbers of a request choose what is shown; the next one is the time factor. */
  choices(number: string): number;
  /** Undefined where there are no meters of that number. */
  parts(number: string, choices: readonly number[]): readonly MeterPart[] | undefined;
  /** Blobs of other values, which do not change: as many pairs of whole numbers of 16 bits. */
  readonly pairs: Readonly<Record<string, { readonly count: number; readonly value: number }>>;
}

export const one = (strip: string, tap: MeterTap): MeterPart => ({ strip, tap });
export const silent = (count: number): MeterPart => ({ count, always: 'silent' });
export const open = (count: number): MeterPart => ({ count, always: 'open' });

/** Strips of a kind, from a number on. `digits`: of an address. */
export function span(kind: string, first: number, count: number, tap: MeterTap, digits = 2): readonly MeterPart[] {
  return Array.from({ length: count }, (_, n) => one(`${kind}/${String(first + n).padStart(digits, '0')}`, tap));
}

/** Both legs of a strip. */
export const legs = (strip: string, of: 'pre' | 'post'): readonly MeterPart[] => [
  one(strip, `${of}Left`),
  one(strip, `${of}Right`),
];
