import type { FieldContract } from '../../rows/contract.ts';

/** The area of a field that belongs to the show; undefined for any other field. */
export function areaOfShow({ area, life }: FieldContract): string | undefined {
  return life === 'show' ? area : undefined;
}
