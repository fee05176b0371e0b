// A draft of a commit: the requested changes with all changes that they imply.

import { isSameJson } from '../base/json.ts';
import { atOnce, type Steps } from '../base/steps.ts';
import { type Excess, excesses } from '../rows/bounds.ts';
import type { Change } from '../rows/definitions.ts';
import { isSetting, type LocatedChange, type SettingPlace } from '../rows/row-ref.ts';
import type { Memory } from './memory.ts';
import { Overlay } from './overlay.ts';

/** A requested change with its row. */
export interface PlacedChange extends Change {
  readonly place: SettingPlace;
}

/** Throws refusal `unknown-row`. */
export function placed(changes: readonly LocatedChange[], memory: Memory): readonly PlacedChange[] {
  let last: PlacedChange | undefined;
  return changes.map(({ path, field, value, via, place: known }) => {
    // Most changes of a large commit follow others of their row.
    const found = known ?? (last?.path === path ? last.place : undefined);
    const place = found !== undefined && isSetting(found) ? found : memory.locate(path);
    last = { path, field, value, via, place };
    return last;
  });
}

export interface DraftChange {
  readonly place: SettingPlace;
  readonly field: string;
  readonly value: unknown;
  /** The client's name of the field, for refusals. */
  readonly name: string;
  /** The change that implied this one; undefined for a requested change. */
  readonly because?: DraftChange;
}

export interface Draft {
  /** The desk with all changes. */
  readonly overlay: Overlay;
  /** The requested changes, with their values in the draft. */
  readonly asked: readonly DraftChange[];
  readonly touched: readonly TouchedRow[];
}

/** The changes of a draft at one address; at least one. */
export interface TouchedRow {
  readonly place: SettingPlace;
  readonly changes: readonly DraftChange[];
}

/** A field implied more often within one commit is in a circle of implications. */
const mostRounds = 8;

/** Changes or rows that are looked at between two steps. */
const changesPerStep = 512;
const rowsPerStep = 128;

/** True if implications of changes at this address apply. */
export type Implying = (place: SettingPlace) => boolean;

export interface DraftOptions {
  readonly implying: Implying;
  /** True: requested values are lowered too, if another option of the deciding field would allow them. */
  readonly lowersAsked?: boolean;
}

/**
 * Lays the requested changes over the desk, and adds implied changes until there are no more. An implied change never
 * overrides a requested one; of two changes of one field the later counts. A value above the maximum that another field
 * of its row sets (`maximumBy`) is then lowered to it. Requested values are not lowered without `lowersAsked`: the
 * checks refuse them. Throws Error for a circle of implications.
 */
export const draftOf = (changes: readonly PlacedChange[], memory: Memory, options: DraftOptions): Draft =>
  atOnce(draftInSteps(changes, memory, options));

/** The same in steps, between which the desk must not change. */
export function* draftInSteps(
  changes: readonly PlacedChange[],
  memory: Memory,
  { implying, lowersAsked = false }: DraftOptions,
): Steps<Draft> {
  const overlay = new Overlay(memory);
  const asked = new Map<string, DraftChange>();
  let laid = 0;
  for (const { place, field, value, via } of changes) {
    asked.set(keyOf(place, field), { place, field, value, name: via ?? field });
    overlay.set(place, field, value);
    if (++laid % changesPerStep === 0) yield;
  }
  if (lowersAsked) yield* lowerAsked(asked, overlay, memory);
  let changing = yield* effective(asked, overlay, memory);
  const implied = yield* impliedBy(changing, asked, overlay, memory, implying);
  if (lowersAsked && implied.length > 0) {
    // An implied change may set a maximum.
    yield* lowerAsked(asked, overlay, memory);
    changing = yield* effective(asked, overlay, memory);
  }
  const following = implied.length === 0 ? changing : [...changing, ...implied];
  const touched = byAddress(following);
  const bounded = yield* broughtDown(touched, asked, overlay, memory);
  if (bounded.size === 0) return { overlay, asked: [...asked.values()], touched };
  const others = following.filter(({ place, field }) => !bounded.has(keyOf(place, field)));
  return { overlay, asked: [...asked.values()], touched: byAddress([...others, ...bounded.values()]) };
}

/** The requested changes that the desk does not have already. */
function* effective(
  asked: ReadonlyMap<string, DraftChange>,
  overlay: Overlay,
  memory: Memory,
): Steps<readonly DraftChange[]> {
  const changing: DraftChange[] = [];
  let looked = 0;
  for (const change of asked.values()) {
    if (changesSomething(change, overlay, memory)) changing.push(change);
    if (++looked % changesPerStep === 0) yield;
  }
  return changing;
}

/** Lowers requested values to their current maximum, except those above every maximum: the checks refuse them. */
function* lowerAsked(asked: Map<string, DraftChange>, overlay: Overlay, memory: Memory): Steps<void> {
  let looked = 0;
  for (const { place } of byAddress([...asked.values()])) {
    if (++looked % rowsPerStep === 0) yield;
    for (const { name, maximum, highest } of excessesAt(place, overlay, memory)) {
      const key = keyOf(place, name);
      const change = asked.get(key);
      if (change === undefined || Number(change.value) > highest) continue;
      overlay.set(place, name, maximum);
      asked.set(key, { ...change, value: maximum });
    }
  }
}

function excessesAt(place: SettingPlace, overlay: Overlay, memory: Memory): readonly Excess[] {
  return excesses(memory.fieldsAt(place, overlay), () => overlay.readAt(place));
}

/** Of most commits. Maps are the largest part of what a commit allocates. */
const noChanges: ReadonlyMap<string, DraftChange> = new Map();

/** The changes that lower values to their maximum. Requested values stay: the checks refuse them. */
function* broughtDown(
  touched: readonly TouchedRow[],
  asked: ReadonlyMap<string, DraftChange>,
  overlay: Overlay,
  memory: Memory,
): Steps<ReadonlyMap<string, DraftChange>> {
  let bounded: Map<string, DraftChange> | undefined;
  let looked = 0;
  for (const { place, changes: own } of touched) {
    if (++looked % rowsPerStep === 0) yield;
    for (const { name: field, by, maximum } of excessesAt(place, overlay, memory)) {
      const key = keyOf(place, field);
      const because = own.find((change) => change.field === by) ?? (own[0] as DraftChange);
      const requested = asked.get(key);
      if (requested === undefined) overlay.set(place, field, maximum);
      bounded ??= new Map();
      bounded.set(key, requested ?? { place, field, value: maximum, name: because.name, because });
    }
  }
  return bounded ?? noChanges;
}

function* impliedBy(
  changing: readonly DraftChange[],
  asked: ReadonlyMap<string, DraftChange>,
  overlay: Overlay,
  memory: Memory,
  implying: Implying,
): Steps<readonly DraftChange[]> {
  const queue = changing.filter(({ place }) => place.row.implies !== undefined && implying(place));
  if (queue.length === 0) return [];
  let implied: Map<string, DraftChange> | undefined;
  let rounds: Map<string, number> | undefined;
  for (let next = 0; next < queue.length; next++) {
    if (next % changesPerStep === changesPerStep - 1) yield;
    const because = queue[next] as DraftChange;
    const { place, field, value, name } = because;
    for (const change of place.row.implies?.({ path: place.path, at: place.at, field, value }, overlay, memory) ?? []) {
      const follows = { place: memory.locate(change.path), field: change.field, value: change.value, name, because };
      const key = keyOf(follows.place, follows.field);
      if (asked.has(key) || isKnown(follows, implied?.get(key), overlay, memory)) continue;
      implied ??= new Map();
      rounds ??= new Map();
      const round = (rounds.get(key) ?? 0) + 1;
      if (round > mostRounds) throw new Error(`Implied changes go round in a circle: ${chainOf(follows)}`);
      rounds.set(key, round);
      overlay.set(follows.place, follows.field, follows.value);
      implied.set(key, follows);
      if (implying(follows.place)) queue.push(follows);
    }
  }
  if (implied === undefined) return [];
  return [...implied.values()].filter((change) => changesSomething(change, overlay, memory));
}

/**
 * True if the change was implied before, or the desk has the value already. A value that is equal only through another
 * change of its row (the default of another plugin) is a change: undo needs the value from before.
 */
function isKnown(
  { place, field, value }: DraftChange,
  before: DraftChange | undefined,
  overlay: Overlay,
  memory: Memory,
): boolean {
  if (before !== undefined) return isSameJson(before.value, value);
  const [now, then] = [overlay.readAt(place), memory.readAt(place)];
  return field in now && isSameJson(now[field], value) && (!(field in then) || isSameJson(then[field], value));
}

function byAddress(changes: readonly DraftChange[]): readonly TouchedRow[] {
  const rows = new Map<string, { place: SettingPlace; changes: DraftChange[] }>();
  for (const change of changes) {
    const row = rows.get(change.place.path);
    if (row === undefined) rows.set(change.place.path, { place: change.place, changes: [change] });
    else row.changes.push(change);
  }
  return [...rows.values()];
}

/** A deleted value is the default afterwards, if the row still has the field. */
function changesSomething({ place, field, value }: DraftChange, overlay: Overlay, memory: Memory): boolean {
  const current = memory.readAt(place);
  const after = value === undefined ? overlay.readAt(place)[field] : value;
  return !(field in current && isSameJson(current[field], after));
}

function keyOf({ path }: SettingPlace, field: string): string {
  return `${path}\n${field}`;
}

function chainOf(change: DraftChange): string {
  const links: string[] = [];
  for (let link: DraftChange | undefined = change; link !== undefined && links.length < 6; link = link.because) {
    links.unshift(`${link.place.path} ${link.field}`);
  }
  return links.join(' -> ');
}
