// One line group of interface.md's tables as data.
import { anything, flag, type Shape } from './shape.ts';

export interface LawField {
  readonly shape: Shape;
  /** `unconfirmed`: interface.md leaves it open. */
  readonly access: 'ro' | 'rw' | 'unconfirmed';
}

export interface LawRow {
  /** The section of part 2 that lists its fields. */
  readonly section: string;
  readonly template: string;
  readonly fields: Readonly<Record<string, LawField>>;
  /** Marked W in part 4. */
  readonly watchable: boolean;
  readonly onDemand: boolean;
  readonly task: boolean;
}

export const ro = (shape: Shape): LawField => ({ shape, access: 'ro' });
export const rw = (shape: Shape): LawField => ({ shape, access: 'rw' });
export const unconfirmed = (shape: Shape): LawField => ({ shape, access: 'unconfirmed' });

type Marks = Partial<Pick<LawRow, 'watchable' | 'onDemand'>>;

/** A row of `section`, `2.4`. */
export function row(section: string, template: string, fields: LawRow['fields'] = {}, marks: Marks = {}): LawRow {
  return { section, template, fields, watchable: false, onDemand: false, task: false, ...marks };
}

/** A task row (2.9), with the writable fields that it has beside `running`. */
export function task(section: string, template: string, ...extra: readonly string[]): LawRow {
  const shared = {
    params: ro(anything),
    progress: ro(anything),
    refusal: ro(anything),
    report: ro(anything),
    running: rw(flag),
    startedAt: ro(anything),
  };
  const fields = { ...shared, ...Object.fromEntries(extra.map((name) => [name, rw(anything)])) };
  return { ...row(section, template, fields), task: true };
}

/** The first segment. */
export function groupOf({ template }: LawRow): string {
  return template.split('/')[1] as string;
}

/** Part 4: PATCH where a field can be written. */
export function methodsOf({ fields }: LawRow): readonly string[] {
  const isWritable = Object.values(fields).some(({ access }) => access === 'rw');
  return isWritable ? ['GET', 'PATCH', 'OPTIONS'] : ['GET', 'OPTIONS'];
}

export function fieldsWith(access: LawField['access'], { fields }: LawRow): readonly (readonly [string, LawField])[] {
  return Object.entries(fields).filter(([, field]) => field.access === access);
}
