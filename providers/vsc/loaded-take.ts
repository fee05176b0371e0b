// The tracks of the take that is loaded, read once. The tracks of the last take stay until those of the next are there, so
// that a change never leaves the mixer without lanes for a moment.
import { type Faults, Listeners } from 'rowdesk/provider';
import { readTakeFileSync, type TakeLibrary } from '../takes/index.ts';
import type { Track } from './mapping.ts';

export interface LoadedTakeNeeds {
  readonly library: Pick<TakeLibrary, 'read' | 'folderOf'>;
  readonly faults: Faults;
}

interface Loaded {
  readonly takeId: string;
  readonly tracks: readonly Track[];
}

const none: Loaded = { takeId: '', tracks: [] };

export class LoadedTake {
  readonly #needs: LoadedTakeNeeds;
  readonly #listeners: Listeners;
  #loaded: Loaded | undefined;
  #wanted = '';

  constructor(needs: LoadedTakeNeeds) {
    this.#needs = needs;
    this.#listeners = new Listeners(needs.faults, 'a listener of the loaded take');
  }

  /** The tracks to be played for this take. */
  tracksOf(takeId: string): readonly Track[] {
    // A desk that starts while the mixer plays a take tells the mixer the same lanes at once.
    this.#loaded ??= readNow(this.#needs.library, takeId);
    if (takeId === '') this.#loaded = none;
    if (takeId !== this.#loaded.takeId && takeId !== this.#wanted) void this.#read(takeId);
    this.#wanted = takeId;
    return this.#loaded.tracks;
  }

  /** Called when the tracks of the wanted take are there. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  async #read(takeId: string): Promise<void> {
    const tracks = await this.#needs.library.read(takeId).then(
      (file) => file.tracks,
      () => [],
    );
    if (takeId !== this.#wanted) return;
    this.#loaded = { takeId, tracks };
    this.#listeners.notify();
  }
}

/** Once in a run, before the loop has anything else to do. Without a usable take.json: none. */
function readNow(library: Pick<TakeLibrary, 'folderOf'>, takeId: string): Loaded {
  if (takeId === '') return none;
  try {
    return { takeId, tracks: readTakeFileSync(library.folderOf(takeId)).tracks };
  } catch {
    return none;
  }
}
