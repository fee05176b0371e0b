import { type Desk, follow, Refusal, type Row, Type, task, view } from 'rowdesk/provider';
import { type LoadedSession, loadedRow } from '../loaded.ts';
import type { Saving } from '../saving.ts';
import { SessionFile } from '../session-file.ts';
import type { SessionShelf } from '../session-shelf.ts';

const idOrNone = Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '' });
const name = Type.String({ maxLength: 64, default: '' });
const confirm = Type.Boolean({ default: false });

/** The session that is loaded; saving it, beginning a new one, deleting one, and taking one in from a file. */
export function loadedRows(loaded: LoadedSession, shelf: SessionShelf, saving: Saving, desk: Desk): readonly Row[] {
  return [
    view('/session', {
      summary: 'The session that is loaded',
      fields: {
        id: Type.String({ title: 'Empty for none' }),
        name: Type.String(),
        dirty: Type.Boolean({ title: 'Something has changed that no session holds' }),
        savedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      },
      atMostEveryMs: 50,
      get: async () => {
        await loaded.known();
        const { session, isDirty } = loaded;
        if (session === undefined) return { id: '', name: '', dirty: isDirty, savedAt: null };
        return { id: session.id, name: session.name, dirty: isDirty, savedAt: session.savedAt };
      },
      watch: follow(shelf, (changed) => desk.onCommit(changed)),
    }),
    loadedRow(),
    task('/session/save', {
      summary: 'Saves the show: in place of the loaded session, of the one with this id, or under a new name',
      continuous: false,
      extra: { id: idOrNone, name },
      run: (_at, { id = '', name = '' }, run) => saving.save(id, name, run),
    }),
    task('/session/new', {
      summary: 'Begins a session: the desk at its defaults, but for patch, phantom and preamps, and no scenes',
      continuous: false,
      extra: { name, confirm },
      run: (_at, { name = '', confirm }, { actor }) => {
        if (confirm !== true) return { preview: true, wouldChange: saving.changedFields(name, actor) };
        return saving.begin(name, actor);
      },
    }),
    task('/session/delete', {
      summary: 'Deletes a session and its scenes; the desk stays as it is',
      continuous: false,
      extra: { id: idOrNone, confirm },
      run: (_at, { id = '', confirm }) => {
        const found = shelf.get(id);
        if (found === undefined) throw new Refusal('conflict', `There is no session ${id || 'without an id'}.`, { id });
        const which = { id, name: found.name, savedAt: found.savedAt };
        if (confirm !== true) return { preview: true, wouldDelete: which };
        return saving.delete(id).then(() => ({ outcome: 'applied', deleted: which }));
      },
    }),
    task('/session/import', {
      summary: 'Stores a session from a file of /sessions/{id}/export; the desk stays as it is',
      continuous: false,
      largeBody: true,
      extra: { id: idOrNone, file: Type.Union([SessionFile, Type.Null()], { default: null }) },
      // Not async: what is refused for its file is refused in the answer.
      run: (_at, { id = '', file = null }) => {
        if (file === null) throw new Refusal('conflict', 'There is no file to import.', { reason: 'no-file' });
        return saving.import(file as SessionFile, id);
      },
    }),
  ];
}
