// The whole desk as one file: rows, scenes, sessions, patches, media and configuration, to be restored here or elsewhere.
import { join } from 'node:path';
import {
  About,
  Areas,
  Audio,
  Desk,
  Documents,
  defineProvider,
  Faults,
  Graph,
  Time,
  type Token,
  Type,
  token,
  WholeDesk,
} from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { PluginStates } from '../plugins/index.ts';
import { stagedFolder, takeIn } from './incoming.ts';
import { makeBackup } from './making.ts';
import { Restoring } from './restoring.ts';
import { backupRows } from './rows/backup.ts';
import { BackupShelf } from './shelf.ts';

const Shelf: Token<BackupShelf> = token<BackupShelf>('backup.shelf');
const Restores: Token<Restoring> = token<Restoring>('backup.restoring');

export default defineProvider({
  name: 'backup',
  config: Type.Object(
    { mostMib: Type.Integer({ minimum: 1, maximum: 8_000, default: 4_096, title: 'The largest backup, in MiB' }) },
    { additionalProperties: false },
  ),
  needs: {
    ...{ about: About, areas: Areas, audio: Audio, desk: Desk, documents: Documents, faults: Faults, graph: Graph },
    ...{ time: Time, whole: WholeDesk, layout: Layout },
  },
  optionalNeeds: { states: PluginStates.token },
  offers: { shelf: Shelf, restoring: Restores },
  services: ({ config, layout, states, ...given }) => {
    const folder = folderOf(given.about);
    const isState = (name: string, state: Buffer) => states?.isOf(name, state) ?? false;
    const restoring = new Restoring({ ...given, folder, layout: () => layout.counts });
    const shelf = new BackupShelf({
      mostBytes: config.mostMib * 1024 ** 2,
      faults: given.faults,
      takeIn: async (id, source) => {
        await restoring.recovered;
        return takeIn(id, source, { folder, documents: given.documents, isState });
      },
      pathOf: (id) => stagedFolder(folder, id),
    });
    return { shelf, restoring };
  },
  rows: ({ about, desk, documents, time, whole, layout, offered: { shelf, restoring } }) => {
    const folder = folderOf(about);
    const making = { about, desk, documents, time, whole, mostBytes: shelf.mostBytes, layout: () => layout.counts };
    return backupRows({
      shelf,
      save: async (withKeys, run) => {
        await restoring.recovered;
        const backup = await makeBackup(withKeys, { ...making, folder }, run);
        await shelf.keep(backup);
        const { id, name, bytes, manifest } = backup;
        return {
          outcome: 'applied',
          id,
          name,
          bytes,
          counts: manifest.counts,
          leftOut: ['recordings', 'measurements'],
        };
      },
      restore: (id, options, run) =>
        shelf.use(
          id,
          () => restoring.run(id, options, run),
          ({ outcome }) => outcome !== undefined,
        ),
    });
  },
  files: ({ offered: { shelf } }) => [shelf],
  start: ({ faults, offered: { restoring } }) => {
    restoring.recover((error) => faults.note(error, 'the end of a restored backup'));
  },
});

const folderOf = ({ stateFolder }: About) => join(stateFolder, 'backup');
