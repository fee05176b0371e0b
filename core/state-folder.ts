// The folder in which a desk keeps what it knows, for one control process at a time.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Claim } from './claim.ts';
import { StartFault } from './faults.ts';

export interface StateFolder {
  /** Absolute. */
  readonly path: string;
  readonly claim: Claim;
}

/** Makes it where it is missing, readable by its owner only, and claims it. Throws StartFault in words. */
export function claimStateFolder(given: string): StateFolder {
  const path = resolve(given);
  try {
    // What files may be read from and written to over HTTP lives in these two only.
    for (const folder of ['', 'media', 'recordings']) mkdirSync(join(path, folder), { recursive: true, mode: 0o700 });
    const claim = Claim.take(path);
    if (claim instanceof Claim) return { path, claim };
    const address = claim.address === '' ? 'and is starting' : `and answers at ${claim.address}`;
    throw new StartFault([
      `${path}: is in use by process ${claim.pid}, which runs ${address}; stop it, or name another folder by --state`,
    ]);
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault([`${path}: can not be used (${(error as Error).message}); name another folder by --state`]);
  }
}
