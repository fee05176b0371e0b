// Sessions: the whole show with its scenes, saved, applied, and carried from desk to desk as a file.
import {
  Areas,
  Audio,
  Desk,
  Documents,
  defineProvider,
  Faults,
  Graph,
  stopAll,
  Time,
  type Token,
  token,
} from 'rowdesk/provider';
import { ShowState } from '../console/index.ts';
import { HostedPlugins, PluginStates } from '../plugins/index.ts';
import { SceneBook } from '../scenes/index.ts';
import { Applying } from './applying.ts';
import { LoadedSession } from './loaded.ts';
import { loadedRows } from './rows/session.ts';
import { sessionRows } from './rows/sessions.ts';
import { Saving } from './saving.ts';
import { SessionShelf } from './session-shelf.ts';

export { missingIn, missingPorts } from './devices.ts';
export type { SessionFile } from './session-file.ts';

/** Stores sessions that come from elsewhere; the desk stays as it is. */
export const SessionImports: Token<Pick<Saving, 'import'>> = token<Pick<Saving, 'import'>>('sessions.imports');

const Loaded: Token<LoadedSession> = token<LoadedSession>('sessions.loaded');
const SavingToken: Token<Saving> = token<Saving>('sessions.saving');

export default defineProvider({
  name: 'sessions',
  roots: ['sessions', 'session'],
  needs: {
    ...{ areas: Areas, audio: Audio, desk: Desk, documents: Documents, faults: Faults, graph: Graph, time: Time },
    ...{ book: SceneBook.token, show: ShowState.token },
  },
  optionalNeeds: { hosted: HostedPlugins.token, states: PluginStates.token },
  offers: { loaded: Loaded, saving: SavingToken, imports: SessionImports },
  services: ({ areas, desk, documents, faults, time, book, hosted, states }) => {
    const shelf = new SessionShelf(documents);
    const loaded = new LoadedSession(desk, shelf, faults);
    const saving = new Saving({ desk, areas, documents, time, shelf, book, loaded, hosted, states });
    return { loaded, saving, imports: saving };
  },
  rows: ({ areas, audio, desk, documents, graph, time, book, offered: { loaded, saving } }) => {
    const shelf = new SessionShelf(documents);
    const applying = new Applying({ desk, areas, audio, graph, time, shelf, loaded });
    return [...sessionRows({ shelf, book, applying, saving, desk, areas }), ...loadedRows(loaded, shelf, saving, desk)];
  },
  start: ({ book, documents, show, offered: { loaded } }) => {
    const shelf = new SessionShelf(documents);
    return stopAll(
      loaded.follow(() => book.changed()),
      book.belongTo(() => loaded.id),
      show.use({
        read: () => ({ sessionId: loaded.session?.id ?? '', dirty: loaded.isDirty }),
        onChange: (changed) => {
          return stopAll(shelf.onChange(changed), loaded.onKnown(changed));
        },
      }),
    );
  },
});
