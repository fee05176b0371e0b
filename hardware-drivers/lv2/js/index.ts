// Plugins of others: LV2 and CLAP. They run in racks, programs of their own that this driver starts, watches and ends; neither
// this process nor that of the mixer loads any of their code. It runs on while the control process is away.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { ControlDriver } from 'rowdesk/driver';
import { builtFile } from '../../lib/built/js/built-file.ts';
import { PluginsDevice } from './device.ts';
import { KeptStates } from './kept-states.ts';
import { PluginFiles } from './plugin-files.ts';
import { rackProgram } from './rack-process.ts';
import { askSandbox } from './sandbox.ts';
import { scanJob } from './scan/scan.ts';
import { slotFolders } from './slot-folder.ts';
import { slotsIn } from './slots.ts';
import { StateFiles } from './state-files.ts';
import { Strikes } from './strikes.ts';
import { systemTimers } from './timers.ts';

const program = builtFile(new URL('..', import.meta.url), 'lv2-rack');

const model = { id: 'plugins', transport: 'plugins', modelId: 'lv2', model: 'lv2', label: 'Plugins', address: '' };
const remedy = 'sudo apt-get install pkg-config liblilv-dev lv2-dev, then rowdesk drivers build lv2';

const driver: ControlDriver = {
  kind: 'plugins',
  /** None where the program was not built: a machine without plugins has no fault for it. `rowdesk doctor` says what to do. */
  discover: () => (isBuilt() ? [model] : []),
  jobs: { scan: scanJob },
  open(found, context) {
    if (!isBuilt()) throw new Error(`lv2-rack was not built: ${remedy}`);
    const { pluginsFolder: folder, runtimeFolder, log } = context;
    const states = new StateFiles(join(folder, 'state'));
    const inserts = join(runtimeFolder, 'inserts');
    const slots = slotFolders({ inserts, shared: '/dev/shm', timers: systemTimers });
    const { longestCallS } = (context.config ?? {}) as { readonly longestCallS?: number };
    const start = rackProgram({ file: program, inserts, slots, state: states.folder, longestCallS });
    const device = new PluginsDevice({
      model: found,
      context,
      start,
      release: slotsIn(inserts),
      timers: systemTimers,
      files: new PluginFiles(folder),
      strikes: new Strikes(folder, systemTimers, (message) => log('warn', message)),
      states,
      kept: new KeptStates(join(folder, 'states')),
    });
    askSandbox(program, (heldBy) => device.heldBy(heldBy));
    return device;
  },
};

export default driver;

function isBuilt(): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
