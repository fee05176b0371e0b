// Plans the changes of a recall.
import type { AreaPlan, AreaPlanOptions, Areas, Change } from 'rowdesk/provider';
import { type ContentRow, valuesOf } from './content.ts';

const keyOf = ({ path, field }: { readonly path: string; readonly field: string }) => `${path} ${field}`;

/** What is there already need not be looked at field by field, unless something else would follow there. */
export function planOf(
  changing: readonly ContentRow[],
  same: readonly ContentRow[],
  options: AreaPlanOptions,
  areas: Areas,
): AreaPlan {
  const plan = areas.plan(valuesOf(changing), options);
  if (isAllAsked(plan)) return plan;
  const asked = new Set(plan.changes.map(keyOf));
  const following = plan.effect.filter((change) => !asked.has(keyOf(change)));
  const [keys, paths] = [new Set(following.map(keyOf)), new Set(following.map(({ path }) => path))];
  const isSpoiled = ({ path, fields }: ContentRow) =>
    paths.has(path) && Object.keys(fields).some((field) => keys.has(keyOf({ path, field })));
  const spoiled = same.filter(isSpoiled);
  return spoiled.length > 0 ? areas.plan(valuesOf([...changing, ...same]), options) : plan;
}

/** Both lists are in one order. False also where the effect has another order: a closer look finds what follows. */
function isAllAsked({ changes, effect }: AreaPlan): boolean {
  let next = 0;
  return effect.every((change) => {
    while (next < changes.length && !isSameField(changes[next] as Change, change)) next++;
    return next++ < changes.length;
  });
}

const isSameField = (a: Pick<Change, 'path' | 'field'>, b: Pick<Change, 'path' | 'field'>) =>
  a.path === b.path && a.field === b.field;
