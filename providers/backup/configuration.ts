// The configuration in a backup, and what of it this desk does not have.
import { type Fields, isSecretName } from 'rowdesk/provider';

/** Without the members of packages and devices that hold what opens something: that leaves the desk only when it is asked for. */
export function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutKeys(inner)]));
}

/** What the backup's configuration has and this one has not, in words. */
export function lacking(backup: Fields, here: Fields): readonly string[] {
  return (['providers', 'drivers', 'devices'] as const).flatMap((list) => {
    const own = new Set(namesIn(here[list]));
    const kind = list.slice(0, -1);
    return namesIn(backup[list])
      .filter((name) => !own.has(name))
      .map((name) => `${kind} "${name}" is not in the configuration`);
  });
}

function namesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: { readonly name?: unknown; readonly id?: unknown } | null) => {
    const name = entry?.name ?? entry?.id;
    return typeof name === 'string' ? [name] : [];
  });
}
