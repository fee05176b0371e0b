import { type HistoryLog, type HistoryOutcome, problemOf, type Row, type TaskRun, task } from 'rowdesk/provider';
import { entryId, stepExtra } from '../contract.ts';
import type { EntryAddresses } from '../entry-addresses.ts';

/** Undo and redo of whatever is next, and the revert of one entry. What is refused is refused before the run begins. */
export function stepRows(log: HistoryLog, addresses: EntryAddresses): readonly Row[] {
  const request = ({ override }: { readonly override?: boolean }, { actor }: TaskRun) => ({ actor, override });
  return [
    task('/history/cursor/undo', {
      summary: 'Takes back what was done last',
      extra: stepExtra,
      run: (_at, extra, run) => reported(log.undo(request(extra, run)), run),
    }),
    task('/history/cursor/redo', {
      summary: 'Does again what was undone last',
      extra: stepExtra,
      run: (_at, extra, run) => reported(log.redo(request(extra, run)), run),
    }),
    task('/history/entries/{id}/revert', {
      summary: 'Takes back one entry and leaves the later ones; this is an entry of its own',
      params: { id: entryId },
      addresses,
      extra: stepExtra,
      run: ({ id }, extra, run) => reported(log.revert(id, request(extra, run)), run),
    }),
  ];
}

/** One commit, which is one step. */
async function reported(committing: Promise<HistoryOutcome>, { progress }: TaskRun) {
  progress(0, 1, 'writing');
  const { entry, revision, changes, skipped, durable } = await committing;
  const { id, label } = entry;
  progress(1, 1, 'written');
  const left = skipped.map(({ path, field, refusal }) => ({ path, field, refusal: problemOf(refusal, path) }));
  const done = changes.length > 0 ? 'in-part' : 'refused';
  return { outcome: left.length === 0 ? 'applied' : done, id, label, revision, changes, skipped: left, durable };
}
