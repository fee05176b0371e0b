import { alreadyRuns, runDriverProcess } from '../../core/audio/process/run.ts';
import { CommandError } from '../command-error.ts';
import { stateFolder } from '../state-folder.ts';

/** `rowdesk drive`: the audio process in the foreground, until a signal or `rowdesk stop` ends it. */
export async function drive(args: { state?: string }): Promise<void> {
  const folder = stateFolder(args.state);
  const code = await runDriverProcess({ stateFolder: folder, name: 'audio', lingerS: null, foreground: true });
  if (code === alreadyRuns) throw new CommandError('refused', `An audio process runs already for ${folder}.`);
}
