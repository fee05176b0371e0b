// Values that a field must refuse by what interface.md says of it.
import type { Shape } from '../shape.ts';

export interface Unfitting {
  readonly rule: string;
  /** `above its range`. */
  readonly what: string;
  readonly value: unknown;
}

/** `section`: that of the field, for its type; limits are part 8, enumerations part 3. */
export function unfitting(section: string, shape: Shape): readonly Unfitting[] {
  const values: Unfitting[] = [];
  const add = (rule: string, what: string, value: unknown) => values.push({ rule, what, value });
  if (shape.type === 'anything') return values;
  if (shape.type === 'list' || shape.type === 'object' || shape.type === 'record') add(section, 'of a wrong type', 7);
  else add(section, 'of a wrong type', { of: 'a wrong type' });
  if (shape.type !== 'number' && shape.type !== 'integer') {
    if (shape.type === 'text' && shape.options !== undefined) add('3', 'that is no option', 'conform-no-such-option');
    return values;
  }
  const { minimum, maximum, step, options } = shape;
  const most = step ?? 1;
  if (minimum !== undefined) add('8', 'below its range', minimum - most);
  if (maximum !== undefined) add('8', 'above its range', maximum + most);
  if (minimum !== undefined && step !== undefined) add('8', 'between two steps', minimum + step / 2);
  if (options !== undefined) add('8', 'that is no option', Math.max(...options) + 1);
  return values;
}
