// Plugins of others: which there are, which may run, and looking for them. The driver of kind `plugins` runs them.
import { join } from 'node:path';
import {
  About,
  Desk,
  defineProvider,
  Faults,
  Jobs,
  Listeners,
  stopAll,
  type Token,
  token,
  Warnings,
} from 'rowdesk/provider';
import { HostedPlugins } from './hosted-plugins.ts';
import { PluginLibrary } from './plugin-library.ts';
import { warnOfFiles } from './plugin-warnings.ts';
import { followQuarantine } from './quarantine.ts';
import { pluginRows } from './rows/plugins.ts';
import { scanRow } from './rows/scan.ts';
import { scanIfChanged } from './scan-at-start.ts';
import { Scanner } from './scanner.ts';

export { HostedPlugins, type PluginPlaces } from './hosted-plugins.ts';

const Library: Token<PluginLibrary> = token<PluginLibrary>('plugins.library');
const Scans: Token<Scanner> = token<Scanner>('plugins.scanner');

export default defineProvider({
  name: 'plugins',
  needs: { about: About, desk: Desk, faults: Faults, jobs: Jobs, warnings: Warnings },
  offers: { hosted: HostedPlugins.token, library: Library, scanner: Scans },
  services: ({ about, faults, jobs }) => {
    const library = new PluginLibrary(join(about.stateFolder, 'plugins'));
    const all = new Listeners(faults, 'a listener of plugins');
    const uses = new Listeners(faults, 'a listener of places for plugins');
    const hosted = new HostedPlugins(library, { all, uses });
    const listeners = new Listeners(faults, 'a listener of scans of plugins');
    return { hosted, library, scanner: new Scanner({ jobs, hosted, library, listeners }) };
  },
  rows: ({ desk, offered: { hosted, library, scanner } }) => [
    ...pluginRows({ desk, hosted, library, scanner }),
    scanRow(scanner),
  ],
  start: ({ desk, faults, warnings, offered: { hosted, library, scanner } }) =>
    stopAll(
      followQuarantine(desk, hosted),
      warnOfFiles(library, hosted, warnings),
      scanIfChanged(library, scanner, faults),
    ),
});
