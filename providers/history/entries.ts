// Entries as rows show them.
import type { HistoryEntry, HistoryLog } from 'rowdesk/provider';

const mostPaths = 8;

/** What never changes of an entry, made once. */
const made = new WeakMap<HistoryEntry, ReturnType<typeof fixed>>();

export function shownEntry(entry: HistoryEntry, log: HistoryLog) {
  const known = made.get(entry) ?? fixed(entry);
  made.set(entry, known);
  return { ...known, undone: entry.undone, revertible: log.isRevertible(entry.id) };
}

function fixed({ id, at, label, actor, changes }: HistoryEntry) {
  const paths = new Set<string>();
  for (const { path } of changes) if (paths.size < mostPaths) paths.add(path);
  return { id, at: new Date(at).toISOString(), label, actor, paths: [...paths], count: changes.length };
}
