// A desk's store as it is at this moment, also while a service has it open: that service alone may open the database, so
// its files are copied, which SQLite's write-ahead log makes safe as long as the log is not begun anew meanwhile.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../../core/audio/link/process-lock.ts';
import { CommandError } from '../command-error.ts';

/** The header of the log holds the salts that change whenever it is begun anew (sqlite.org/fileformat2, 4.1). */
const logHeaderBytes = 32;
const attempts = 20;
/** With the number of the process behind it. */
const prefix = 'rowdesk-render-';

export interface StoreCopy {
  /** A temporary folder with the database under the name it has. */
  readonly folder: string;
  remove(): void;
}

/** Throws CommandError refused where the folder has no desk. */
export function copyStore(stateFolder: string): StoreCopy {
  const database = existsSync(stateFolder) ? readdirSync(stateFolder).find((name) => name.endsWith('.db')) : undefined;
  if (!database)
    throw new CommandError('refused', `${stateFolder} holds no desk; a service makes one at its first start`);
  removeLeft();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const from = join(stateFolder, database);
    for (let attempt = 0; attempt < attempts; attempt++) if (copyOnce(from, folder)) return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
  remove();
  throw new CommandError('refused', `${stateFolder} is written too fast to be copied; try again`);
}

/** Copies of renders that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const processId = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (processId === undefined || isAlive(Number(processId))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true });
    } catch {
      // It is of another user.
    }
  }
}

/** The database first, its log after it: pages that a checkpoint moved meanwhile are in the log as well. */
function copyOnce(database: string, folder: string): boolean {
  const log = `${database}-wal`;
  const before = logHeader(log);
  const copy = join(folder, basename(database));
  copyFileSync(database, copy);
  rmSync(`${copy}-wal`, { force: true });
  if (existsSync(log)) copyFileSync(log, `${copy}-wal`);
  return logHeader(`${copy}-wal`) === before;
}

function logHeader(log: string): string {
  return existsSync(log) ? readFileSync(log).subarray(0, logHeaderBytes).toString('hex') : '';
}
