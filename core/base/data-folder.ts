// A folder that anybody may fill with JSON files. A file that can't be used is reported as a problem; the others are read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FileProblem {
  /** The whole path: of a file, or of a folder that can't be read. */
  readonly file: string;
  readonly problem: string;
}

export class DataFolder {
  /** In the order in which they were found. */
  readonly problems: FileProblem[] = [];
  /** Of its JSON files, sorted; none where there is no such folder, or where it can't be read. */
  readonly names: readonly string[];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.names = this.#tried('', () => namesIn(folder)) ?? [];
  }

  /** What is made of a file's text; undefined, and a problem, where that throws. */
  read<T>(name: string, use: (text: string) => T): T | undefined {
    return this.#tried(name, () => use(readFileSync(join(this.#folder, name), 'utf8')));
  }

  /** Notes what else is wrong with a file. */
  report(name: string, problem: string): void {
    this.problems.push({ file: join(this.#folder, name), problem });
  }

  #tried<T>(name: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.report(name, (error as Error).message);
      return undefined;
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
