// What the mixer reports of the protection of a strip against howling.
import type { FieldsOf, ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import type { howl, howlReport } from './howl-contract.ts';
import { notchCostDb } from './notch-cost.ts';

export type HowlReport = FieldsOf<typeof howlReport>;
export type FixedNotch = FieldsOf<typeof howl>['fixed'][number];

export const howlPath = (ref: StripRef): string => `${stripPath(ref)}/hrp`;

/** Empty where the mixer says nothing: it does not run, or the strip was never protected. */
export function howlReportOf(ref: StripRef, observed: ObservedReader): HowlReport {
  const read = <F extends keyof HowlReport>(field: F, otherwise: HowlReport[F]) =>
    (observed.read(`${howlPath(ref)}/report`, field)?.value ?? otherwise) as HowlReport[F];
  const notches = read('notches', []);
  return {
    notches,
    candidates: read('candidates', []),
    howling: read('howling', false),
    costDb: notchCostDb(notches),
    headroomDb: read('headroomDb', 0),
    at: read('at', ''),
  };
}

/** Live notches as fixed ones, behind those that are fixed. Two within the width of one of them are one, the deeper one. */
export function fixedWith(fixed: readonly FixedNotch[], reports: readonly HowlReport[]): readonly FixedNotch[] {
  const all = [...fixed];
  for (const live of reports.flatMap(({ notches }) => notches)) {
    if (live.fixed) continue;
    const { frequencyHz, q, gainDb } = live;
    const place = all.findIndex((other) => Math.abs(other.frequencyHz - frequencyHz) < other.frequencyHz / other.q / 2);
    const before = all[place];
    if (before === undefined) all.push({ frequencyHz, q, gainDb });
    else if (gainDb < before.gainDb) all[place] = { ...before, gainDb };
  }
  return all;
}
