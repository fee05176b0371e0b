// The show, or parts of it, as it is kept: field by field under its area, row by row.
import {
  type Areas,
  type AreaValue,
  type ContentRow,
  type Documents,
  type EncodedContent,
  type Fields,
  Type,
} from 'rowdesk/provider';

export type { ContentRow } from 'rowdesk/provider';

/** The fields of one area at one address. */
export const contentRow = Type.Object({
  path: Type.String({ pattern: '^/', maxLength: 512 }),
  area: Type.String({ minLength: 1, maxLength: 64 }),
  fields: Type.Record(Type.String(), Type.Unknown()),
});

/** Many times what the largest desk has: a list beyond that is no show, and is not looked into. */
export const mostContentRows = 50_000;

/**
 * Areas that nobody wants to change by surprise: a scene keeps its hands off them unless it names them. `directPath` and
 * `hardware` are what devices do by themselves, past the desk.
 */
export const guarded: readonly string[] = ['directPath', 'hardware', 'patch', 'phantom', 'preamp'];

/** The desk as it is, of all areas, ready to be stored. */
export async function contentNow(areas: Areas, documents: Documents): Promise<EncodedContent> {
  return documents.encode(await areas.snapshot());
}

export function valuesOf(rows: readonly ContentRow[]): readonly AreaValue[] {
  const values: AreaValue[] = [];
  for (const { path, area, fields } of rows) {
    for (const field of Object.keys(fields)) values.push({ path, field, value: (fields as Fields)[field], area });
  }
  return values;
}
