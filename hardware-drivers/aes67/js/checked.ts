// Checks of values from the desk. Each throws Refused with the field and its range.

/** The message is for the client. */
export class Refused extends Error {}

export type Members = Readonly<Record<string, unknown>>;

/** `place`: of the members, in words, for refusals: `stream main: `. */
export function membersOf(value: unknown, place: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new Refused(`${place}must be an object`);
}

export function listOf(of: Members, field: string, place: string, least: number, most: number): readonly unknown[] {
  const value = of[field];
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  throw new Refused(`${place}${field} must be a list of ${least} to ${most}`);
}

export function integerOf(of: Members, field: string, place: string, least: number, most: number): number {
  const value = of[field];
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
  throw new Refused(`${place}${field} must be a whole number from ${least} to ${most}`);
}

export function numberOf(of: Members, field: string, place: string, least: number, most: number): number {
  const value = of[field];
  if (Number.isFinite(value) && (value as number) >= least && (value as number) <= most) return value as number;
  throw new Refused(`${place}${field} must be a number from ${least} to ${most}`);
}

export function textOf(of: Members, field: string, place: string, most: number): string {
  const value = of[field];
  if (typeof value === 'string' && value.length <= most) return value;
  throw new Refused(`${place}${field} must be a text of at most ${most} characters`);
}

export function booleanOf(of: Members, field: string, place: string): boolean {
  const value = of[field];
  if (typeof value === 'boolean') return value;
  throw new Refused(`${place}${field} must be true or false`);
}

export function oneOf<const Option>(of: Members, field: string, place: string, options: readonly Option[]): Option {
  const value = of[field];
  if (options.includes(value as Option)) return value as Option;
  throw new Refused(`${place}${field} must be one of ${options.join(', ')}`);
}
