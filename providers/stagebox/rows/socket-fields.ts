import type { LiveFields, OwnFields, Schemas } from 'rowdesk/provider';
import { agreement, patched, unset } from '../contract.ts';

const none: LiveFields = { fields: {}, writable: [] };

/** The fields of a socket: what can be set, what is only shown, and whether the device has what is wanted. */
export function socketFields(settings: Schemas, shown: Schemas = {}): LiveFields {
  const kept = Object.values(settings).some(isKept) ? unset : {};
  return { fields: { ...settings, ...shown, ...patched, ...kept, ...agreement }, writable: Object.keys(settings) };
}

/** The value of `unset`, for a socket that has it. */
export function unsetAt(path: string, { fields, writable }: LiveFields, own: OwnFields) {
  return 'unset' in fields ? { unset: writable.filter((field) => own.has(path, field)) } : {};
}

function isKept(schema: unknown): boolean {
  return (schema as { readonly keptByTarget?: unknown }).keptByTarget === true;
}

/** Makes the fields of a group of sockets at the first use: all its sockets share them, and their compiled checks. */
export function oncePerGroup<Group extends object, Rest extends unknown[]>(
  make: (group: Group, ...rest: Rest) => LiveFields,
): (group: Group | undefined, ...rest: Rest) => LiveFields {
  const made = new WeakMap<Group, LiveFields>();
  return (group, ...rest) => {
    if (group === undefined) return none;
    const known = made.get(group);
    if (known !== undefined) return known;
    const fields = make(group, ...rest);
    made.set(group, fields);
    return fields;
  };
}
