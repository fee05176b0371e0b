// What a recall leaves out, as rows show it: by strip and reason, so that a show of another desk is a list to read.
import { type AreaPlan, problemOf, Type } from 'rowdesk/provider';
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

export function blockedIn(blocked: AreaPlan['blocked']) {
  const groups = grouped(blocked, ({ path, refusal: { code, params } }) => `${stripOf(path)} ${code} ${params.reason}`);
  return {
    blocked: groups.slice(0, mostItems).map((of) => {
      const [{ path, refusal }] = of as [AreaPlan['blocked'][number]];
      const fields = of.slice(0, mostNamed).map((each) => `${each.path} ${each.field}`);
      return { path: stripOf(path), fields, count: of.length, refusal: { ...problemOf(refusal, path) } };
    }),
    blockedCount: blocked.length,
  };
}

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
