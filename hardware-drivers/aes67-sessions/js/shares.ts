// The address that makes room in a full table: places are shared by address, so that no sender keeps out another one.

/**
 * The address that gives up a place for a newcomer: that of the most entries, where it has two more than the newcomer's; with
 * `isKept` any that has one. Undefined where none has.
 */
export function giverOf(
  owners: Iterable<string>,
  newcomer: { readonly address: string; readonly isKept: boolean },
): string | undefined {
  const counts = shares(owners);
  const [first] = counts;
  if (first === undefined) return undefined;
  const [address, count] = first;
  return newcomer.isKept || count > (counts.get(newcomer.address) ?? 0) + 1 ? address : undefined;
}

/** How many entries each address has, the most first. */
export function shares(owners: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
