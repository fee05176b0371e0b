// What one check found.

export interface RuleResult {
  /** The number in interface.md: `2.4`. */
  readonly rule: string;
  /** What was looked at: `/clock/force rate`. */
  readonly subject: string;
  readonly outcome: 'pass' | 'fail' | 'not implemented';
  /** Why, in words; '' for a pass. */
  readonly detail: string;
}

export const pass = (rule: string, subject: string): RuleResult => ({ rule, subject, outcome: 'pass', detail: '' });

export const fail = (rule: string, subject: string, detail: string): RuleResult => ({
  rule,
  subject,
  outcome: 'fail',
  detail,
});

/** What isn't there can't be wrong. Also for what can't be looked at now: a list without items, a row in use. */
export const absent = (rule: string, subject: string, detail: string): RuleResult => ({
  rule,
  subject,
  outcome: 'not implemented',
  detail,
});

/** A pass where nothing is wrong. */
export const judge = (rule: string, subject: string, wrong: string | undefined): RuleResult =>
  wrong === undefined ? pass(rule, subject) : fail(rule, subject, wrong);
