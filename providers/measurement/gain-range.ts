// Numbers within a range and on its grid, as a row's contract has them.

export interface Range {
  readonly minimum: number;
  readonly maximum: number;
  /** 0 for any number. Allowed values are whole multiples of it. */
  readonly step: number;
}

/** Far below what a step is, above what sums of decimals are wrong by. */
const tiny = 1e-6;

/** The number without the noise of binary fractions. */
export const clean = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

export const isWithin = (value: number, { minimum, maximum }: Range): boolean =>
  value >= minimum - tiny && value <= maximum + tiny;

export const isOnStep = (value: number, { step }: Range): boolean =>
  step === 0 || Math.abs(value - step * Math.round(value / step)) < tiny;

/** The allowed number nearest to `value`. */
export function nearest(value: number, range: Range): number {
  const { step } = range;
  return held(step === 0 ? value : step * Math.round(value / step), range);
}

/** The highest allowed number that is not above `value`; the lowest of all where there is none. */
export function highestBelow(value: number, range: Range): number {
  const { step } = range;
  return held(step === 0 ? value : step * Math.floor(value / step + tiny), range);
}

/** The ends of a range need not be on its grid. */
function held(value: number, { minimum, maximum, step }: Range): number {
  const lowest = step === 0 ? minimum : step * Math.ceil(minimum / step - tiny);
  const highest = step === 0 ? maximum : step * Math.floor(maximum / step + tiny);
  return clean(Math.min(highest, Math.max(lowest, value)));
}
