// Translates a PATCH of an alias: changes of settings, for one commit, and of writable fields of views, written after
// it.

import { type FieldError, isRefusal, Refusal } from '../base/refusals.ts';
import type { AliasRow, Change, DeskReader, Fields } from './definitions.ts';
import { unknownItems } from './merged-list.ts';
import { type Registry, unknownRow } from './registry.ts';
import type { LocatedChange, RowRef } from './row-ref.ts';

/** Fields to write to one view. */
export interface ViewWrite {
  readonly place: RowRef;
  readonly fields: Fields;
  /** The client's name of each field written through an alias. */
  readonly via: Readonly<Record<string, string>>;
}

export interface AliasChanges {
  readonly settings: readonly LocatedChange[];
  readonly views: readonly ViewWrite[];
}

/** Throws Refusal; `unknown-item` for an item of a sparse list without a match. `current` reads the alias itself. */
export function aliasChanges(
  row: AliasRow,
  place: RowRef,
  body: Fields,
  desk: DeskReader,
  registry: Registry,
  current: () => Fields,
): AliasChanges {
  try {
    const names = Object.keys(body);
    const changes = row.set?.(place.at, body, desk) ?? [];
    // A body of one field is the origin of every change.
    const named = names.length === 1 ? changes.map((change) => ({ via: names[0], ...change })) : changes;
    return sorted(named, registry);
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'unknown-row') throw error;
    const errors = Object.entries(row.mergedBy).flatMap(([field, keys]) =>
      Object.hasOwn(body, field) ? unknownItems(field, keys, body[field], current()[field]) : [],
    );
    throw errors.length === 0 ? error : invalidFields(errors);
  }
}

/** The refusal of a body whose fields are faulty. */
export function invalidFields(errors: readonly FieldError[]): Refusal {
  const [first] = errors;
  const detail =
    errors.length === 1 && first !== undefined
      ? first.message
      : `${errors.length} fields are refused: ${errors.map(({ message }) => message).join(' ')}`;
  return new Refusal('invalid-fields', detail, {}, [...errors]);
}

function sorted(changes: readonly Change[], registry: Registry): AliasChanges {
  const settings: LocatedChange[] = [];
  const views = new Map<RowRef, { fields: Record<string, unknown>; via: Record<string, string> }>();
  for (const change of changes) {
    const place = registry.locate(change.path);
    if (place === undefined) throw unknownRow(change.path);
    if (place.row.type !== 'view') settings.push({ ...change, place });
    else {
      const write = views.get(place) ?? { fields: {}, via: {} };
      write.fields[change.field] = change.value;
      write.via[change.field] = change.via ?? change.field;
      views.set(place, write);
    }
  }
  return { settings, views: [...views].map(([place, write]) => ({ place, ...write })) };
}
