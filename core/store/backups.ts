// The last good copies of the store, newest first: rowdesk.db.backup-1, -2, -3.
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const kept = 3;
/** As they are minted: it becomes part of a file's name. */
const storeIdPattern = /^[A-Za-z0-9]{1,64}$/;

/** The files of the backups of a store, newest first, whether or not they exist. */
export function backupFiles(file: string): readonly string[] {
  return Array.from({ length: kept }, (_, index) => `${file}.backup-${index + 1}`);
}

/** Those that are there. */
export function backupsOf(file: string): readonly string[] {
  return backupFiles(file).filter(existsSync);
}

/**
 * Makes `copy` write a copy of the store, brings it to the disk and puts it first; the oldest goes, unless it is the last
 * backup of another store: that is kept as `rowdesk.db.backup-of-ID`. At every moment each name is a whole copy or
 * nothing. Rejects when there is no room, and then the older ones are as they were. `storeIds`: of the backups that are
 * there, undefined for what can't be read; resolves to those after it.
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
    // What it is copied into is its owner's alone.
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
 * A store that is not there, or that is empty, though something of it is: what is wrong, in words. '' for a store that is
 * there, and where nothing ever was.
 */
export function lossOf(file: string): string {
  const size = sizeOf(file);
  if (size > 0) return '';
  const left = [...backupsOf(file), ...(sizeOf(`${file}-wal`) > 0 ? [`${file}-wal`] : [])];
  if (left.length === 0) return '';
  const is = existsSync(file) ? 'it is empty' : 'it is missing';
  return `${is}, and ${left.join(', ')} ${left.length > 1 ? 'are' : 'is'} there`;
}

/** Says which backup to use and how. The last line is a command for a shell. */
export async function backupAdvice(file: string, isGood: (copy: string) => Promise<boolean>): Promise<string> {
  const backups = backupsOf(file);
  // The log belongs to the damaged file and would be laid over the backup.
  const damaged = [file, `${file}-wal`, `${file}-shm`].filter(existsSync);
  for (const copy of backups) {
    if (!(await isGood(copy).catch(() => false))) continue;
    const { mtime } = await stat(copy);
    const anew = `To begin with an empty desk instead, move ${file} and all that is called ${file}-... and ${file}.backup-... elsewhere.`;
    const restore = [...aside(file, damaged), `cp '${copy}' '${file}'`].join(' && ');
    return `${anew} Use the backup ${copy}, of ${mtime.toISOString()}: ${restore}`;
  }
  return `There is no good backup. To begin with an empty desk: ${aside(file, [...damaged, ...backups]).join(' && ')}`;
}

/** Of damage that is found while the desk runs, which goes on. Never rejects. */
export async function damageWords(
  file: string,
  how: string,
  isGood: (copy: string) => Promise<boolean>,
): Promise<string> {
  const advice = await backupAdvice(file, isGood).catch(() => 'Its backups can not be looked at.');
  return `The store ${file} is damaged (${how}). Stop the desk when the show allows. ${advice}`;
}

/** Commands that move files into a folder of their own. */
function aside(file: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  let folder = `${file}.damaged`;
  for (let n = 2; existsSync(folder); n++) folder = `${file}.damaged-${n}`;
  return [`mkdir '${folder}'`, `mv ${files.map((each) => `'${each}'`).join(' ')} '${folder}/'`];
}

/** A store is its owner's alone: one that is there, and one that is about to be made. */
export function keepPrivate(file: string): void {
  for (const each of [file, `${file}-wal`, ...backupsOf(file)]) {
    try {
      if (each === file && !existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
      if (((statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0) chmodSync(each, 0o600);
    } catch {
      // On a disk that can't be written, or of another user: opening it says so.
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
