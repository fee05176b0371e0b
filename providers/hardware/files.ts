import { readdirSync, readFileSync } from 'node:fs';

/** Reads what the kernel shows as files; '' and [] for what is not there. */
export interface Files {
  text(path: string): string;
  names(folder: string): readonly string[];
}

export const kernelFiles: Files = {
  text: (path) => orElse('', () => readFileSync(path, 'utf8')),
  names: (folder) => orElse([], () => readdirSync(folder)),
};

function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
