// What a recall leaves out, as rows show it: by strip and reason, so that a show of another desk is a list to read.
import { type AreaPlan, type ContentRow, problemOf, type Refusal, Type, unknownRow } from 'rowdesk/provider';
import { stripOf } from './strip-of.ts';

/** Fields that an item names, and items that a row shows; counts say how many there are. */
const mostNamed = 8;
const mostItems = 100;

export const blockedFields = {
  blocked: Type.Array(
    Type.Object({
      path: Type.String({ title: 'The strip, socket or row' }),
      fields: Type.Array(Type.String(), {
        maxItems: mostNamed,
        title: 'The first of its fields, each behind its path',
      }),
      count: Type.Integer({ title: 'How many of its fields' }),
      refusal: Type.Record(Type.String(), Type.Unknown(), { title: 'Why, of the first' }),
    }),
    { maxItems: mostItems, title: 'What it would leave out, since it can not be: by strip and reason' },
  ),
  blockedCount: Type.Integer({ title: 'How many fields it would leave out' }),
};

/** `gone`: rows that the desk has no place for. A larger desk's show has thousands: only what is shown is made of them. */
export function blockedIn(blocked: AreaPlan['blocked'], gone: readonly ContentRow[]) {
  const ofPlan = grouped(blocked, ({ path, refusal: { code, params } }) => `${stripOf(path)} ${code} ${params.reason}`);
  const ofGone = grouped(gone, ({ path }) => stripOf(path));
  const items = ofPlan.slice(0, mostItems).map((of) => {
    const [{ path, refusal }] = of as [AreaPlan['blocked'][number]];
    const fields = of.slice(0, mostNamed).map((each) => `${each.path} ${each.field}`);
    return itemOf(path, fields, of.length, refusal);
  });
  for (const of of ofGone.slice(0, mostItems - items.length)) {
    const [{ path }] = of as [ContentRow];
    const fields = of
      .slice(0, mostNamed)
      .flatMap((row) => Object.keys(row.fields).map((field) => `${row.path} ${field}`));
    items.push(itemOf(path, fields.slice(0, mostNamed), fieldsIn(of), unknownRow(path)));
  }
  return { blocked: items, blockedCount: blocked.length + fieldsIn(gone) };
}

const itemOf = (path: string, fields: readonly string[], count: number, refusal: Refusal) => ({
  path: stripOf(path),
  fields: [...fields],
  count,
  refusal: { ...problemOf(refusal, path) },
});

const fieldsIn = (rows: readonly ContentRow[]) => rows.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0);

/** In the order of their firsts. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
