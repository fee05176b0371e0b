// What a client may write. Without a permit a client may do all: the desk has no keys.
import { Refusal } from '../base/refusals.ts';
import type { Writers } from './definitions.ts';
import type { RowRef } from './row-ref.ts';

/** `none` may not even read. */
export type Role = 'none' | 'view' | 'mix' | 'run';

export interface Permit {
  /** The name of the key, in the history and for leases. */
  readonly name: string;
  readonly role: Role;
  /** The only bus that may be written, `mix/3`. */
  readonly bus?: string;
}

/** True if the client may write this field, as far as the field itself says. */
export function mayWrite({ role, bus }: Permit, place: RowRef, field: string): boolean {
  if (role === 'run') return true;
  const writers = writersOf(place, field);
  if (role === 'none' || writers === 'run') return false;
  if (writers === 'view') return true;
  if (role !== 'mix') return false;
  if (bus === undefined || writers === 'parts') return true;
  return writers === 'bus' && place.row.busOf?.(place.at) === bus;
}

/** True if the client may write any field of the row, as far as its fields themselves say. */
export function mayWriteSome(permit: Permit, place: RowRef): boolean {
  const { writers = 'run' } = place.row;
  if (typeof writers === 'string') return mayWrite(permit, place, '');
  return permit.role === 'run' || Object.keys(writers).some((field) => mayWrite(permit, place, field));
}

/** Throws refusal `not-permitted`. `fields` may be those of the body, in the names of the client. */
export function refuseUnlessPermitted(permit: Permit | undefined, place: RowRef, fields: Iterable<string>): void {
  if (permit === undefined || permit.role === 'run') return;
  for (const field of fields) if (!mayWrite(permit, place, field)) throw notPermitted(permit, place.path, field);
}

export function notPermitted({ name, role, bus }: Permit, path: string, field = ''): Refusal {
  const what = field === '' ? path : `${field} of ${path}`;
  const who = name === '' ? 'Without a key a client' : `The key "${name}"`;
  const may = bus === undefined ? `has the role ${role}` : `may write ${bus} alone`;
  return new Refusal('not-permitted', `${who} ${may}: ${what} is not for it.`, { role, bus: bus ?? null, field, path });
}

function writersOf({ row: { type, writers = 'run' } }: RowRef, field: string): Writers {
  if (typeof writers === 'string') return writers;
  // What stands beside `running` is of the run.
  const name = type === 'task' ? 'running' : field;
  return Object.hasOwn(writers, name) ? (writers[name] as Writers) : 'run';
}
