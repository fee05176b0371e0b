import { alreadyRuns, runDriverProcess } from '../../core/audio/process/run.ts';
import { audioName } from '../../core/audio/processes/audio-snapshot.ts';
import { controlName } from '../../core/audio/processes/process-share.ts';
import { CommandError } from '../command-error.ts';
import { stateFolder } from '../state-folder.ts';

/** `rowdesk drive`: the audio process in the foreground, or that of a driver, until a signal or `rowdesk stop` ends it. */
export async function drive(args: { state?: string; driver?: string }): Promise<void> {
  const folder = stateFolder(args.state);
  const { driver } = args;
  if (driver !== undefined && !/^[a-z0-9][a-z0-9-]{0,63}$/.test(driver)) {
    throw new CommandError('usage', `--driver must be the name of a driver, as \`rowdesk drivers\` lists it.`);
  }
  const name = driver === undefined ? audioName : controlName(driver);
  const code = await runDriverProcess({ stateFolder: folder, name, lingerS: null, foreground: true });
  if (code !== alreadyRuns) return;
  const words = driver === undefined ? 'An audio process' : `A process of the driver ${driver}`;
  throw new CommandError('refused', `${words} runs already for ${folder}.`);
}
