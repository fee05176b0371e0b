// The highest version of a description that the desk has announced. A version must not go back (RFC 8866, section 5.2), and the clock of
// the computer may: a board without a battery starts in a past year.
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface LastVersion {
  /** 0 for none. */
  read(): number;
  keep(version: number): void;
}

/** In a file of this folder, which is made with it. */
export function lastVersionIn(folder: string, log: (message: string) => void): LastVersion {
  const file = join(folder, 'last-version');
  return {
    read: () => {
      try {
        const version = Number(readFileSync(file, 'utf8'));
        return Number.isSafeInteger(version) && version > 0 ? version : 0;
      } catch {
        return 0;
      }
    },
    keep: (version) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const descriptor = openSync(`${file}.new`, 'w', 0o600);
        try {
          writeSync(descriptor, `${version}\n`);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        renameSync(`${file}.new`, file);
      } catch (error) {
        log(`the last version of a description is not kept: ${(error as Error).message}`);
      }
    },
  };
}
