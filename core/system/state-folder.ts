// The state folder of a desk, for one control process at a time.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../base/start-error.ts';
import { InstanceLock, type LockHolder, lockHolderOf } from './instance-lock.ts';
import { isWritable, makeRuntimeFolder, runtimeFolder } from './runtime-folder.ts';

export interface StateFolder {
  /** Absolute. */
  readonly path: string;
  readonly claim: InstanceLock;
  /** For what can't be written into the state folder; it is made when it is needed. */
  readonly runtimeFolder: string;
}

/** Makes it where it is missing, readable by its owner only, and claims it. Throws StartError in words. */
export function claimStateFolder(given: string): StateFolder {
  const path = resolve(given);
  const isThere = existsSync(path);
  try {
    makeFolders(path);
    const runtime = runtimeFolder(path);
    if (!isWritable(path)) makeRuntimeFolder(runtime);
    const claim = InstanceLock.take(path, runtime);
    if (claim instanceof InstanceLock) return { path, claim, runtimeFolder: runtime };
    const address = claim.address === '' ? 'and is starting' : `and answers at ${claim.address}`;
    throw new StartError([
      `${path}: is in use by process ${claim.pid}, which runs ${address}; to end it and its sound: rowdesk stop --state '${path}'`,
    ]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    // Of a desk that was: its sound may play on, and a start with another folder would begin a second one.
    const remedy = isThere
      ? 'make it a folder that this user may read, and start again'
      : 'name another folder by --state, or make it yourself';
    throw new StartError([`${path}: can not be used (${(error as Error).message}); ${remedy}`]);
  }
}

/** What is unsafe about the folder, in words with their remedy; '' for nothing. */
export function exposureOf(path: string): string {
  const own = process.getuid?.() ?? 0;
  const exposed = [path, join(path, 'media'), join(path, 'recordings')].flatMap((folder) => {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return [];
    if (found.uid !== own)
      return [`${folder} belongs to another user (${found.uid}); run: chown -R ${own} '${folder}'`];
    return (found.mode & 0o002) === 0 ? [] : [`everybody may write to ${folder}; run: chmod o-w '${folder}'`];
  });
  return exposed.join('. ');
}

/** The running control process of a state folder, undefined for none. */
export function holderOfState(stateFolder: string): LockHolder | undefined {
  return existsSync(stateFolder) ? lockHolderOf(stateFolder, runtimeFolder(stateFolder)) : undefined;
}

/** On a disk that can't be written those that are there serve. */
function makeFolders(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // What files may be read from and written to over HTTP lives in these two only.
  for (const folder of ['media', 'recordings']) {
    try {
      mkdirSync(join(path, folder), { recursive: true, mode: 0o700 });
    } catch {
      // A file that is not there is said where it is asked for.
    }
  }
}
