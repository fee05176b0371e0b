// Native crashes of packages in the control process. Where packages of others run, a signal that ends this process is noted
// in a crash page with the package in whose native code it was, on whatever thread; the next start reads it. Nothing is
// written before that moment, so it costs no call anything.
import { realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadNative, type Native } from '../audio/process/native.ts';
import { answersAt, type CrashPage, readCrashPage } from '../audio/processes/crash-page.ts';
import { makeRuntimeFolder, processFiles } from '../system/runtime-folder.ts';

const answersWord = answersAt / Uint32Array.BYTES_PER_ELEMENT;

export class PackageCrashes {
  readonly #stateFolder: string;
  #native: Native | undefined;
  #words = new Uint32Array(answersWord + 1);

  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
  }

  /** The page of the process before this one, where a signal ended that. */
  get earlier(): CrashPage | undefined {
    const page = readCrashPage(this.#file);
    return page?.signal ? page : undefined;
  }

  /** From now on a crash of this process is noted. Throws Error in words where that can't be. */
  begin(): void {
    makeRuntimeFolder(dirname(this.#file));
    const native = loadNative();
    this.#words = new Uint32Array(native.mapCrashPage(this.#file));
    this.#native = native;
  }

  /** The native code in this folder is of this package. */
  owns(name: string, folder: string): void {
    this.#native?.ownCode(name, realpathSync(folder));
  }

  /** Rows answer. */
  ready(): void {
    this.#words[answersWord] = 1;
  }

  /** Takes the page away: it was read, or the desk ends in order. */
  end(): void {
    rmSync(this.#file, { force: true });
  }

  get #file(): string {
    return processFiles(this.#stateFolder, 'control').crashPage;
  }
}
