// What a bundle or a file of plugins consists of: a hash of names and bytes, whatever path it has and whatever its times say. Pipes,
// devices and links without an end are never opened.
import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export interface BundleContent {
  /** The newest time of change in it, in ms since the epoch. */
  readonly timeMs: number;
  /** Of all its files. */
  readonly bytes: number;
  /** Another one says that something in it changed. */
  readonly stamp: string;
  /** Why it can not be read; '' else. */
  readonly fault: string;
}

/** Files of one bundle that are looked at: more of them are samples. */
const mostFiles = 4096;
const mostDepth = 4;
/** Read of one bundle: files beyond that are samples, and count by their sizes and times. */
const mostRead = 64 << 20;
const pieceBytes = 1 << 20;
/** makedev(1, 3), /dev/null: by a link to it a file of a package is taken out. */
const nullDevice = 259;

/** Of a folder of LV2, or a file of CLAP. */
export function contentOf(path: string): BundleContent {
  const walk = new Walk();
  let fault = '';
  try {
    walk.take(path, '', 0);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    fault = code === 'EACCES' ? 'It can not be read: no permission.' : message;
  }
  return { timeMs: walk.timeMs, bytes: walk.bytes, stamp: walk.hash.digest('hex'), fault };
}

/** Sums up what it takes. */
class Walk {
  readonly hash: Hash = createHash('sha1');
  timeMs = 0;
  bytes = 0;
  #files = 0;
  #read = 0;

  /** `name`: relative to the bundle. Throws Error for what can't be read, and for a pipe or a device. */
  take(path: string, name: string, depth: number): void {
    const stats = statsOf(path);
    this.hash.update(`\0${name}\0`);
    // A link that leads nowhere, or to itself.
    if (stats === undefined) return;
    this.timeMs = Math.max(this.timeMs, Math.floor(stats.mtimeMs));
    if (stats.isDirectory()) {
      if (depth <= mostDepth) this.#takeFolder(path, name, depth);
      return;
    }
    if (stats.isCharacterDevice() && stats.rdev === nullDevice) return;
    if (!stats.isFile())
      throw new Error(`It can not be read: ${name || path} is no file, but a pipe, socket or device.`);
    this.bytes += stats.size;
    this.#takeFile(path, stats);
  }

  #takeFolder(path: string, name: string, depth: number): void {
    for (const each of readdirSync(path).sort()) {
      if (this.#files++ >= mostFiles) return;
      this.take(join(path, each), name === '' ? each : `${name}/${each}`, depth + 1);
    }
  }

  #takeFile(path: string, { size, mtimeMs }: Stats): void {
    const most = Math.min(size, mostRead - this.#read);
    this.hash.update(most < size ? `${size} ${mtimeMs}` : `${size}`);
    // It may have become a pipe meanwhile.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const piece = Buffer.allocUnsafe(Math.min(most, pieceBytes));
      for (let at = 0; at < most && fstatSync(file).isFile(); ) {
        const length = readSync(file, piece, 0, Math.min(piece.length, most - at), at);
        if (length === 0) break;
        this.hash.update(piece.subarray(0, length));
        at += length;
      }
      this.#read += most;
    } finally {
      closeSync(file);
    }
  }
}

/** Undefined for a link that leads nowhere. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}
