import { Refusal, type Row, task } from 'rowdesk/provider';
import { deletion } from '../contract.ts';
import type { TakeBook } from '../take-book.ts';
import { removeTake } from '../take-deletion.ts';
import type { TakeLibrary } from '../take-library.ts';
import type { TakeLocks } from '../take-locks.ts';

const mostNamed = 16;

/** `/takes/delete`: removes a take from the disk, with what the operator said of it. */
export function deleteRow(library: TakeLibrary, book: TakeBook, locks: TakeLocks): Row {
  return task('/takes/delete', {
    summary: 'Deletes a take; one that is kept, recorded, or in use is refused',
    continuous: false,
    extra: deletion,
    run: async (_at, { id = '', confirm }, run) => {
      await run.ready(library.refresh());
      const take = library.get(id);
      if (take === undefined) throw new Refusal('conflict', `There is no take ${id || 'without an id'}.`, { id });
      const { name, keep } = book.get(id, take.name);
      if (keep) throw new Refusal('conflict', `${name} is kept; take its keep away first.`, { id, reason: 'keep' });
      locks.check(id);
      const which = { id, name, startedAt: take.startedAt, lengthS: take.lengthS, sizeMb: take.sizeMb };
      if (confirm !== true) return { preview: true, wouldDelete: which };
      const left = await removeTake(library.folderOf(id)).catch((error: Error) => {
        throw new Refusal('store-unavailable', `${name} can not be deleted: ${error.message}`, { id });
      });
      await library.refresh();
      await book.forget(id);
      return { outcome: 'applied', deleted: which, left: left.slice(0, mostNamed) };
    },
  });
}
