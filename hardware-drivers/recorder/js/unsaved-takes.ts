// Takes that have ended, and whose disk did not take their last take.json: they are saved again until it does.
import type { TakeDocument } from './take-document.ts';
import type { TakeFolder } from './take-folder.ts';

export class UnsavedTakes {
  readonly #takes = new Map<string, { readonly folder: TakeFolder; readonly document: TakeDocument }>();

  /** Saves the last document of a take. */
  save(folder: TakeFolder, document: TakeDocument): void {
    folder.save(document);
    this.#takes.set(folder.path, { folder, document });
  }

  /** Why the disk does not take one of them, '' for nothing. */
  get fault(): string {
    return [...this.#takes.values()].find(({ folder }) => folder.fault !== '')?.folder.fault ?? '';
  }

  /** To be called now and then: a disk that comes back gets the ends of takes that it did not take. */
  saveAgain(): void {
    for (const [path, { folder, document }] of this.#takes) {
      if (folder.isSaving) continue;
      if (folder.fault === '' || !folder.isThere) this.#takes.delete(path);
      else folder.save(document);
    }
  }
}
