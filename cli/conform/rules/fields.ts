// Part 2, field by field: each that is documented is there and is what its table says.
import { type Check, type FoundRow, NotThere, type Verdict } from '../check.ts';
import type { Row } from '../server.ts';
import { mismatchOf, placesWithin, type Shape, valuesAt } from '../shape.ts';
import { onlyWhere } from '../spec/show.ts';
import type { SpecRow } from '../spec-row.ts';

export function fieldChecks(spec: SpecRow): readonly Check<FoundRow>[] {
  const checks: Check<FoundRow>[] = [];
  const rule = spec.task ? '2.9' : spec.section;
  const add = (place: string, run: (row: Row) => Verdict) =>
    checks.push({ rule, subject: `${spec.template} ${place}`, run: ({ row }) => run(row) });
  for (const [name, { shape }] of Object.entries(spec.fields)) {
    add(name, (row) => presence(row, name) ?? mismatchOf(shape, row[name]));
    for (const [place, inner] of placesWithin(name, shape)) add(place, (row) => within(row, place, inner));
  }
  return checks;
}

/** What is there only together with what it names. */
function presence(row: Row, name: string): string | undefined {
  const [flag] = Object.entries(onlyWhere).find(([, names]) => names.includes(name)) ?? [];
  if (flag === undefined || typeof row[flag] !== 'boolean' || row[flag] === name in row) return undefined;
  return row[flag] ? `it is absent, though ${flag} is true` : `it is there, though ${flag} is false`;
}

function within(row: Row, place: string, shape: Shape): Verdict {
  const values = valuesAt(row, place);
  if (values.length === 0) return new NotThere('the list is empty: there is nothing to look at');
  const faults = values.map((value) => mismatchOf(shape, value)).filter((fault) => fault !== undefined);
  return faults.length === 0 ? undefined : `${faults[0]} (${faults.length} of ${values.length})`;
}
