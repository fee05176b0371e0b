import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TSchema } from '../base/typebox.ts';
import type { Fields } from '../rows/definitions.ts';
import { withoutReservedNames } from '../rows/open-schemas.ts';
import { reservedNames } from '../rows/reserved-names.ts';
import { fitting } from './arbitraries.ts';

/** Of members, however deep. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}
const drawnFrom = (schema: Fields) =>
  new Set(fc.sample(fitting(fc, schema), { numRuns: 3_000, seed: 3 }).flatMap(namesIn));

test.for([{}, { type: 'object', patternProperties: { '^(prototype|toString)$': {} } }])(
  'members of %j have any name but those that the schema forbids',
  (schema) => {
    const [open, said] = [drawnFrom(schema), drawnFrom(withoutReservedNames(schema as TSchema) as Fields)];
    for (const names of [open, said]) expect(names).toContain('toString');
    expect(open).toContain('prototype');
    for (const name of reservedNames) expect(said).not.toContain(name);
  },
);
