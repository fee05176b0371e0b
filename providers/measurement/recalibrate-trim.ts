// How far trims make up for a preamp that moved.
import type { Adjustable } from './gain-proposal.ts';
import { clean, isOnStep, isWithin } from './gain-range.ts';

/** The coarsest grid of what has to take the rest: thresholds. */
const restStepDb = 0.5;
const tiny = 1e-6;

/**
 * The difference by which all of these trims move, for preamps that moved by `movedDb`: the opposite, where their range and
 * step allow that; else as far as they go, with a rest on the grid of thresholds where there is one. 0 without a trim.
 */
export function trimMove(movedDb: number, trims: readonly Adjustable[]): number {
  if (trims.length === 0) return 0;
  const fits = (move: number) =>
    trims.every(({ value, range }) => isWithin(value + move, range) && isOnStep(value + move, range));
  if (fits(-movedDb)) return clean(-movedDb);
  const lowest = Math.max(...trims.map(({ value, range }) => range.minimum - value));
  const highest = Math.min(...trims.map(({ value, range }) => range.maximum - value));
  const most = Math.min(Math.max(-movedDb, Math.min(0, lowest)), Math.max(0, highest));
  const towardsZero = most < 0 ? Math.ceil : Math.floor;
  const steps = (most + movedDb) / restStepDb;
  const toGrid = (most < 0 ? Math.ceil(steps - tiny) : Math.floor(steps + tiny)) * restStepDb - movedDb;
  if (toGrid * most > 0 && fits(toGrid)) return clean(toGrid);
  const step = Math.max(...trims.map(({ range }) => range.step));
  const toStep = step === 0 ? most : towardsZero(most / step - Math.sign(most) * -tiny) * step;
  return fits(toStep) ? clean(toStep) : 0;
}
