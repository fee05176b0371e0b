// The live contract of a row: its literal, narrowed by the current state. GET, OPTIONS and PATCH use the same result,
// so that OPTIONS is never wrong.

import { nearest } from '../base/nearest.ts';
import type { FieldError } from '../base/refusals.ts';
import type { TSchema } from '../base/typebox.ts';
import { boundedByBody, boundedFields } from './bounds.ts';
import type { DeskReader, Fields, Life, Limits, PerField } from './definitions.ts';
import { checkMergedList } from './merged-list.ts';
import type { ObservedReader } from './observed-state.ts';
import type { RowRef } from './row-ref.ts';
import { fieldsOf, forField, liveFields } from './static-contract.ts';
import { unsafeIn } from './unsafe-values.ts';
import { narrowed, validatorOf } from './validator.ts';

export interface FieldContract {
  readonly name: string;
  readonly access: 'rw' | 'ro';
  readonly schema: TSchema;
  /** Undefined for a field that is not stored: read-only, or of an alias, view or task. */
  readonly life?: Life;
  readonly area?: string;
  /** The name of the field's target. */
  readonly target?: string;
  /** False for a field that console.locked does not block. */
  readonly lockable: boolean;
  /** The area at this address; undefined for none. */
  readonly default: unknown;
  /** The keys of a list whose PATCH is sparse: its items are merged by them. */
  readonly mergedBy?: readonly string[];
}

export interface Contract {
  /** The present fields, in the order of the literal. */
  readonly fields: ReadonlyMap<string, FieldContract>;
  /** The error of writing this value to this field; undefined for a good one. */
  checkField(name: string, value: unknown): FieldError | undefined;
  /** The errors of the body of a PATCH, by field; empty for a good one. */
  checkBody(body: unknown): FieldError[];
}

/** The most errors that one check collects. */
const mostErrors = 1000;

/** The current contract of a row. Its reads of `desk` and `observed` decide when the row is published again. */
export function contractOf(place: RowRef, desk: DeskReader, observed: ObservedReader): Contract {
  const { row, at } = place;
  if (row.type !== 'setting') {
    const limits = row.limits?.(at, desk, observed);
    const fields = fieldsOf(row);
    const isAlias = row.type === 'alias';
    return madeFor(place, {
      fields: isAlias ? boundedFields(fields, () => row.get(at, desk, observed)) : fields,
      limits,
    });
  }
  const fields = typeof row.fields === 'function' ? liveFields(row, at, desk) : fieldsOf(row);
  return madeFor(place, {
    fields: boundedFields(fields, () => desk.read(place.path)),
    limits: row.limits?.(at, desk, observed),
    defaults: row.defaults?.(at),
    target: typeof row.target === 'function' ? row.target(at, desk) : undefined,
    area: typeof row.area === 'function' ? row.area(at) : undefined,
  });
}

/** The inputs of a contract. The same objects again mean the same contract. */
const lastMade = new WeakMap<RowRef, { readonly moment: Moment; readonly contract: Contract }>();

function madeFor(place: RowRef, moment: Moment): Contract {
  const last = lastMade.get(place);
  if (last !== undefined && isSameMoment(last.moment, moment)) return last.contract;
  const contract = new RowContract(place.path, atAddress(moment));
  lastMade.set(place, { moment, contract });
  return contract;
}

function isSameMoment(a: Moment, b: Moment): boolean {
  return (
    a.fields === b.fields &&
    a.limits === b.limits &&
    a.defaults === b.defaults &&
    a.target === b.target &&
    a.area === b.area
  );
}

/** Cached by the fields, and by target and area: most addresses of a row share both. */
const shared = new WeakMap<ReadonlyMap<string, FieldContract>, Map<string, ReadonlyMap<string, FieldContract>>>();

/** Made once for addresses that differ in names only: an appearing target needs thousands of contracts. */
function atAddress(moment: Moment): ReadonlyMap<string, FieldContract> {
  const { fields, limits, defaults, target, area } = moment;
  if (limits !== undefined || defaults !== undefined) return laidOver(moment);
  if (typeof target === 'object' || typeof area === 'object') return laidOver(moment);
  const key = `${target ?? ''} ${area ?? ''}`;
  let known = shared.get(fields);
  if (known === undefined) {
    known = new Map();
    shared.set(fields, known);
  }
  let made = known.get(key);
  if (made === undefined) {
    made = laidOver(moment);
    known.set(key, made);
  }
  return made;
}

interface Moment {
  readonly fields: ReadonlyMap<string, FieldContract>;
  readonly limits?: Limits;
  readonly defaults?: Fields;
  readonly target?: PerField<string>;
  readonly area?: PerField<string>;
}

/** The current fields at this address. */
function laidOver({ fields, limits, defaults, ...moment }: Moment): ReadonlyMap<string, FieldContract> {
  if ((limits ?? defaults ?? moment.target ?? moment.area) === undefined) return fields;
  const result = new Map<string, FieldContract>();
  for (const [name, field] of fields) {
    const limit = ownOf(limits, name);
    if (limit === false) continue;
    const ownDefault = ownOf(defaults, name);
    const target = field.access === 'rw' ? forField(moment.target, name, undefined) : undefined;
    const area = field.access === 'rw' ? forField(moment.area, name, undefined) : undefined;
    if ((limit ?? ownDefault ?? target ?? area) === undefined) result.set(name, field);
    else {
      result.set(name, {
        ...field,
        ...(limit === undefined ? {} : { schema: narrowed(field.schema, limit) }),
        ...(ownDefault === undefined ? {} : { default: ownDefault }),
        ...(target === undefined ? {} : { target }),
        ...(area === undefined ? {} : { area }),
      });
    }
  }
  return result;
}

function ownOf<T>(members: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

class RowContract implements Contract {
  readonly fields: ReadonlyMap<string, FieldContract>;
  readonly #path: string;

  constructor(path: string, fields: ReadonlyMap<string, FieldContract>) {
    this.#path = path;
    this.fields = fields;
  }

  checkField(name: string, value: unknown): FieldError | undefined {
    return this.#errorsOf(name, value)[0];
  }

  checkBody(body: unknown): FieldError[] {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return [{ field: '', code: 'wrong-type', message: 'The body must be a JSON object of fields.', params: {} }];
    }
    const errors: FieldError[] = [];
    for (const name of Object.keys(body)) {
      errors.push(...this.#errorsOf(name, (body as Fields)[name], body as Fields));
      if (errors.length >= mostErrors) return errors.slice(0, mostErrors);
    }
    return errors;
  }

  /** `body`: the other fields of the request, which may set the range. */
  #errorsOf(name: string, value: unknown, body: Fields = {}): readonly FieldError[] {
    const field = this.fields.get(name);
    if (field === undefined) return [this.#unknown(name)];
    if (field.access === 'ro') {
      const message = `${name} can not be written; the row shows it only.`;
      return [{ field: name, code: 'read-only', message, params: { writable: this.#writable() } }];
    }
    const unsafe = unsafeIn(name, value);
    if (unsafe !== undefined) return [unsafe];
    if (field.mergedBy !== undefined) return checkMergedList(field, field.mergedBy, value);
    return validatorOf(boundedByBody(this.fields, field, body).schema).errorsOf(name, value);
  }

  #unknown(name: string): FieldError {
    const writable = this.#writable();
    const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
    const near = nearest(name, writable);
    if (near !== undefined) {
      const message = `${shown} is not a field of ${this.#path}; did you mean ${near}?`;
      return { field: shown, code: 'unknown-field', message, params: { writable, nearest: near } };
    }
    const remedy =
      writable.length > 0 ? `its writable fields are ${writable.join(', ')}` : 'none of its fields is writable';
    const message = `${shown} is not a field of ${this.#path}; ${remedy}.`;
    return { field: shown, code: 'unknown-field', message, params: { writable } };
  }

  #writable(): readonly string[] {
    return [...this.fields.values()].filter(({ access }) => access === 'rw').map(({ name }) => name);
  }
}
