import { type Desk, fieldRefusal, freshId, Refusal, type Row, type Time, task } from 'rowdesk/provider';
import { deleteExtra, storeExtra } from '../contract.ts';
import type { LivePatch } from '../live-patch.ts';
import type { StoredPatches } from '../stored-patches.ts';

/** Paths of their own beside `/patches/{id}`. */
const reserved = ['store', 'delete'];

/** `/patches/store`: the patch as it is now, under a new id or in place of what is there. `/patches/delete` T. */
export function storingRows(desk: Desk, live: LivePatch, stored: StoredPatches, time: Time): readonly Row[] {
  return [
    task('/patches/store', {
      summary: 'Stores the patch as it is now; in place of the one with this id, where there is one',
      extra: storeExtra,
      continuous: false,
      run: async (_at, { id = '', name = '' }) => {
        if (id === '' && name === '') throw nameless();
        const before = stored.get(id);
        const isFree = (each: string) => stored.get(each) === undefined && !reserved.includes(each);
        const chosen = id === '' ? freshId(name, 'patch', isFree) : id;
        if (reserved.includes(chosen)) {
          throw new Refusal('conflict', `A patch can not be called ${chosen}; it is a path of its own.`, {
            id: chosen,
          });
        }
        const savedAt = new Date(time.now()).toISOString();
        const content = live.read(desk);
        await stored.put(chosen, name, { savedAt, ...content });
        return { outcome: 'applied', id: chosen, replaced: before !== undefined };
      },
    }),
    task('/patches/delete', {
      summary: 'Deletes a patch that is stored; what is patched stays as it is',
      extra: deleteExtra,
      continuous: false,
      run: async (_at, { id = '', confirm }) => {
        const found = stored.get(id);
        if (found === undefined)
          throw new Refusal('conflict', `There is no stored patch ${id || 'without an id'}.`, { id });
        const { name, savedAt } = found;
        if (confirm !== true) return { preview: true, wouldDelete: { id, name, savedAt } };
        await stored.delete(id);
        return { outcome: 'applied', deleted: { id, name, savedAt } };
      },
    }),
  ];
}

/** Of a patch that nothing names a later look would not tell what it is. */
function nameless(): Refusal {
  const message = 'name is the name of the new patch, 1 to 64 characters; with id the patch of that id is stored anew.';
  return fieldRefusal('name', 'missing', message);
}
