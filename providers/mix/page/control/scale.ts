// Where a number stands between its ends, 0 to 1, and back; and how far a key or a wheel moves it.
import { levelAt, roundedTo, travelOf as travelOfLevel } from '../scale/fader-law.ts';

export type Law = 'linear' | 'log' | 'fader';

export interface Scale {
  readonly minimum: number;
  readonly maximum: number;
  readonly law: Law;
  /** Undefined where the row takes any number between the ends. */
  readonly step: number | undefined;
  /** Of a fader that is off at its minimum, and takes nothing between that and this level. */
  readonly leastOn?: number | undefined;
}

const stepsOfRange = 200;
const digitsOfLog = 3;

/** 0..1; beyond the ends the end. */
export function travelOf({ minimum, maximum, law }: Scale, value: number): number {
  const within = Math.min(maximum, Math.max(minimum, value));
  if (law === 'fader') return travelOfLevel(within);
  if (law === 'log') return Math.log(within / minimum) / Math.log(maximum / minimum);
  return (within - minimum) / (maximum - minimum);
}

/** A value that the row takes. */
export function valueAt(scale: Scale, travel: number): number {
  const { minimum, maximum, law, step } = scale;
  if (law === 'fader') return orOff(scale, Math.min(maximum, levelAt(travel, step)));
  const at = Math.min(1, Math.max(0, travel));
  const exact = law === 'log' ? minimum * (maximum / minimum) ** at : minimum + (maximum - minimum) * at;
  return taken(scale, exact);
}

/** The nearest value that the row takes. */
export function taken(scale: Scale, value: number): number {
  const { minimum, maximum, law, step } = scale;
  const within = Math.min(maximum, Math.max(minimum, value));
  if (step !== undefined) {
    const least = Math.ceil(minimum / step - 1e-9);
    const most = Math.floor(maximum / step + 1e-9);
    return orOff(scale, roundedTo(Math.min(most, Math.max(least, Math.round(within / step))) * step, 1e-6));
  }
  if (within === minimum || within === maximum) return within;
  const rounded = law === 'log' ? Number(within.toPrecision(digitsOfLog)) : roundedTo(within, plainStep(scale));
  return Math.min(maximum, Math.max(minimum, rounded));
}

function orOff({ minimum, leastOn = minimum }: Scale, value: number): number {
  return value < leastOn ? minimum : value;
}

/** 1, 0.1, 0.01 ...: the largest that is no more than a two-hundredth of the range. */
function plainStep({ minimum, maximum }: Scale): number {
  return 10 ** Math.floor(Math.log10((maximum - minimum) / stepsOfRange) + 1e-9);
}

/** Where `count` presses of an arrow, or notches of a wheel, lead; fine ones are steps of the row. At least one step. */
export function nudged(scale: Scale, value: number, count: number, isFine: boolean): number {
  const { law, step, leastOn } = scale;
  if (leastOn !== undefined && value < leastOn && count > 0) return leastOn;
  if (law === 'fader') return taken(scale, Math.max(value, -90) + count * (isFine ? (step ?? 0.1) : 1));
  const travel = travelOf(scale, value) + (count * (isFine ? 0.2 : 1)) / (stepsOfRange / 2);
  const reached = valueAt(scale, travel);
  if (reached !== value && Math.sign(reached - value) === Math.sign(count)) return reached;
  return taken(scale, value + count * (step ?? plainStep(scale)));
}
