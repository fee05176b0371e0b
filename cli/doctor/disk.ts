// Where the desk keeps what it knows: whether it can be written, how much room there is, and how long a flush takes.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { advice, type Diagnosis, fine, problem } from './finding.ts';

const leastFreeMb = 1024;
/** An acknowledged write has been flushed: more than this is felt as a slow desk. */
const mostFsyncMs = 30;
const rounds = 20;
const pageBytes = 4096;

export function disk(stateFolder: string): Diagnosis {
  const folder = nearest(stateFolder);
  const another = 'rowdesk start --state DIR   # a folder on another disk';
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    const freeMb = Math.round((bavail * bsize) / 1024 / 1024);
    const fsyncMs = measureFsync(folder);
    const detail = `${stateFolder}: ${freeMb} MB free, a flush takes ${fsyncMs.toFixed(1)} ms`;
    if (freeMb < leastFreeMb) return problem('disk', `${detail}; at least ${leastFreeMb} MB should be free`, another);
    // Also of a good disk, while the machine has much to do.
    if (fsyncMs > mostFsyncMs) return advice('disk', `${detail}; more than ${mostFsyncMs} ms is felt`, another);
    return fine('disk', detail);
  } catch (error) {
    const detail = `${stateFolder} can not be written (${(error as NodeJS.ErrnoException).code})`;
    const step = folder === stateFolder ? 'chown -R "$USER"' : 'install -d -m 700 -o "$USER"';
    return problem('disk', detail, `sudo ${step} '${stateFolder}'`);
  }
}

/** The folder itself, or the one above it in which it will be made. */
function nearest(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder));
}

/** The median of some flushes of one page, in milliseconds. */
function measureFsync(folder: string): number {
  const room = mkdtempSync(join(folder, '.doctor-'));
  const page = Buffer.alloc(pageBytes, 1);
  const file = openSync(join(room, 'page'), 'w');
  try {
    const tookMs = Array.from({ length: rounds }, () => {
      const begunMs = performance.now();
      writeSync(file, page);
      fsyncSync(file);
      return performance.now() - begunMs;
    });
    return tookMs.sort((a, b) => a - b)[rounds / 2] as number;
  } finally {
    closeSync(file);
    rmSync(room, { recursive: true, force: true });
  }
}
