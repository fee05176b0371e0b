// Folders that anybody may fill with files of data.
import { readdirSync } from 'node:fs';

/** The names of the JSON files in a folder, sorted; none where there is no such folder. Throws what the file system says. */
export function jsonFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
