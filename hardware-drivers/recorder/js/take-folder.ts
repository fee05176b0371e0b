// The folder of a take and its take.json, which is whole at any moment: written beside, and renamed.
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type TakeDocument, takeFile } from './take-document.ts';

/** A take that came from elsewhere may have links in its folder: what they lead to is not written. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

const textOf = (take: TakeDocument) => `${JSON.stringify(take, undefined, 1)}\n`;

export class TakeFolder {
  readonly path: string;
  #next: TakeDocument | undefined;
  #saving: Promise<void> | undefined;
  #isFinal = false;
  #fault = '';

  constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder; one that exists is an error. Throws Error in words. */
  static create(takesFolder: string, takeId: string): TakeFolder {
    const path = join(takesFolder, takeId);
    try {
      mkdirSync(takesFolder, { recursive: true, mode: 0o700 });
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Error(code === 'EEXIST' ? `there is a take ${takeId} already` : `no take can be made: ${message}`);
    }
    return new TakeFolder(path);
  }

  get isThere(): boolean {
    return existsSync(this.path);
  }

  /** Why take.json is not what it should be, '' for nothing. */
  get fault(): string {
    return this.#fault;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Saves beside all else, however long the disk takes; of several waiting documents the newest. */
  save(take: TakeDocument): void {
    this.#next = take;
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
  }

  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** When all is saved. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** Saves at once, and for the last time. Throws Error. */
  saveFinally(take: TakeDocument): void {
    this.#isFinal = true;
    this.#next = undefined;
    this.saveNow(take);
  }

  /** Saves at once. Throws Error. */
  saveNow(take: TakeDocument): void {
    const made = this.file('.take.json.now');
    tryTo(() => unlinkSync(made));
    const file = openSync(made, flags, 0o600);
    try {
      // Until all of it is written: a disk that fills up takes the beginning alone.
      writeFileSync(file, textOf(take));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // A rename that is under way finds nothing to rename, or came before this one.
    tryTo(() => unlinkSync(this.#made));
    renameSync(made, this.file(takeFile));
  }

  /** Removes the folder of a take that never began. */
  remove(): void {
    tryTo(() => rmSync(this.path, { recursive: true }));
  }

  get #made(): string {
    return this.file('.take.json.new');
  }

  async #saveAll(): Promise<void> {
    for (let take = this.#next; take && !this.#isFinal; take = this.#next) {
      this.#next = undefined;
      try {
        await unlink(this.#made).catch(() => {});
        const file = await open(this.#made, flags, 0o600);
        try {
          await file.writeFile(textOf(take));
          await file.datasync();
        } finally {
          await file.close();
        }
        if (this.#isFinal) return;
        await rename(this.#made, this.file(takeFile));
        this.#fault = '';
      } catch (error) {
        this.#fault = `${takeFile}: ${(error as Error).message}`;
      }
    }
  }
}

function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // It is not there.
  }
}
