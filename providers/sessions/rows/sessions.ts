import { type Areas, type Desk, follow, Refusal, type Row, stopAll, Type, task, view } from 'rowdesk/provider';
import { preview, previewFields, type SceneBook, showFields, showId, wantedLimits } from '../../scenes/index.ts';
import type { Applying } from '../applying.ts';
import { mostMissing, mostPorts } from '../devices.ts';
import type { Saving } from '../saving.ts';
import { remap, type Session, sessionFields } from '../session.ts';
import { SessionFile } from '../session-file.ts';
import type { SessionShelf } from '../session-shelf.ts';

const { name, notes, order, savedAt } = showFields;
const missing = Type.Object({
  path: Type.String({ title: 'The strip, or the row of the patch' }),
  ports: Type.Array(Type.String(), { maxItems: mostPorts, title: 'The first of them' }),
  count: Type.Integer({ title: 'How many ports' }),
  reason: Type.String(),
});

export interface SessionRowsNeeds {
  readonly shelf: SessionShelf;
  readonly book: SceneBook;
  readonly applying: Applying;
  readonly saving: Saving;
  readonly desk: Desk;
  readonly areas: Areas;
}

/** The sessions, each of them, how it is applied, what that would do now, and what it is as a file. */
export function sessionRows({ shelf, book, applying, saving, desk, areas }: SessionRowsNeeds): readonly Row[] {
  const sessionAt = (id: string, session = shelf.get(id)): Session => {
    if (session === undefined) throw new Refusal('unknown-row', `The session ${id} has gone.`, { id });
    return session;
  };
  const at = { params: { id: showId }, addresses: sessionAddresses(shelf) };
  return [
    view('/sessions', {
      summary: 'The sessions that are stored',
      fields: {
        items: Type.Array(
          Type.Object({ id: Type.String(), name, order, savedAt, notes, scenes: Type.Integer({ title: 'How many' }) }),
        ),
      },
      continuous: true,
      get: () => ({
        items: shelf.list().map(({ id, name, order, savedAt, notes }) => {
          return { id, name, order, savedAt, notes, scenes: book.list(id).length };
        }),
      }),
      watch: follow(shelf, book),
    }),
    view('/sessions/{id}', {
      summary: 'A session: the whole show, and what of it is applied and how',
      ...at,
      fields: sessionFields,
      writable: ['name', 'notes', 'order', 'fadeMs', 'areas', 'keeps', 'remap'],
      continuous: true,
      largeBody: true,
      limits: ({ id }) => wantedLimits(areas, sessionAt(id)),
      get: async ({ id }) => {
        sessionAt(id);
        const content = await shelf.content(id);
        const { id: _id, ...session } = sessionAt(id);
        return { ...session, content } as never;
      },
      write: ({ id }, change) => shelf.put(id, (now) => ({ ...sessionAt(id, now), ...(change as Partial<Session>) })),
      watch: ({ id }, changed) => shelf.onChange(changed, id),
    }),
    view('/sessions/{id}/applyKeeps', {
      summary: 'What applying it would do now',
      ...at,
      fields: {
        ...previewFields,
        missing: Type.Array(missing, { maxItems: mostMissing, title: 'Ports of its patch whose device is not here' }),
        remap,
      },
      continuous: true,
      atMostEveryMs: 200,
      get: async ({ id }) => {
        sessionAt(id);
        const { made, missing, remap } = await applying.preview(id);
        return { ...preview(made), missing, remap };
      },
      watch: ({ id }, changed) => {
        return stopAll(shelf.onChange(changed, id), desk.onCommit(changed));
      },
    }),
    task('/sessions/{id}/apply', {
      summary: 'Makes the desk as the session has it, in one commit; its scenes are those of the desk then',
      ...at,
      cancellable: true,
      run: ({ id }, _extra, run) => applying.apply(id, run),
    }),
    view('/sessions/{id}/export', {
      summary: 'The session with its scenes, as a file for /session/import',
      ...at,
      fields: { file: SessionFile },
      get: async ({ id }) => ({ file: (await saving.export(sessionAt(id))) as never }),
      watch: ({ id }, changed) => {
        return stopAll(shelf.onChange(changed, id), book.onChange(changed));
      },
    }),
  ];
}

const sessionAddresses = (shelf: SessionShelf) => ({
  has: ({ id }: { readonly id: string }) => shelf.get(id) !== undefined,
  list: () => shelf.list().map(({ id }) => ({ id })),
  watch: (changed: () => void) => shelf.onChange(changed),
});
