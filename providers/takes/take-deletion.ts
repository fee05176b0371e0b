// Removes a take from the disk: its own files and nothing else.
import { readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFileName } from './take-file.ts';

/** What recorder and desk write into the folder of a take, and what they leave when they are killed. */
const ownFile =
  /^(\d+-.*\.(wav|flac)(\.[a-z]+)?|\d+\.peaks(\.[a-z]+)?|\.?(take|show)\.json(\.[A-Za-z0-9]+)?|moves\.jsonl|\.parts)$/;

/**
 * Removes the files, take.json last: a removal that breaks off is begun again. Links are removed, never followed; folders
 * stay. Returns what is not the take's, and stays with the folder. Rejects with what the disk says.
 */
export async function removeTake(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isOwn = (entry: (typeof entries)[number]) => !entry.isDirectory() && ownFile.test(entry.name);
  for (const { name } of entries.filter((entry) => isOwn(entry) && entry.name !== takeFileName)) {
    await unlink(join(folder, name));
  }
  await unlink(join(folder, takeFileName));
  const left = entries.filter((entry) => !isOwn(entry)).map(({ name }) => name);
  if (left.length === 0) await rmdir(folder);
  return left;
}
