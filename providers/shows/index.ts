// Shows of other consoles: their files become sessions of this desk. What reads them runs in a process of its own.
import { join } from 'node:path';
import { About, Areas, defineProvider, Jobs, Rows, Time, type Token, token } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { SessionImports } from '../sessions/index.ts';
import { Importing } from './importing.ts';
import { IncomingShows } from './incoming.ts';
import type { ReadShow } from './read-show.ts';
import { type ImportRequest, showRows } from './rows/shows.ts';

const Incoming: Token<IncomingShows> = token<IncomingShows>('shows.incoming');
/** As it is shipped: its process loads no TypeScript. */
const jobsModule = new URL('./jobs.js', import.meta.url).href;

export default defineProvider({
  name: 'shows',
  needs: { about: About, areas: Areas, jobs: Jobs, layout: Layout, rows: Rows, sessions: SessionImports, time: Time },
  offers: { incoming: Incoming },
  services: ({ about }) => ({ incoming: new IncomingShows(join(about.stateFolder, 'shows')) }),
  rows: ({ about, areas, jobs, layout, rows, sessions, time, offered: { incoming } }) =>
    showRows(async ({ file, id, name, channel, devices, isApplied }: ImportRequest, run) => {
      const path = id === '' ? join(about.stateFolder, 'media', file) : incoming.pathOf(id);
      const args = { file: path, layout: layout.counts, channel };
      const found = (await jobs.runOwn(jobsModule, 'read', args, run)) as unknown as ReadShow;
      const show = name === '' ? found : { ...found, name };
      const { file: session, report } = await new Importing({ areas, rows, time }).make(show, devices, run.actor);
      const said = { format: show.format, version: show.version, name: show.name };
      const used = show.devices.map((each) => ({
        ...each,
        to: devices.find(({ from }) => from === each.id)?.to ?? '',
      }));
      run.signal.throwIfAborted();
      if (!isApplied) return { preview: true, ...said, ...report, devices: used };
      const { outcome, id: stored } = await sessions.import(session, '');
      return { outcome, id: stored, ...said, ...report, devices: used };
    }),
  files: ({ offered: { incoming } }) => [incoming],
  start: ({ offered: { incoming } }) => void incoming.clear(),
});
