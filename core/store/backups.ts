// Backups: the last good copies of the store, newest first: rowdesk.db.backup-1, -2, -3.
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const kept = 3;
/** The form of a store's id, which is part of a file's name. */
const storeIdPattern = /^[A-Za-z0-9]{1,64}$/;

/** The files of the backups of a store, newest first, whether or not they exist. */
export function backupFiles(file: string): readonly string[] {
  return Array.from({ length: kept }, (_, index) => `${file}.backup-${index + 1}`);
}

/** The backups that exist. */
export function backupsOf(file: string): readonly string[] {
  return backupFiles(file).filter(existsSync);
}

/**
 * Calls `copy` to write a copy of the store, syncs it to the disk and makes it the first backup. Removes the oldest backup,
 * except the last one of another store, which it renames to `rowdesk.db.backup-of-ID`. At any moment each name is a whole
 * copy or does not exist. Rejects without room, and leaves the other backups unchanged. `storeIds`: the store of each
 * existing backup, undefined if unreadable. Resolves to the new list of these.
 */
export async function makeBackup(
  file: string,
  copy: (to: string) => Promise<unknown>,
  storeId: string,
  storeIds: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const fresh = `${file}.backup-new`;
  await rm(fresh, { force: true });
  try {
    // Only the owner may read the copy.
    await writeFile(fresh, '', { mode: 0o600, flag: 'wx' });
    await copy(fresh);
    await flush(fresh);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const names = backupFiles(file);
  const before = backupsOf(file);
  const after = [storeId, ...names.map((name) => storeIds[before.indexOf(name)])];
  const oldest = after[kept];
  if (oldest !== undefined && after.indexOf(oldest) === kept && storeIdPattern.test(oldest)) {
    await rename(names[kept - 1] as string, `${file}.backup-of-${oldest}`);
  }
  for (let index = kept - 1; index > 0; index--) {
    const younger = names[index - 1] as string;
    if (existsSync(younger)) await rename(younger, names[index] as string);
  }
  await rename(fresh, names[0] as string);
  await flush(dirname(file));
  return backupsOf(file).map((name) => after[names.indexOf(name)]);
}

/**
 * Describes a store that is missing or empty although its backups or other files exist. Returns '' for an existing store,
 * and for a folder that never had one.
 */
export function lossOf(file: string): string {
  const size = sizeOf(file);
  if (size > 0) return '';
  const left = [...backupsOf(file), ...(sizeOf(`${file}-wal`) > 0 ? [`${file}-wal`] : [])];
  if (left.length === 0) return '';
  const is = existsSync(file) ? 'it is empty' : 'it is missing';
  return `${is}, and ${left.join(', ')} ${left.length > 1 ? 'are' : 'is'} there`;
}

/** Advice which backup to use, and how. The last line is a shell command. */
export async function backupAdvice(file: string, isGood: (copy: string) => Promise<boolean>): Promise<string> {
  const backups = backupsOf(file);
  // The write-ahead log belongs to the damaged file: SQLite would apply it to the backup.
  const damaged = [file, `${file}-wal`, `${file}-shm`].filter(existsSync);
  for (const copy of backups) {
    if (!(await isGood(copy).catch(() => false))) continue;
    const { mtime } = await stat(copy);
    const anew = `To begin with an empty desk instead, move ${file} and all that is called ${file}-... and ${file}.backup-... elsewhere.`;
    const restore = [...aside(file, damaged, 'damaged'), `cp ${quoted(copy)} ${quoted(file)}`].join(' && ');
    return `${anew} Use the backup ${copy}, of ${mtime.toISOString()}: ${restore}`;
  }
  return `There is no good backup. To begin with an empty desk: ${aside(file, [...damaged, ...backups], 'damaged').join(' && ')}`;
}

/** Advice about damage found while the desk runs; the desk continues. Never rejects. */
export async function damageWords(
  file: string,
  how: string,
  isGood: (copy: string) => Promise<boolean>,
): Promise<string> {
  const advice = await backupAdvice(file, isGood).catch(() => 'Its backups can not be looked at.');
  return `The store ${file} is damaged (${how}). Stop the desk when the show allows. ${advice}`;
}

/** Shell commands that move files into a new folder, `FILE.NAME`. */
export function aside(file: string, files: readonly string[], name: string): readonly string[] {
  if (files.length === 0) return [];
  let folder = `${file}.${name}`;
  for (let n = 2; existsSync(folder); n++) folder = `${file}.${name}-${n}`;
  return [`mkdir ${quoted(folder)}`, `mv ${files.map(quoted).join(' ')} ${quoted(`${folder}/`)}`];
}

/** As one word of a shell. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Restricts an existing store, or one about to be created, to its owner. */
export function keepPrivate(file: string): void {
  for (const each of [file, `${file}-wal`, ...backupsOf(file)]) {
    try {
      if (each === file && !existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
      if (((statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0) chmodSync(each, 0o600);
    } catch {
      // A read-only disk, or another user's file: opening the store reports it.
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
