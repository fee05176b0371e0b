// Plugins of others: which there are, which may run, and looking for them. The driver of kind `plugins` runs them.
import { join } from 'node:path';
import {
  About,
  Areas,
  Desk,
  Documents,
  Drivers,
  defineProvider,
  Faults,
  HistoryLog,
  Jobs,
  Listeners,
  stopAll,
  Time,
  type Token,
  token,
  Warnings,
} from 'rowdesk/provider';
import { collectStates } from './collecting-states.ts';
import { HostedPlugins } from './hosted-plugins.ts';
import { KeptDescriptions } from './kept-descriptions.ts';
import { PluginLibrary } from './plugin-library.ts';
import { PluginStates } from './plugin-states.ts';
import { warnOfFiles } from './plugin-warnings.ts';
import { followQuarantine } from './quarantine.ts';
import { pluginRows } from './rows/plugins.ts';
import { scanRow } from './rows/scan.ts';
import { scanByItself } from './scan-at-start.ts';
import { Scanner } from './scanner.ts';

export { HostedPlugins, type PluginPlaces } from './hosted-plugins.ts';
export { PluginStates, pluginState, stateId } from './plugin-states.ts';

const Library: Token<PluginLibrary> = token<PluginLibrary>('plugins.library');
const Scans: Token<Scanner> = token<Scanner>('plugins.scanner');

export default defineProvider({
  name: 'plugins',
  needs: {
    ...{ about: About, areas: Areas, desk: Desk, documents: Documents, drivers: Drivers, faults: Faults },
    ...{ history: HistoryLog, jobs: Jobs, time: Time, warnings: Warnings },
  },
  offers: { hosted: HostedPlugins.token, library: Library, scanner: Scans, states: PluginStates.token },
  services: ({ about, faults, jobs }) => {
    const library = new PluginLibrary(join(about.stateFolder, 'plugins'));
    const kept = new KeptDescriptions(join(about.stateFolder, 'plugins', 'kept'));
    const all = new Listeners(faults, 'a listener of plugins');
    const uses = new Listeners(faults, 'a listener of places for plugins');
    const hosted = new HostedPlugins(library, kept, { all, uses });
    const listeners = new Listeners(faults, 'a listener of scans of plugins');
    const states = new PluginStates(join(about.stateFolder, 'plugins', 'states'));
    return { hosted, library, scanner: new Scanner({ jobs, hosted, library, listeners }), states };
  },
  rows: ({ desk, offered: { hosted, library, scanner } }) => [
    ...pluginRows({ desk, hosted, library, scanner }),
    scanRow(scanner, library),
  ],
  start: ({
    areas,
    desk,
    documents,
    drivers,
    faults,
    history,
    time,
    warnings,
    offered: { hosted, library, scanner, states },
  }) =>
    stopAll(
      followQuarantine(desk, hosted),
      warnOfFiles(library, hosted, warnings),
      scanByItself({ drivers, faults, library, scanner, time, warnings }),
      collectStates(states, { areas, desk, documents, history, time }, faults),
    ),
});
