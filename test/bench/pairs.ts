// One part of the bench on two checkouts in turns.
import type { Checkout } from './checkout.ts';
import { type Figure, held, measured, median, rounded } from './report.ts';

export type Part = (of: Checkout) => Promise<Figure[]>;

export interface Pairs {
  readonly now: Checkout;
  readonly before: Checkout;
  readonly pairs: number;
  /** Called after each run of the part. */
  readonly afterEach: () => Promise<void>;
}

/** The figures of `now`, as medians, each with the median of the pairs' ratios. */
export async function inPairs(part: Part, { now, before, pairs, afterEach }: Pairs): Promise<Figure[]> {
  const runs: { now: Figure[]; before: Figure[] } = { now: [], before: [] };
  for (let pair = 0; pair < pairs; pair++) {
    // In turns, so that whatever else the machine does is in both.
    const order = pair % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const);
    for (const side of order) {
      try {
        runs[side].push(...(await part(side === 'now' ? now : before)));
      } finally {
        await afterEach();
      }
    }
  }
  const named = new Map(runs.now.map((figure) => [figure.name, figure]));
  return [...named.values()].map((last) => compared(last, of(last, runs.now), of(last, runs.before)));
}

const of = ({ name }: Figure, figures: readonly Figure[]): number[] =>
  figures.flatMap((figure) => (figure.name === name && figure.number !== undefined ? [figure.number] : []));

/** `now`, `before`: of each pair. A figure of one checkout only, or a text, stays as it was measured last. */
function compared(last: Figure, now: readonly number[], before: readonly number[]): Figure {
  if (before.length === 0 || before.length !== now.length) return last;
  const { name, bounds, unit = '', how } = last;
  const ratios = now.map((number, pair) => number / (before[pair] as number));
  const range = `${rounded(Math.min(...ratios))} to ${rounded(Math.max(...ratios))}`;
  return {
    ...(bounds ? held(name, median(now), bounds, unit, how) : measured(name, median(now), unit, how)),
    before: { value: `${rounded(median(before))}${unit}`, ratio: `${rounded(median(ratios))} (${range})` },
  };
}
