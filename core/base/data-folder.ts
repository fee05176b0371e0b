// A folder of JSON files that users add. An unusable file is reported as a problem; the other files are read.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FileProblem {
  /** The full path of a file, or of an unreadable folder. */
  readonly file: string;
  readonly problem: string;
}

export class DataFolder {
  /** In the order of their discovery. */
  readonly problems: FileProblem[] = [];
  /** The names of its JSON files, sorted; none for a missing or unreadable folder. */
  readonly names: readonly string[];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.names = this.#tried('', () => namesIn(folder)) ?? [];
  }

  /** Parses a file's text; if that throws, returns undefined and records a problem. */
  read<T>(name: string, use: (text: string) => T): T | undefined {
    return this.#tried(name, () => use(readFileSync(join(this.#folder, name), 'utf8')));
  }

  /** Records another problem of a file. */
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
