// Writes to several rows as one commit: all of them or none, one step of the history.
import { type FieldError, isRefusal, type Refusal } from '../base/refusals.ts';
import { aliasChanges, invalidFields } from '../rows/alias-changes.ts';
import { contractOf } from '../rows/contract.ts';
import { aliasValue } from '../rows/evaluation.ts';
import { refuseUnlessPermitted } from '../rows/permit.ts';
import type { LocatedChange, RowRef } from '../rows/row-ref.ts';
import type { Committed, RowWrite } from '../services.ts';
import { commitLabel } from './commit-label.ts';
import { type OpenRowNeeds, refuseForeignParts } from './open-row.ts';
import type { WriteOptions } from './row-access.ts';

/** Throws Refusal; `field` of its errors begins with the place in the list, `changes/0/fields/levelDb`. */
export function jointCommit(
  writes: readonly RowWrite[],
  { actor, address, permit }: WriteOptions,
  needs: OpenRowNeeds,
): Promise<Committed> {
  const { desk, registry } = needs;
  const errors: FieldError[] = [];
  const changes: LocatedChange[] = [];
  const places: RowRef[] = [];
  for (const [n, { path, fields }] of writes.entries()) {
    const place = placeAt(path, registry);
    if (place === undefined) {
      const message = `${path} is the address of no row.`;
      errors.push({ field: `changes/${n}/path`, code: 'unknown-item', message, params: { path } });
      continue;
    }
    const refused = contractOf(place, desk, desk.observed).checkBody(fields);
    errors.push(...refused.map((error) => ({ ...error, field: `changes/${n}/fields/${error.field}` })));
    if (refused.length > 0) continue;
    refuseUnlessPermitted(permit, place, Object.keys(fields));
    places.push(place);
    const own = changesOf(place, fields, n, needs);
    refuseForeignParts(permit, own);
    changes.push(...own);
  }
  if (errors.length > 0) throw invalidFields(errors);
  const [first] = places;
  if (first === undefined) return Promise.resolve({ revision: desk.revision, durable: true });
  const others = new Set(places.map(({ path }) => path)).size - 1;
  const named = commitLabel(first, { fields: Object.keys(writes[0]?.fields ?? {}), changes: [] }, registry);
  const label = others > 0 ? `${named}, and ${others} more` : named;
  const { revision, saved } = desk.commitNow({ actor, address, label, changes, apart: others > 0 });
  return saved.then((durable) => ({ revision, durable }));
}

/** Undefined also for a path that can't be read. */
function placeAt(path: string, registry: OpenRowNeeds['registry']): RowRef | undefined {
  try {
    return registry.locate(path);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function changesOf(
  place: RowRef,
  fields: RowWrite['fields'],
  n: number,
  needs: OpenRowNeeds,
): readonly LocatedChange[] {
  const { desk, registry, sources } = needs;
  const { row, path } = place;
  if (row.type === 'setting') return Object.entries(fields).map(([field, value]) => ({ path, field, value, place }));
  if (row.type !== 'alias') throw notTogether(path, n);
  const current = () => aliasValue(row, place, sources, sources);
  const { settings, views } = aliasChanges(row, place, fields, desk, registry, current);
  if (views.length > 0) throw notTogether(path, n);
  return settings;
}

/** What is not kept by the desk has no part in a commit. */
function notTogether(path: string, n: number): Refusal {
  const message = `${path} is written by itself only.`;
  return invalidFields([{ field: `changes/${n}/path`, code: 'not-an-option', message, params: { path } }]);
}
