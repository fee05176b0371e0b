// Plans writing many values back: one commit of all that can be written, and a refusal for each value that can't.

import type { Faults } from '../../base/fault-log.ts';
import { isSameJson } from '../../base/json.ts';
import { isRefusal, Refusal, withoutStack } from '../../base/refusals.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { type Contract, contractOf, type FieldContract } from '../../rows/contract.ts';
import type { Change, Fields } from '../../rows/definitions.ts';
import { unknownRow } from '../../rows/registry.ts';
import type { LocatedChange, SettingPlace } from '../../rows/row-ref.ts';
import type { AreaPlan, AreaPlanOptions, Areas, PlannedChange } from '../../services.ts';
import { conflictingParts } from '../conflicting-parts.ts';
import type { DeskCore, Rehearsal } from '../desk.ts';
import type { DraftChange } from '../draft.ts';
import { areaOfShow } from './area-names.ts';
import { byPath, fieldNamed, namedBy, nameOf, type RequestedChanges, without } from './requested-changes.ts';

export interface AreaPlanNeeds extends AreaPlanOptions {
  readonly desk: DeskCore;
  readonly faults: Faults;
  /** The setting at an address; undefined for none. */
  readonly locate: (path: string) => SettingPlace | undefined;
  readonly areaOf: (path: string, field: string) => string | undefined;
  /** True: fields without an area too. Default: the show alone. */
  readonly isWhole?: boolean;
}

type Blocked = AreaPlan['blocked'][number];
type Value = Parameters<Areas['plan']>[0][number];

/** In one turn. */
export const planOf = (values: readonly Value[], needs: AreaPlanNeeds): AreaPlan => atOnce(planInSteps(values, needs));

/** Values between two steps. */
const valuesPerStep = 256;

/** The same in steps, between which the desk must not change. */
export function* planInSteps(values: readonly Value[], needs: AreaPlanNeeds): Steps<AreaPlan> {
  const blocked: Blocked[] = [];
  const held: AreaPlan['held'][number][] = [];
  let asked = yield* differing(values, needs, blocked);
  let also = (needs.also ?? []).map((change) => ({ ...change, via: nameOf(change.path, change.field) }));
  const alsoNames = new Set(also.map(({ via }) => via));
  for (;;) {
    const { rehearsal, refused } = yield* rehearsed(asked, also, needs);
    yield;
    if (rehearsal === undefined) {
      // The commit says why it is refused.
      if (refused.size === 0) also = [];
      for (const [name, refusal] of refused) blocked.push(blockedBy(name, refusal));
      asked = without(asked, refused.keys());
      continue;
    }
    const effect = rehearsal.effect.filter((change) => !alsoNames.has(rootOf(change).name));
    const touching = needs.stays === undefined ? new Map() : touchingWhatStays(effect, needs);
    if (touching.size > 0) {
      for (const [name, by] of touching) held.push({ ...fieldNamed(name), by: plannedOf(by, needs) });
      asked = without(asked, touching.keys());
      continue;
    }
    const spoiled = spoiledBy(effect, values, [...blocked, ...held]);
    if (spoiled.size > 0) {
      asked = new Map([...asked, ...spoiled]);
      continue;
    }
    const changes = rehearsal.asked.slice(0, asked.size).map(({ place, field, value, name }) => ({
      path: place.path,
      field,
      value,
      via: name,
    }));
    const planned: PlannedChange[] = [];
    for (const change of effect) {
      planned.push(plannedOf(change, needs));
      if (planned.length % valuesPerStep === 0) yield;
    }
    return { changes, effect: planned, blocked, held };
  }
}

/** The values that differ from the desk. Values of absent or locked fields are blocked at once. */
function* differing(values: readonly Value[], needs: AreaPlanNeeds, blocked: Blocked[]): Steps<RequestedChanges> {
  const asked = new Map<string, LocatedChange>();
  let known: CurrentRow | undefined;
  let count = 0;
  for (const { path, field, value, area } of values) {
    if (++count % valuesPerStep === 0) yield;
    if (known?.path !== path) known = knownAt(path, needs);
    const { now } = known;
    const via = nameOf(path, field);
    if (isRefusal(now)) {
      blocked.push({ path, field, refusal: now });
      continue;
    }
    if (Object.hasOwn(now.fields, field) && isSameJson(now.fields[field], value)) {
      // The desk also keeps values of fields that the row does not show.
      const error = now.contract.fields.has(field) ? undefined : now.contract.checkField(field, value);
      if (error !== undefined) {
        blocked.push({ path, field, refusal: new Refusal('invalid-fields', error.message, {}, [error]) });
      }
      continue;
    }
    const change = { path, field, value, via, place: now.place };
    const outside = needs.isWhole === true ? undefined : notInArea(path, now.contract.fields.get(field), area);
    const refusal = outside ?? needs.desk.lockOn(change, needs.actor);
    if (refusal === undefined) asked.set(via, change);
    else blocked.push({ path, field, refusal });
  }
  return asked;
}

/** Refuses fields of another area: a file from elsewhere must not set a panic, or phantom among the faders. */
function notInArea(path: string, field: FieldContract | undefined, said: string | undefined): Refusal | undefined {
  // The rehearsal judges fields that come with another change of the plan, and read-only fields.
  if (field === undefined || field.access === 'ro') return undefined;
  const area = areaOfShow(field);
  if (area !== undefined && (said ?? area) === area) return undefined;
  const words = area === undefined ? 'is no part of the show' : `is of the area ${area}, not ${said}`;
  return new Refusal('conflict', `${path} ${field.name} ${words}.`, { reason: 'other-area', area: area ?? null });
}

interface CurrentRow {
  readonly path: string;
  /** A refusal without a setting, or if its provider's functions throw. */
  readonly now: Refusal | { readonly place: SettingPlace; readonly fields: Fields; readonly contract: Contract };
}

function knownAt(path: string, { desk, faults, locate }: AreaPlanNeeds): CurrentRow {
  try {
    const place = locate(path);
    if (place === undefined) return { path, now: withoutStack(() => (desk.has(path) ? noSetting : unknownRow)(path)) };
    return { path, now: { place, fields: desk.readAt(place), contract: contractOf(place, desk, desk.observed) } };
  } catch (error) {
    return { path, now: faults.refusal(error, `what is at ${path}`) };
  }
}

const noSetting = (path: string) => new Refusal('unknown-row', `There is no setting at ${path}.`, { path });

/** Values that the desk has and that an implied change would overwrite. They become requested changes too. */
function spoiledBy(
  effect: readonly DraftChange[],
  values: readonly Value[],
  left: readonly { readonly path: string; readonly field: string }[],
): RequestedChanges {
  const implied = effect.filter(({ because }) => because !== undefined);
  const names = new Set(implied.map(({ place, field }) => nameOf(place.path, field)));
  for (const { path, field } of left) names.delete(nameOf(path, field));
  if (names.size === 0) return new Map();
  const spoiled = values.filter(({ path, field }) => names.has(nameOf(path, field)));
  const changes = spoiled.map(({ path, field, value }) => ({ path, field, value, via: nameOf(path, field) }));
  return new Map(changes.map((change) => [change.via, change]));
}

/** The rehearsal of the commit, or the changes to leave out before the next one, by name: none if `also` is refused. */
function* rehearsed(
  asked: RequestedChanges,
  also: readonly Change[],
  needs: AreaPlanNeeds,
): Steps<{ readonly rehearsal?: Rehearsal; readonly refused: ReadonlyMap<string, Refusal> }> {
  const { actor, desk, faults } = needs;
  const where = 'what many values would change';
  const request = (changes: Iterable<Change>) => ({ actor, label: '', changes: [...changes, ...also] });
  const against = (changes: Iterable<Change>) => faults.refusalOf(where, () => desk.rehearse(request(changes), true));
  let refusal: Refusal;
  try {
    return { rehearsal: yield* desk.rehearseInSteps(request(asked.values()), true), refused: new Map() };
  } catch (error) {
    refusal = faults.refusal(error, where);
  }
  const named = namedBy(refusal, asked);
  if (named.size > 0) return { refused: named };
  if (also.length > 0 && against([]) !== undefined) return { refused: new Map() };
  // A refusal across rows names no change: find the rows by bisection.
  const rows = byPath(asked);
  const faulty = conflictingParts(rows, (some) => against(some.flat()));
  // No row alone is the cause: all changes are refused.
  if (faulty.length === 0) return { refused: new Map([...asked.keys()].map((name) => [name, refusal])) };
  // Other fields of a refused row may fit: a strip whose source may not come back still gets its level.
  const left = new Set(faulty.map(([row]) => row));
  const fit = rows.filter((row) => !left.has(row)).flat();
  const fields = conflictingParts([...left].flat(), (some) => against([...fit, ...some]));
  return { refused: new Map(fields.map(([{ via = '' }, reason]) => [via, reason])) };
}

/** The requested changes that imply a change of a protected field, by name, with that implied change. */
function touchingWhatStays(effect: readonly DraftChange[], needs: AreaPlanNeeds): ReadonlyMap<string, DraftChange> {
  const touching = new Map<string, DraftChange>();
  for (const change of effect) {
    const { place, field, because } = change;
    if (because === undefined) continue;
    const area = needs.areaOf(place.path, field);
    if (area === undefined || needs.stays?.(place.path, field, area) !== true) continue;
    touching.set(rootOf(because).name, change);
  }
  return touching;
}

/** The requested change that this one follows from; itself for a requested change. */
function rootOf(change: DraftChange): DraftChange {
  let root = change;
  while (root.because !== undefined) root = root.because;
  return root;
}

function plannedOf({ place, field, value }: DraftChange, { desk }: AreaPlanNeeds): PlannedChange {
  return { path: place.path, field, from: desk.readAt(place)[field], to: value };
}

const blockedBy = (name: string, refusal: Refusal): Blocked => ({ ...fieldNamed(name), refusal });
