import {
  type Areas,
  type Desk,
  type Documents,
  fieldRefusal,
  freshId,
  Refusal,
  type Row,
  type TaskRun,
  type Time,
  Type,
  task,
} from 'rowdesk/provider';
import { contentNow, guarded } from '../content.ts';
import { positionChanges } from '../position.ts';
import type { Scene } from '../scene.ts';
import type { SceneBook } from '../scene-book.ts';

const idOrNone = Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '' });

interface StoringNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly documents: Documents;
  readonly time: Time;
}

/** `/scene/store`: the desk as it is, as a new scene or in place of one. `/scene/delete` T. */
export function storingRows(book: SceneBook, needs: StoringNeeds): readonly Row[] {
  const { desk, areas, documents, time } = needs;
  const store = async (id: string, name: string, { actor, ready }: TaskRun) => {
    const content = await ready(contentNow(areas, documents));
    const savedAt = new Date(time.now()).toISOString();
    return documents.inTurn(async (write) => {
      const chosen = id || freshId(name, 'scene', (each) => book.get(each) === undefined);
      const before = book.get(chosen);
      const called = name || (before?.name ?? chosen);
      const { id: _id, ...known } = before ?? { ...fresh(book, areas), id: chosen };
      await write(book.storing({ id: chosen, body: { ...known, name: called, savedAt }, content }));
      const at = { label: `Stored scene ${called}`, changes: positionChanges(chosen, 0) };
      await desk.commit({ actor, ...at, apart: true, despiteLock: true });
      return { outcome: 'applied', id: chosen, name: called, replaced: before !== undefined };
    });
  };
  return [
    task('/scene/store', {
      summary: 'Stores the desk as it is; in place of the scene with this id, where there is one',
      continuous: false,
      extra: { id: idOrNone, name: Type.String({ maxLength: 64, default: '' }) },
      run: (_at, { id = '', name = '' }, run) => {
        if (id === '' && name === '') throw nameless();
        return store(id, name, run);
      },
    }),
    task('/scene/delete', {
      summary: 'Deletes a scene; the desk stays as it is',
      continuous: false,
      extra: { id: idOrNone, confirm: Type.Boolean({ default: false }) },
      run: async (_at, { id = '', confirm }) => {
        const found = book.get(id);
        if (found === undefined) throw new Refusal('conflict', `There is no scene ${id || 'without an id'}.`, { id });
        const { name, savedAt } = found;
        if (confirm !== true) return { preview: true, wouldDelete: { id, name, savedAt } };
        await book.delete(id);
        return { outcome: 'applied', deleted: { id, name, savedAt } };
      },
    }),
  ];
}

/** Of a scene that nothing names a later look would not tell what it is. */
function nameless(): Refusal {
  const message = 'name is the name of the new scene, 1 to 64 characters; with id the scene of that id is stored anew.';
  return fieldRefusal('name', 'missing', message);
}

/** Of all areas but those that have to be asked for, behind all others. */
function fresh(book: SceneBook, areas: Areas): Omit<Scene, 'id' | 'name' | 'savedAt'> {
  const last = book.list().at(-1)?.order ?? 0;
  return {
    notes: '',
    order: Math.min(Math.floor(last) + 1, 1_000_000),
    fadeMs: 0,
    areas: areas.list().filter((area) => !guarded.includes(area)),
    keeps: [],
  };
}
