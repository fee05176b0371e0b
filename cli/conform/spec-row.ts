// One line group of interface.md's tables as data.
import { anything, flag, type Shape } from './shape.ts';

export interface SpecField {
  readonly shape: Shape;
  /** `unconfirmed`: interface.md leaves it open. */
  readonly access: 'ro' | 'rw' | 'unconfirmed';
}

export interface SpecRow {
  /** The section of part 2 that lists its fields. */
  readonly section: string;
  readonly template: string;
  readonly fields: Readonly<Record<string, SpecField>>;
  /** Marked W in part 4. */
  readonly watchable: boolean;
  readonly onDemand: boolean;
  readonly task: boolean;
}

export const ro = (shape: Shape): SpecField => ({ shape, access: 'ro' });
export const rw = (shape: Shape): SpecField => ({ shape, access: 'rw' });
export const unconfirmed = (shape: Shape): SpecField => ({ shape, access: 'unconfirmed' });

type Marks = Partial<Pick<SpecRow, 'watchable' | 'onDemand'>>;

/** A row of `section`, `2.4`. */
export function row(section: string, template: string, fields: SpecRow['fields'] = {}, marks: Marks = {}): SpecRow {
  return { section, template, fields, watchable: false, onDemand: false, task: false, ...marks };
}

/** A task row (2.9), with the writable fields that it has beside `running`. */
export function task(section: string, template: string, ...extra: readonly string[]): SpecRow {
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
export function groupOf({ template }: SpecRow): string {
  return template.split('/')[1] as string;
}

/** Part 4: PATCH where a field can be written. */
export function methodsOf({ fields }: SpecRow): readonly string[] {
  const isWritable = Object.values(fields).some(({ access }) => access === 'rw');
  return isWritable ? ['GET', 'PATCH', 'OPTIONS'] : ['GET', 'OPTIONS'];
}

export function fieldsWith(
  access: SpecField['access'],
  { fields }: SpecRow,
): readonly (readonly [string, SpecField])[] {
  return Object.entries(fields).filter(([, field]) => field.access === access);
}
