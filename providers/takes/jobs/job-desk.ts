// One export or render of a take at a time, its folder, and its end.
import { Refusal, type TaskRun } from 'rowdesk/provider';
import type { TakeBook } from '../take-book.ts';
import { framesOf, type TakeFile } from '../take-file.ts';
import type { TakeLibrary } from '../take-library.ts';
import type { TakeLocks } from '../take-locks.ts';
import { checkRoom, failed, JobFolder, removeUnfinished } from './job-folder.ts';

export interface JobTake {
  readonly id: string;
  /** The operator's name. */
  readonly name: string;
  readonly file: TakeFile;
  readonly frames: number;
  /** Absolute. */
  readonly folder: string;
}

export class JobDesk {
  /** Absolute; of finished folders too. */
  readonly folder: string;
  readonly #library: TakeLibrary;
  readonly #book: TakeBook;
  /** What is under way, by take. */
  readonly #working = new Map<string, string>();
  #cleaned: Promise<void> = Promise.resolve();

  constructor(folder: string, library: TakeLibrary, book: TakeBook, locks: TakeLocks) {
    this.folder = folder;
    this.#library = library;
    this.#book = book;
    locks.use((takeId) => this.#working.get(takeId));
  }

  /** Removes what an earlier desk left unfinished; jobs wait for it, or their folders would be taken for such. */
  removeUnfinished(): void {
    this.#cleaned = removeUnfinished(this.folder);
  }

  /**
   * `doing`: `it is being exported`. Resolves to what `work` gives, once its folder is complete; otherwise the folder is
   * removed. Rejects with Refusal, also for a take that is recorded, damaged or worked on already.
   */
  async work<Report>(
    id: string,
    doing: string,
    run: Pick<TaskRun, 'ready'>,
    prepare: (take: JobTake) => Promise<{ readonly bytes: number; work(folder: string): Promise<Report> }>,
  ): Promise<Report & { readonly folder: string }> {
    const busy = this.#working.get(id);
    if (busy !== undefined) throw new Refusal('conflict', `The take ${id} waits: ${busy}.`, { reason: 'in-use' });
    this.#working.set(id, doing);
    try {
      // In `ready`, so that what is refused is the answer to the client.
      const { folder, work } = await run.ready(this.#begin(id, prepare));
      try {
        const report = await work(folder.path);
        return { ...report, folder: await folder.finish() };
      } catch (error) {
        await folder.discard();
        throw inWords(error);
      }
    } finally {
      this.#working.delete(id);
    }
  }

  async #begin<Work>(id: string, prepare: (take: JobTake) => Promise<{ readonly bytes: number; work: Work }>) {
    const { bytes, work } = await prepare(await this.#take(id));
    await this.#cleaned;
    const folder = await JobFolder.make(this.folder, id);
    try {
      await checkRoom(folder.path, bytes);
    } catch (error) {
      await folder.discard();
      throw inWords(error);
    }
    return { folder, work };
  }

  async #take(id: string): Promise<JobTake> {
    await this.#library.refresh();
    if (this.#library.get(id)?.state === 'recording') {
      throw new Refusal('conflict', 'The take is being recorded; stop it first.', { reason: 'recording' });
    }
    const file = await this.#library.read(id).catch((error: Error) => {
      throw new Refusal('conflict', `The take is damaged: ${error.message}`, { reason: 'damaged' });
    });
    const frames = framesOf(file);
    if (frames === 0) throw new Refusal('conflict', 'The take has no sound.', { reason: 'empty' });
    return { id, name: this.#book.get(id, file.name).name, file, frames, folder: this.#library.folderOf(id) };
  }
}

/** A disk that is full or broken is no fault of the package. */
function inWords(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).syscall === undefined ? error : failed((error as Error).message);
}
