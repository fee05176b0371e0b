import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where a desk keeps what it knows: `--state`, else $ROWDESK_STATE, else $STATE_DIRECTORY (systemd gives it, the first
 * of a list), else ${XDG_STATE_HOME:-~/.local/state}/rowdesk. Absolute.
 */
export function stateFolder(given: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const named = given || env.ROWDESK_STATE || env.STATE_DIRECTORY?.split(':')[0];
  return resolve(named || join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'rowdesk'));
}
