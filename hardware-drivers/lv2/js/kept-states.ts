// States of plugins by their contents: rows, scenes, sessions and the history name them by these ids. The desk removes those
// that nothing names any more (providers/plugins). The files that racks write are in a folder where a plugin may lay links.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const mostBytes = 16 * 1024 * 1024;
const pattern = /^[0-9a-f]{32}$/;

export class KeptStates {
  readonly #folder: string;

  /** `folder`: made with the first state. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  has(id: string): boolean {
    return pattern.test(id) && existsSync(join(this.#folder, id));
  }

  /** Keeps what the file has; the id of that. Throws Error with the reason. */
  keep(file: string): string {
    const state = contentsOf(file);
    const id = createHash('sha256').update(state).digest('hex').slice(0, 32);
    // One that is named again is young again: the desk removes old ones.
    if (this.has(id)) utimesSync(join(this.#folder, id), new Date(), new Date());
    else {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const kept = join(this.#folder, id);
      writeFileSync(`${kept}.new`, state, { mode: 0o600, flush: true });
      renameSync(`${kept}.new`, kept);
    }
    return id;
  }

  /** The file has this state now. Throws Error with the reason. */
  restore(id: string, file: string): void {
    const made = `${file}.new`;
    rmSync(made, { force: true, recursive: true });
    copyFileSync(join(this.#folder, id), made, constants.COPYFILE_EXCL);
    renameSync(made, file);
  }
}

/** Throws Error for what is no regular file. */
function contentsOf(path: string): Buffer {
  const file = openNoLink(path);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is no file');
    if (found.size > mostBytes) throw new Error(`it has ${found.size} bytes, ${mostBytes} are the most`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function openNoLink(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new Error('it is a symbolic link') : error;
  }
}
