import { follow, Refusal, type Row, setting, Type, task, view } from 'rowdesk/provider';
import { globalLimits, keepsFields, keepsPath } from '../keeping.ts';
import { positionRow } from '../position.ts';
import type { Recaller, RecallNeeds } from '../recall.ts';
import type { Recalling } from '../recalling.ts';
import type { SceneBook } from '../scene-book.ts';
import type { ShowPosition } from '../show-position.ts';

/** Where the show is, one on and one back, and what no scene changes. */
export function sceneRow(
  book: SceneBook,
  recalling: Recalling,
  place: ShowPosition,
  needs: Pick<RecallNeeds, 'desk' | 'areas'>,
): readonly Row[] {
  const { desk, areas } = needs;
  const step = (which: 'nextId' | 'previousId', recaller: Recaller) => {
    const id = place.around[which];
    if (id !== '') return recalling.recall(id, recaller);
    const words = which === 'nextId' ? 'no scene comes after this one' : 'no scene comes before this one';
    throw new Refusal('conflict', `There is nothing to recall: ${words}.`, { reason: 'no-scene' });
  };
  return [
    view('/scene', {
      summary: 'Where the show is',
      fields: {
        id: Type.String({ title: 'The scene that was recalled or stored last, empty for none' }),
        name: Type.String(),
        dirty: Type.Boolean({ title: 'The desk is no longer as the scene would make it' }),
        recalledAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
        previousId: Type.String(),
        nextId: Type.String(),
      },
      atMostEveryMs: 50,
      get: async () => {
        const dirty = await place.isDirty();
        const { scene, around, position } = place;
        const recalledAt = position.recalledAtMs === 0 ? null : new Date(position.recalledAtMs).toISOString();
        if (scene === undefined) return { id: '', name: '', dirty: false, recalledAt: null, ...around };
        return { id: scene.id, name: scene.name, dirty, recalledAt, ...around };
      },
      watch: follow(book, (changed) => desk.onCommit(changed)),
    }),
    positionRow(),
    setting(keepsPath, {
      summary: 'What no scene changes',
      fields: keepsFields,
      writable: ['areas', 'grid'],
      limits: (_at, now) => globalLimits(areas, now),
    }),
    task('/scene/go', {
      summary: 'Recalls the next scene',
      continuous: false,
      cancellable: true,
      run: (_at, _extra, run) => step('nextId', run),
    }),
    task('/scene/back', {
      summary: 'Recalls the scene before',
      continuous: false,
      cancellable: true,
      run: (_at, _extra, run) => step('previousId', run),
    }),
  ];
}
