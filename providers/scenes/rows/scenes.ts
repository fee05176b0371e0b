import { follow, Refusal, type Row, stopAll, Type, task, view } from 'rowdesk/provider';
import { blockedFields } from '../blocked.ts';
import { selectionLimits } from '../keeping.ts';
import { preview, type RecallNeeds } from '../recall.ts';
import type { Recalling } from '../recalling.ts';
import { bodyFields, type Scene, showFields, showId } from '../scene.ts';
import type { SceneBook } from '../scene-book.ts';

const { keeps: _keeps, areas: _areas, notes, ...listed } = bodyFields;
const writable = ['name', 'notes', 'order', 'fadeMs', 'areas', 'keeps'] as const;

/** What a recall would do, field by field. */
export const previewFields = {
  keeps: Type.Array(
    Type.Object({
      path: Type.String(),
      area: Type.String(),
      why: Type.Enum(['default', 'global', 'strip', 'scene', 'link']),
    }),
    { title: 'What it holds and leaves as it is, and why' },
  ),
  changes: Type.Array(
    Type.Object({ path: Type.String(), field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
    { title: 'All that it would change now, what follows from it included' },
  ),
  ...blockedFields,
  revision: Type.Integer({ title: 'The revision of the desk that this is about' }),
};

/** The scenes of the desk, each of them, its recall, and what that would do now. */
export function sceneRows(
  book: SceneBook,
  recalling: Recalling,
  { desk, areas }: Pick<RecallNeeds, 'desk' | 'areas'>,
): readonly Row[] {
  const sceneAt = (id: string, scene = book.get(id)): Scene => {
    if (scene === undefined) throw new Refusal('unknown-row', `The scene ${id} has gone.`, { id });
    return scene;
  };
  const at = { params: { id: showId }, addresses: sceneAddresses(book) };
  return [
    view('/scenes', {
      summary: 'The scenes, in the order in which they are played',
      fields: {
        items: Type.Array(Type.Object({ id: Type.String(), ...listed, notes }), {
          title: 'Those of the loaded session',
        }),
      },
      continuous: true,
      get: () => ({
        items: book
          .list()
          .map(({ id, name, notes, order, fadeMs, savedAt }) => ({ id, name, order, fadeMs, savedAt, notes })),
      }),
      watch: follow(book),
    }),
    view('/scenes/{id}', {
      summary: 'A scene: what is recalled of it, how, and all that it holds',
      ...at,
      fields: showFields,
      writable,
      continuous: true,
      largeBody: true,
      limits: ({ id }) => selectionLimits(areas, sceneAt(id)),
      get: async ({ id }) => {
        sceneAt(id);
        const content = await book.content(id);
        const { id: _id, ...scene } = sceneAt(id);
        return { ...scene, content: content.filter(({ area }) => scene.areas.includes(area)) } as never;
      },
      write: ({ id }, change) => book.put(id, (now) => ({ ...sceneAt(id, now), ...(change as Partial<Scene>) })),
      watch: ({ id }, changed) => book.onChange(changed, id),
    }),
    view('/scenes/{id}/recallKeeps', {
      summary: 'What a recall would do now',
      ...at,
      fields: previewFields,
      continuous: true,
      atMostEveryMs: 200,
      get: async ({ id }) => {
        sceneAt(id);
        return preview(await recalling.preview(id));
      },
      watch: ({ id }, changed) => {
        return stopAll(book.onChange(changed, id), desk.onCommit(changed));
      },
    }),
    task('/scenes/{id}/recall', {
      summary: 'Makes the desk as the scene has it, in one commit; lasts as long as its fade',
      ...at,
      cancellable: true,
      run: ({ id }, _extra, run) => recalling.recall(id, run),
    }),
  ];
}

const sceneAddresses = (book: SceneBook) => ({
  has: ({ id }: { readonly id: string }) => book.get(id) !== undefined,
  list: () => book.list().map(({ id }) => ({ id })),
  watch: (changed: () => void) => book.onChange(changed),
});
