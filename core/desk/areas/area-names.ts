// The areas of a row's fields at all its addresses, without a contract for each: there are thousands, and most are
// equal.

import type { FieldContract } from '../../rows/contract.ts';
import type { DeskReader, SettingRow } from '../../rows/definitions.ts';
import { fieldsOf, forField, liveFields } from '../../rows/static-contract.ts';

/** May repeat a name. Throws exceptions of the row's functions. */
export function areaNamesOf(row: SettingRow, desk: DeskReader): Iterable<string> {
  const { area: areaAt } = row;
  if (typeof row.fields !== 'function' && typeof areaAt !== 'function') return namesIn(fieldsOf(row));
  const names = new Set<string>();
  const visited = new Set<unknown>();
  for (const at of row.addresses?.list() ?? [{}]) {
    const fields = liveFields(row, at, desk);
    if (typeof areaAt !== 'function') {
      if (visited.has(fields)) continue;
      visited.add(fields);
      for (const name of namesIn(fields)) names.add(name);
      continue;
    }
    const area = areaAt(at);
    for (const [name, field] of fields) {
      const own = field.life === 'show' ? (forField(area, name, undefined) ?? field.area) : undefined;
      if (own !== undefined) names.add(own);
    }
  }
  return names;
}

function namesIn(fields: ReturnType<typeof fieldsOf>): readonly string[] {
  return [...fields.values()].flatMap((field) => areaOfShow(field) ?? []);
}

/** The area of a field that belongs to the show; undefined for any other field. */
export function areaOfShow({ area, life }: FieldContract): string | undefined {
  return life === 'show' ? area : undefined;
}
