// Where exports and renders go: a folder of its own for each, `<state>/recordings/exports/<takeId>-<n>`. Until its last file
// is complete it is called `.<drawn>.part`, and a desk that starts removes what an earlier one left unfinished. A process that
// a killed desk left, and that goes on later, finds its own folder gone, and never the one of a later job.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from 'rowdesk/provider';

const unfinished = '.part';
const most = 10_000;

export class JobFolder {
  /** Absolute, where files are written. */
  readonly path: string;
  readonly #complete: string;

  private constructor(complete: string) {
    this.#complete = complete;
    this.path = `${complete}.${randomBytes(6).toString('hex')}${unfinished}`;
  }

  /** With the first number that is free. Rejects with Refusal in words. */
  static async make(root: string, takeId: string): Promise<JobFolder> {
    try {
      await mkdir(root, { recursive: true });
      const taken = new Set((await readdir(root)).map(completeName));
      for (let n = 1; n <= most; n++) {
        const name = `${takeId}-${n}`;
        if (taken.has(name)) continue;
        const folder = new JobFolder(join(root, name));
        await mkdir(folder.path);
        return folder;
      }
    } catch (error) {
      throw failed(`${root} can not be written: ${(error as Error).message}`);
    }
    throw failed(`${root} has ${most} folders of ${takeId}; remove some`);
  }

  /** Resolves to the path of the complete folder. Rejects with Refusal in words. */
  async finish(): Promise<string> {
    await rename(this.path, this.#complete).catch((error: Error) => {
      throw failed(`${this.#complete} can not be made: ${error.message}`);
    });
    return this.#complete;
  }

  /** Never rejects: what can't be removed now, a desk that starts removes. */
  discard(): Promise<void> {
    return remove(this.path);
  }
}

/** What a folder is called or will be: `friday-1` of `friday-1.0123456789ab.part`. */
const completeName = (name: string) => name.replace(/(\.[0-9a-f]{12})?\.part$/, '');

/** A job that a killed desk left may still make its next file. */
const attempts = { maxRetries: 10, retryDelay: 100 };
const remove = (folder: string) => rm(folder, { recursive: true, force: true, ...attempts }).catch(() => {});

/** Removes what is unfinished. Never rejects: what can't be removed stays, and is in nobody's way. */
export async function removeUnfinished(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(unfinished))) await remove(join(root, name));
}

/** The same share of a disk that the recorder leaves free: 5 % or 200 MB, the smaller. */
export async function checkRoom(folder: string, neededBytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize - Math.min(blocks * bsize * 0.05, 200e6);
  if (free >= neededBytes) return;
  const words = `It needs ${megabytes(neededBytes)} MB, and ${megabytes(Math.max(0, free))} MB of the disk are free for it.`;
  throw new Refusal('conflict', words, { reason: 'no-space', neededMb: megabytes(neededBytes) });
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
export const failed = (words: string): Refusal => new Refusal('conflict', words, { reason: 'job-failed' });
