// The files of backups that are there to be fetched and restored: one that was made, and one that came in.
import { rm } from 'node:fs/promises';
import { type Faults, type Fields, type FilePlace, Listeners, type OutgoingFile, Refusal } from 'rowdesk/provider';
import { readFile } from './folder.ts';
import type { MadeBackup } from './making.ts';
import type { Manifest } from './manifest.ts';

export interface ShelfItem {
  readonly id: string;
  readonly from: 'desk' | 'client';
  readonly name: string;
  readonly bytes: number;
  readonly madeAt: string;
}

interface Kept extends ShelfItem {
  /** A file, or a folder of one that came in. */
  readonly path: string;
}

export interface ShelfNeeds {
  readonly mostBytes: number;
  readonly faults: Faults;
  readonly takeIn: (id: string, source: AsyncIterable<Uint8Array>) => Promise<Manifest>;
  readonly pathOf: (id: string) => string;
}

export class BackupShelf implements FilePlace {
  readonly path = '/backup';
  readonly summary = 'A backup of the whole desk: a tar file';
  readonly mostBytes: number;
  readonly #needs: ShelfNeeds;
  readonly #listeners: Listeners;
  #made: Kept | undefined;
  #come: Kept | undefined;
  /** A file comes in, or is being restored. */
  #isBusy = false;

  constructor(needs: ShelfNeeds) {
    this.#needs = needs;
    this.mostBytes = needs.mostBytes;
    this.#listeners = new Listeners(needs.faults, 'a listener of backups');
  }

  get items(): readonly ShelfItem[] {
    return [this.#made, this.#come].flatMap((kept) => {
      if (kept === undefined) return [];
      const { path: _path, ...item } = kept;
      return [item];
    });
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** In the place of the one before. */
  async keep({ id, path, name, bytes, manifest }: MadeBackup): Promise<void> {
    const before = this.#made;
    this.#made = { id, from: 'desk', path, name, bytes, madeAt: manifest.madeAt };
    this.#listeners.notify();
    if (before !== undefined) await rm(before.path, { recursive: true, force: true });
  }

  open(id: string): OutgoingFile {
    const kept = this.#made;
    if (kept?.id !== id)
      throw new Refusal('unknown-row', `There is no backup ${id} to fetch; /backup/save makes one.`, { id });
    return { bytes: kept.bytes, name: kept.name, read: () => readFile(kept.path) };
  }

  async take(id: string, source: AsyncIterable<Uint8Array>): Promise<Fields> {
    return this.#alone(async () => {
      let bytes = 0;
      const counted = (async function* () {
        for await (const chunk of source) {
          bytes += chunk.length;
          yield chunk;
        }
      })();
      const { entries: _entries, ...manifest } = await this.#needs.takeIn(id, counted);
      const before = this.#come;
      this.#come = {
        id,
        from: 'client',
        path: this.#needs.pathOf(id),
        name: manifest.name,
        bytes,
        madeAt: manifest.madeAt,
      };
      this.#listeners.notify();
      if (before !== undefined && before.id !== id) await rm(before.path, { recursive: true, force: true });
      return { id, bytes, manifest };
    });
  }

  /** Throws refusal `conflict` for an id that has not come in. `restore` is alone with the file; true: it has used it up. */
  async use(id: string, restore: () => Promise<Fields>, isUsedUp: (report: Fields) => boolean): Promise<Fields> {
    if (this.#come?.id !== id) {
      const words = `There is no backup ${id || 'without an id'}; PUT it to /api/backup/ID first, with an id of 16 letters and digits or more.`;
      throw new Refusal('conflict', words, { reason: 'no-file', id });
    }
    return this.#alone(async () => {
      const report = await restore();
      if (isUsedUp(report)) {
        this.#come = undefined;
        this.#listeners.notify();
      }
      return report;
    });
  }

  async #alone<T>(deed: () => Promise<T>): Promise<T> {
    if (this.#isBusy)
      throw new Refusal('conflict', 'Another backup comes in or is being restored.', { reason: 'busy' });
    this.#isBusy = true;
    try {
      return await deed();
    } finally {
      this.#isBusy = false;
    }
  }
}
