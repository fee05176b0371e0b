// Entries as rows show them.
import type { HistoryEntry, HistoryLog } from 'rowdesk/provider';

const mostPaths = 8;

/** An entry that has changed is another object. */
const made = new WeakMap<HistoryEntry, ShownEntry>();

export type ShownEntry = ReturnType<typeof shown>;

/** Made again only where something of it has changed: a fader ride shows all entries ten times a second. */
export function shownEntry(entry: HistoryEntry, log: HistoryLog): ShownEntry {
  const revertible = log.isRevertible(entry.id);
  const known = made.get(entry);
  if (known?.revertible === revertible) return known;
  const fresh = shown(entry, revertible);
  made.set(entry, fresh);
  return fresh;
}

function shown({ id, at, label, actor, changes, undone }: HistoryEntry, revertible: boolean) {
  const paths = new Set<string>();
  for (const { path } of changes) if (paths.size < mostPaths) paths.add(path);
  const when = new Date(at).toISOString();
  return { id, at: when, label, actor, paths: [...paths], count: changes.length, undone, revertible };
}
