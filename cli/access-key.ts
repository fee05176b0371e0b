// The key of a command, for a desk that asks for one: never a word of the command line, which all processes can read.
import { readFileSync } from 'node:fs';
import { localKeyFile } from '../core/access/access-paths.ts';
import { stateFolder } from './state-folder.ts';

/** $ROWDESK_KEY, else the one that a desk of this user on this machine leaves in its state folder; undefined for none. */
export function keyFor(url: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.ROWDESK_KEY) return env.ROWDESK_KEY;
  try {
    const file = readFileSync(localKeyFile(stateFolder(undefined, env)), 'utf8');
    const local = JSON.parse(file) as { readonly url?: unknown; readonly key?: unknown };
    return typeof local.key === 'string' && local.url === url.replace(/\/+$/, '') ? local.key : undefined;
  } catch {
    return undefined;
  }
}
