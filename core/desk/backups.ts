// The last good copies of the store, newest first: rowdesk.db.backup-1, -2, -3.
import { existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const kept = 3;

/** The files of the backups of a store, newest first, whether or not they exist. */
export function backupFiles(file: string): readonly string[] {
  return Array.from({ length: kept }, (_, index) => `${file}.backup-${index + 1}`);
}

/**
 * Makes `copy` write a copy of the store, brings it to the disk and puts it first; the oldest goes. At every moment each
 * name is a whole copy or nothing. Rejects when there is no room, and then the older ones are as they were.
 */
export async function makeBackup(file: string, copy: (to: string) => Promise<unknown>): Promise<void> {
  const fresh = `${file}.backup-new`;
  await rm(fresh, { force: true });
  try {
    await copy(fresh);
    await flush(fresh);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const names = backupFiles(file);
  for (let index = kept - 1; index > 0; index--) {
    const younger = names[index - 1] as string;
    if (existsSync(younger)) await rename(younger, names[index] as string);
  }
  await rename(fresh, names[0] as string);
  await flush(dirname(file));
}

/** Says which backup to use and how; `problemsOf` checks a copy. */
export async function backupAdvice(
  file: string,
  problemsOf: (copy: string) => Promise<readonly string[]>,
): Promise<string> {
  // The log belongs to the damaged file and would be laid over the backup.
  const damaged = [file, `${file}-wal`, `${file}-shm`]
    .filter(existsSync)
    .map((name) => `'${name}'`)
    .join(' ');
  for (const copy of backupFiles(file).filter(existsSync)) {
    const isGood = await problemsOf(copy).then(
      (problems) => problems.length === 0,
      () => false,
    );
    if (!isGood) continue;
    const { mtime } = await stat(copy);
    const aside = `mkdir '${file}.damaged' && mv ${damaged} '${file}.damaged/'`;
    return `Use the backup ${copy}, of ${mtime.toISOString()}: ${aside} && cp '${copy}' '${file}'`;
  }
  return `There is no good backup. To begin with an empty desk: mkdir '${file}.damaged' && mv ${damaged} '${file}.damaged/'`;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
