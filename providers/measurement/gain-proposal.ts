// What the gain of a preamp and the trim of a strip should be, from the levels that were heard.
import type { PlayedLevels } from './gain-levels.ts';
import { clean, highestBelow, nearest, type Range } from './gain-range.ts';

/** A value that can be set, with what it may be. */
export interface Adjustable {
  readonly value: number;
  readonly range: Range;
}

export interface GainGoal {
  /** Where the level goes that 90 % of the playing stays below, at Post-Trim, dBFS. */
  readonly targetDb: number;
  /** What the highest peak stays below full scale. */
  readonly clipMarginDb: number;
}

export interface GainProposal {
  /** Of each preamp, in the order in which they were given. */
  readonly gainsDb: readonly number[];
  /** Of each trim, in the order in which they were given. */
  readonly trimsDb: readonly number[];
  /** What these levels will be, at Post-Trim. */
  readonly expectedP90Db: number;
  readonly expectedPeakDb: number;
  /** The target is not reached: the highest peak would come nearer to full scale than the margin, or ranges end. */
  readonly limitedBy: '' | 'clip-margin' | 'range';
}

/** What differs by less than this is reached: half of a trim's step. */
const reachedDb = 0.125 + 1e-6;

/**
 * `gains` are of the preamps of one strip or pair, which move by the same difference; `trims` of its strips. The preamps
 * take as much of the change as they can: what the converter gets decides on noise and clipping. The trims take the rest.
 */
export function proposeGain(
  { p90Db, peakDb }: Pick<PlayedLevels, 'p90Db' | 'peakDb'>,
  { targetDb, clipMarginDb }: GainGoal,
  gains: readonly Adjustable[],
  trims: readonly Adjustable[],
): GainProposal {
  const toTarget = targetDb - p90Db;
  const toMargin = -clipMarginDb - peakDb;
  const isByMargin = toMargin < toTarget;
  const wanted = Math.min(toTarget, toMargin);
  // Beyond the margin nothing is rounded up.
  const rounded = isByMargin ? highestBelow : nearest;
  const [first] = gains;
  const moved = first === undefined ? 0 : commonMove(wanted, gains, rounded);
  // What the preamps could have and do not reach by their step is the trim's.
  const trimDb = wanted - moved;
  const trimsDb = trims.map(({ range }) => rounded(trimDb, range));
  const trimmed = trimsDb.length === 0 ? 0 : Math.min(...trimsDb);
  const change = moved + trimmed;
  const isReached = Math.abs(change - toTarget) <= reachedDb;
  const isAtMargin = isByMargin && change >= toMargin - 0.25 - 1e-6;
  return {
    gainsDb: gains.map(({ value }) => clean(value + moved)),
    trimsDb,
    expectedP90Db: clean(p90Db + change),
    expectedPeakDb: clean(peakDb + change),
    limitedBy: isReached ? '' : isAtMargin ? 'clip-margin' : 'range',
  };
}

/** The difference by which all of them can move, nearest to the wanted one. */
function commonMove(wanted: number, all: readonly Adjustable[], rounded: typeof nearest): number {
  const moves = all.map(({ value, range }) => rounded(value + wanted, range) - value);
  const smallest = moves.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const fits = all.every(({ value, range }) => Math.abs(nearest(value + smallest, range) - value - smallest) < 1e-6);
  return fits ? clean(smallest) : 0;
}
