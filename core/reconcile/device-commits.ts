// Commits of what a target changed by itself. A field with `changesAtTarget: true` in its schema changes there all the time:
// its change is no step of the history, and no lock holds it. A recall, an undo and a client set it as any other field.
import type { TSchema } from '../base/typebox.ts';
import type { Change } from '../rows/definitions.ts';
import type { CommitRequest } from '../services.ts';

type Part = Pick<CommitRequest, 'changes' | 'unlogged' | 'despiteLock'>;

/** At most two; none for no changes. `schemaOf`: of the field of a change. */
export function deviceCommits(
  changes: readonly Change[],
  schemaOf: (change: Change) => TSchema | undefined,
): readonly Part[] {
  const isUnattended = (change: Change) =>
    (schemaOf(change) as { readonly changesAtTarget?: unknown } | undefined)?.changesAtTarget === true;
  const parts: readonly Part[] = [
    { changes: changes.filter((change) => !isUnattended(change)) },
    { changes: changes.filter(isUnattended), unlogged: true, despiteLock: true },
  ];
  return parts.filter((part) => part.changes.length > 0);
}
