// The files in the recordings folder. A name that is asked for is looked up among them, never joined to a path unchecked.
import { lstat, readdir, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export interface RecordingFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601: when it was written last. */
  readonly savedAt: string;
}

export interface Listing {
  /** The newest first, at most `mostListed` of them. */
  readonly items: readonly RecordingFile[];
  readonly count: number;
  /** What an ordinary user may still write there. */
  readonly freeSpaceMb: number;
}

/** So that the row stays small however many there are. */
export const mostListed = 500;
/** How many files are looked at at once. */
const atOnce = 32;

/** As rows take them: nothing hidden, no separators. Other files are left alone. */
export const recordingName = '[A-Za-z0-9][A-Za-z0-9._~ -]{0,127}';
const isName = new RegExp(`^${recordingName}$`);

export class Recordings {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An empty one where there is no such folder. */
  async list(): Promise<Listing> {
    const found: RecordingFile[] = [];
    const names = await this.#names();
    for (let at = 0; at < names.length; at += atOnce) {
      const some = await Promise.all(names.slice(at, at + atOnce).map((name) => this.get(name)));
      found.push(...some.filter((each) => each !== undefined));
    }
    found.sort((a, b) => (a.savedAt < b.savedAt ? 1 : a.savedAt > b.savedAt ? -1 : a.name < b.name ? -1 : 1));
    return { items: found.slice(0, mostListed), count: found.length, freeSpaceMb: await this.#freeMb() };
  }

  /** A regular file of this name that is there, no symbolic link. */
  async get(name: string): Promise<RecordingFile | undefined> {
    if (!isName.test(name)) return undefined;
    const file = await lstat(join(this.#folder, name)).catch(() => undefined);
    if (!file?.isFile()) return undefined;
    return { name, sizeBytes: file.size, savedAt: file.mtime.toISOString() };
  }

  /** Rejects with what the disk says. */
  async delete({ name }: RecordingFile): Promise<void> {
    await unlink(join(this.#folder, name));
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => isName.test(name));
  }

  async #freeMb(): Promise<number> {
    const room = await statfs(this.#folder).catch(() => undefined);
    return room === undefined ? 0 : Math.floor((room.bavail * room.bsize) / 1024 / 1024);
  }
}
