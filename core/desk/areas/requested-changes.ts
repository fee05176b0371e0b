// The changes that a plan asks the desk for, by their name in refusals.

import { Refusal, withoutStack } from '../../base/refusals.ts';
import type { Change } from '../../rows/definitions.ts';
import type { LocatedChange } from '../../rows/row-ref.ts';

export type RequestedChanges = ReadonlyMap<string, LocatedChange>;

export const nameOf = (path: string, field: string): string => `${path} ${field}`;

export function fieldNamed(name: string) {
  const space = name.indexOf(' ');
  return { path: name.slice(0, space), field: name.slice(space + 1) };
}

/** The refusal of each requested change that the errors name. */
export function namedBy({ code, errors, allErrors }: Refusal, asked: RequestedChanges): ReadonlyMap<string, Refusal> {
  const refused = new Map<string, Refusal>();
  if (code !== 'invalid-fields') return refused;
  // A Refusal from another copy of this package lacks `allErrors`.
  for (const error of allErrors ?? errors) {
    // The field may name a member behind a slash.
    const name = /^\S+ [^/]+/.exec(error.field)?.[0] ?? '';
    if (!asked.has(name) || refused.has(name)) continue;
    const message = error.message.replace(`${name}: `, '');
    const { field } = fieldNamed(name);
    const own = { ...error, field: field + error.field.slice(name.length), message };
    refused.set(
      name,
      withoutStack(() => new Refusal(code, message, {}, [own])),
    );
  }
  return refused;
}

export function byPath(asked: RequestedChanges): readonly (readonly Change[])[] {
  const rows = new Map<string, Change[]>();
  for (const change of asked.values()) {
    const row = rows.get(change.path);
    if (row === undefined) rows.set(change.path, [change]);
    else row.push(change);
  }
  return [...rows.values()];
}

export function without(asked: RequestedChanges, names: Iterable<string>): RequestedChanges {
  const left = new Map(asked);
  for (const name of names) left.delete(name);
  return left;
}
