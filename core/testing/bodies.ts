// Random bodies of a PATCH, from what OPTIONS says of a row's fields now.
import type * as FastCheck from 'fast-check';
import type { Fields } from '../rows/definitions.ts';
import { fitting } from './arbitraries.ts';

type FC = typeof FastCheck;

/** What OPTIONS says of one field. */
export type FieldWords = Fields & { readonly access: 'rw' | 'ro' };
type FieldsWords = Readonly<Record<string, FieldWords>>;

/** The fields that may be written. */
export function writableFields(fields: Readonly<Record<string, Fields>>): FieldsWords {
  return Object.fromEntries(Object.entries(fields as FieldsWords).filter(([, { access }]) => access === 'rw'));
}

/** Bodies that fit: some of the writable fields, those of `needs` always. `row` is the row as GET shows it. */
export function fittingBodies(
  fc: FC,
  writable: FieldsWords,
  row: Fields,
  needs: readonly string[] = [],
): FastCheck.Arbitrary<Fields> {
  const members = Object.entries(writable).map(([name, field]) => [
    name,
    fitting(fc, knownItems(widest(field), row[name])),
  ]);
  const bodies: FastCheck.Arbitrary<Fields> = fc.record(Object.fromEntries(members), {
    requiredKeys: [...needs],
    noNullPrototype: true,
  });
  return bodies.map((body) => bounded(body, writable));
}

/** Within the maximum that comes along; without one within all of them, whatever the row is when the body arrives. */
function bounded(body: Fields, writable: FieldsWords): Fields {
  const members = Object.entries(body).map(([name, value]) => {
    const [by, maxima] = boundOf(writable[name]);
    const own = maxima[body[by] as string];
    const maximum = own ?? Math.min(...Object.values(maxima));
    return [name, Number(value) > maximum ? maximum : value];
  });
  return Object.fromEntries(members);
}

/** With the largest range that a body may bring along: what is beyond this is refused, whatever else is in the body. */
export function widest(field: FieldWords): FieldWords {
  const maxima = Object.values(boundOf(field)[1]);
  return maxima.length === 0 ? field : { ...field, maximum: Math.max(...maxima) };
}

function boundOf(field: Fields | undefined): readonly [by: string, maxima: Readonly<Record<string, number>>] {
  const [bound] = Object.entries(
    (field?.maximumBy ?? {}) as Readonly<Record<string, Readonly<Record<string, number>>>>,
  );
  return bound ?? ['', {}];
}

/** Items of a list that is merged by keys must name things that exist, each once: those that the row shows. */
function knownItems(field: FieldWords, value: unknown): Fields {
  const keys = field.mergedBy as readonly string[] | undefined;
  if (keys === undefined || !Array.isArray(value) || value.length === 0) return field;
  const items = field.items as { readonly properties: Fields; readonly required?: readonly string[] };
  const branches = value.slice(0, 8).map((item: Fields) => ({
    ...items,
    properties: {
      ...shownBy(item, items.properties),
      ...Object.fromEntries(keys.map((key) => [key, { const: item[key] }])),
    },
  }));
  return { ...field, items: { anyOf: branches }, uniqueBy: keys };
}

/** Not every item has every member: a DCA has no pan. */
function shownBy(item: Fields, properties: Fields): Fields {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => Object.hasOwn(item, name)));
}
