import { anything, flag, listOf, number, object, oneOf, orNull, record, text } from '../shape.ts';
import { ro, row, rw, type SpecRow } from '../spec-row.ts';

/** 8, clock force `rate`. */
export const forcedRates = [0, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000] as const;

const reference = record({
  driving: flag,
  grade: text,
  id: text,
  label: text,
  priority: number,
  reason: text,
});
const warning = record({ id: text, title: text, titleCode: record({ code: text, params: object }), detail: text });

/** 2.4 */
export const clock: readonly SpecRow[] = [
  row('2.4', '/clock', { quantum: ro(number), rate: ro(number), supportedRates: ro(listOf(number)) }),
  row('2.4', '/clock/force', {
    rate: rw(orNull({ type: 'number', options: forcedRates })),
    rateNotApplied: ro(flag),
  }),
  row('2.4', '/clock/ownership', {
    designatedReference: rw(text),
    freeRunOverride: rw(flag),
    role: rw(oneOf('master', 'follower')),
  }),
  row('2.4', '/clock/ownership/reference', {
    designated: ro(flag),
    eligible: ro(flag),
    flagged: ro(flag),
    lockDetail: ro(text),
    override: ro(flag),
    paceLocked: ro(flag),
    paceOwner: ro(text),
    rates: ro(listOf(number)),
    reason: ro(text),
    reference: ro(anything),
  }),
  row('2.4', '/clock/references', { references: ro(listOf(reference)) }),
  row('2.4', '/clock/warnings', { warnings: ro(listOf(warning)) }),
];
