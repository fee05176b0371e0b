// Fields that a target keeps by itself (`keptByTarget: true` in their schema: the gain of a preamp). A target that the desk
// has never had gives these values to the desk, and nothing is written to them; from then on the desk's values hold. A value
// that can't be read stays the target's own until a commit sets it.

import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import type { TSchema } from '../base/typebox.ts';
import type { Commit } from '../desk/commit.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Reading } from '../driver.ts';
import type { Change } from '../rows/definitions.ts';
import { matches } from '../rows/matches.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import { validatorOf } from '../rows/validator.ts';
import type { CommitOrigin, Log, OwnFields } from '../services.ts';
import type { DesiredState } from './desired-state.ts';
import { isKeptByTarget, isTargeted, type TargetedValue } from './desired-value.ts';
import { KnownTargets } from './known-targets.ts';
import type { ObservedValues } from './observed-values.ts';

type Place = Pick<Change, 'path' | 'field'>;

const keyOf = ({ path, field }: Place) => `${path} ${field}`;

export interface FirstContactNeeds {
  readonly desk: DeskCore;
  readonly desired: Pick<DesiredState, 'keptBy' | 'at' | 'locate'>;
  readonly observed: Pick<ObservedValues, 'reported'>;
  readonly log: Log;
  readonly faults: Faults;
}

/** Rows whose values the desk has taken, with these values. */
export interface Taken {
  readonly places: readonly SettingPlace[];
  readonly origin: CommitOrigin;
}

export class FirstContact implements OwnFields {
  readonly #needs: FirstContactNeeds;
  readonly #listeners: Listeners;
  /** Keys of fields that stay a target's own, by target; of each target that has reported all its values. */
  readonly #own = new Map<string, Set<string>>();
  /** Addresses with fields that a target may keep. A commit of others costs nothing here. */
  readonly #paths = new Set<string>();
  /** Undefined before the start. */
  #targets: KnownTargets | undefined;

  constructor(needs: FirstContactNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.faults, 'a listener of fields that targets keep');
  }

  /** After the desk is open. */
  start(): void {
    this.#targets ??= new KnownTargets(this.#needs);
  }

  /** False for a value that is the target's to say. */
  isDesired({ target, path, field, schema }: TargetedValue): boolean {
    if (!isKeptByTarget(schema)) return true;
    this.#paths.add(path);
    return this.#known.has(target, keyOf({ path, field })) || Object.hasOwn(this.#needs.desk.kept.keptAt(path), field);
  }

  has(path: string, field: string): boolean {
    const key = keyOf({ path, field });
    for (const own of this.#own.values()) if (own.has(key)) return true;
    return false;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The values that a commit asks for are desired from now on. Returns the rows of those that were the target's before. */
  setBy({ changes, paths, asked = [] }: Commit): readonly SettingPlace[] {
    // Most commits are of no such row.
    const isOther = (path: string) => !this.#paths.has(path);
    if (this.#paths.size === 0 || (paths.every(isOther) && asked.every(({ path }) => isOther(path)))) return [];
    const fields = new Map<string, Set<string>>();
    const note = (path: string, field: string) => {
      if (this.#paths.has(path)) fields.set(path, (fields.get(path) ?? new Set()).add(field));
    };
    for (const { place, field } of changes) note(place.path, field);
    for (const { path, field } of asked) note(path, field);
    const places = this.#placesOf(fields.keys()).filter((place) => this.#isFirst(place, fields.get(place.path)));
    if (places.length === 0) return places;
    this.#known.keep();
    this.#listeners.notify();
    return places;
  }

  /** `isFull`: a report of all values of the target. */
  reported(target: string, readings: readonly Reading[], isFull: boolean): Taken | undefined {
    const own = this.#own.get(target);
    const isNews = readings.some((reading) => reading.state === 'applied' && own?.has(keyOf(reading)) === true);
    return isFull || isNews ? this.#take(target) : undefined;
  }

  /** Rows came or went. */
  addressesChanged(): readonly Taken[] {
    return [...this.#own.keys()].flatMap((target) => this.#take(target) ?? []);
  }

  /** Takes what a target gives, which is no step of the history. */
  #take(target: string): Taken | undefined {
    const { desired, desk, log, observed } = this.#needs;
    const open = desired.keptBy(target).filter((value) => !this.isDesired(value));
    const values = open.flatMap(({ path, field, schema }) => {
      const reading = observed.reported(target, path, field);
      const value = reading?.state === 'applied' ? settable(reading.value, field, schema) : undefined;
      return value === undefined ? [] : [{ path, field, value }];
    });
    const keys = values.map(keyOf);
    const given = new Set(keys);
    const before = this.#own.get(target)?.size ?? 0;
    this.#own.set(target, new Set(open.map(keyOf).filter((key) => !given.has(key))));
    const origin = { target, values };
    this.#known.add(target, keys);
    try {
      const how = { actor: 'device', label: `Read from ${target}`, exact: true, unlogged: true, despiteLock: true };
      if (values.length > 0) desk.commitNow({ ...how, changes: values, origin });
    } catch (error) {
      this.#known.delete(target, keys);
      log.warn({ err: error, target }, 'What a device has can not be taken over');
      return undefined;
    }
    if (before !== this.#own.get(target)?.size) this.#listeners.notify();
    if (values.length === 0) return undefined;
    // After the commit: a crash in between is a first contact again.
    this.#known.keep();
    return { places: this.#placesOf(values.map(({ path }) => path)), origin };
  }

  get #known(): KnownTargets {
    if (this.#targets === undefined) throw new Error('Reconciliation has not begun');
    return this.#targets;
  }

  /** True where a value of these fields was not the desk's; it is from now on. */
  #isFirst(place: SettingPlace, fields: ReadonlySet<string> | undefined): boolean {
    const first = this.#needs.desired.at(place).filter(({ target, path, field, schema }) => {
      return fields?.has(field) && isKeptByTarget(schema) && !this.#known.has(target, keyOf({ path, field }));
    });
    for (const value of first) {
      this.#known.add(value.target, [keyOf(value)]);
      this.#own.get(value.target)?.delete(keyOf(value));
    }
    return first.length > 0;
  }

  #placesOf(paths: Iterable<string>): readonly SettingPlace[] {
    const found = [...new Set(paths)].flatMap((path) => this.#needs.desired.locate(path) ?? []);
    return found.filter(isTargeted);
  }
}

/** The value, or the nearest step that means the same; undefined for one that the field does not take. */
function settable(value: unknown, field: string, schema: TSchema): unknown {
  const { check } = validatorOf(schema);
  if (check(value)) return value;
  const { multipleOf: step } = schema as { readonly multipleOf?: number };
  if (typeof value !== 'number' || step === undefined) return undefined;
  const nearest = Number((Math.round(value / step) * step).toFixed(6));
  return check(nearest) && matches(nearest, value, field, schema) ? nearest : undefined;
}
