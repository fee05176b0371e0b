// An axis of a plot: where a value stands on it, and the values that are marked.

export interface Axis {
  readonly law: 'linear' | 'log';
  readonly from: number;
  readonly to: number;
  /** `Hz`, `dB`, `ms`: of marks and of the read-out. */
  readonly unit: string;
}

/** 20 Hz to 20 kHz, evenly to the ear. */
export const hertzAxis: Axis = { law: 'log', from: 20, to: 20_000, unit: 'Hz' };

/** 0 at `from`, 1 at `to`; beyond them less or more. */
export function placeOn({ law, from, to }: Axis, value: number): number {
  return law === 'log' ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

/** The value at a place from 0 to 1; beyond them the end. */
export function valueOn({ law, from, to }: Axis, place: number): number {
  const at = Math.min(1, Math.max(0, place));
  return law === 'log' ? from * (to / from) ** at : from + (to - from) * at;
}

const octaves = [1, 2, 5];

/** At most about `most` round values between the ends. */
export function marksOf({ law, from, to }: Axis, most: number): readonly number[] {
  const [least, greatest] = [Math.min(from, to), Math.max(from, to)];
  if (law === 'log') {
    const decades = Array.from({ length: 12 }, (_, n) => 10 ** (n - 3));
    const all = decades.flatMap((decade) => octaves.map((each) => each * decade));
    return all.filter((value) => value > least * 1.01 && value < greatest / 1.01);
  }
  const step = stepOf((greatest - least) / Math.max(1, most));
  const first = Math.ceil(least / step - 1e-9);
  const count = Math.floor(greatest / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => Number(((first + n) * step).toPrecision(9)));
}

/** 1, 2 or 5 times a power of ten, at least `wanted`. */
function stepOf(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1e-9)));
  return (octaves.find((each) => each * power >= wanted * 0.999) ?? 10) * power;
}

/** An axis that holds all finite values, its ends multiples of `step`, at least `span` long. */
export function axisAround(values: readonly number[], step: number, span: number, unit: string): Axis {
  const [least, greatest] = values.reduce(
    ([low, high], value) => (Number.isFinite(value) ? [Math.min(low, value), Math.max(high, value)] : [low, high]),
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  if (least > greatest) return { law: 'linear', from: -span / 2, to: span / 2, unit };
  const lacking = Math.max(0, span - (greatest - least)) / 2;
  const from = Math.floor((least - lacking) / step) * step;
  return { law: 'linear', from, to: Math.max(from + step, Math.ceil((greatest + lacking) / step) * step), unit };
}
