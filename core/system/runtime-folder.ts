// Where the sockets and the crash pages of a state folder are: a short path (a socket's may have 107 bytes), for this
// user alone.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const longestSocketPath = 107;
/** What follows the runtime folder in the path of a socket: a slash, a name and `.sock`. */
const longestSocketName = 1 + 40 + 5;
/** How many folders in /tmp are tried: others may have made some of them first. */
const mostShared = 9;

/** The names of a driver process's files. */
export interface ProcessFiles {
  readonly socket: string;
  readonly crashPage: string;
  /** In the state folder: held while the process runs; says where its socket is. */
  readonly lock: string;
  readonly log: string;
  /** In the runtime folder, in place of those as long as the state folder can't be written. */
  readonly spareLock: string;
  readonly spareLog: string;
}

/**
 * Where the runtime files of a state folder are, which must exist. In $XDG_RUNTIME_DIR, else in `shared`; where another
 * user has made our folder there first, below the state folder, or, where that is too deep or can't be written, in
 * `shared` under another name. The same for all processes of a user.
 */
export function runtimeFolder(
  stateFolder: string,
  environment: NodeJS.ProcessEnv = process.env,
  shared = '/tmp',
): string {
  const state = realpathSync(stateFolder);
  const own = `rowdesk-${userId()}`;
  const hash = createHash('sha256').update(state).digest('hex').slice(0, 16);
  const given = environment.XDG_RUNTIME_DIR;
  if (given && isFolder(given)) return join(given, own, hash);
  const first = join(shared, own);
  const below = join(state, 'run');
  if (isOurs(first)) return join(first, hash);
  if (isOurs(below) && isWritable(state) && fits(join(below, 'sockets'))) return join(below, 'sockets');
  for (let n = 2; n <= mostShared; n++) if (isOurs(`${first}-${n}`)) return join(`${first}-${n}`, hash);
  return join(first, hash);
}

/** Throws Error in words when the folder can't be made, or is not of this user alone. */
export function makeRuntimeFolder(folder: string): void {
  for (const each of [dirname(folder), folder]) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!checkFolder(each)) throw new Error(`${each} was removed`);
  }
}

/** Before a socket in it is trusted: throws Error in words when another user could have put it there. */
export function checkRuntimeFolder(folder: string): void {
  checkFolder(dirname(folder));
  checkFolder(folder);
}

/** `name` is `audio`, or `driver-` and a package's name. */
export function processFiles(stateFolder: string, name: string, folder = runtimeFolder(stateFolder)): ProcessFiles {
  const short = name.replace(/[^a-z0-9.-]/gi, '_');
  const socket = join(
    folder,
    `${short.length <= 40 ? short : createHash('sha256').update(name).digest('hex').slice(0, 16)}.sock`,
  );
  if (Buffer.byteLength(socket) > longestSocketPath) {
    throw new Error(`the path of the socket ${socket} is too long; set XDG_RUNTIME_DIR to a shorter folder`);
  }
  return {
    socket,
    crashPage: socket.replace(/sock$/, 'crash'),
    lock: join(stateFolder, `${short}.lock`),
    log: join(stateFolder, `${short}.log`),
    spareLock: socket.replace(/sock$/, 'lock'),
    spareLog: socket.replace(/sock$/, 'log'),
  };
}

/** Also where it isn't there yet. */
function isOurs(folder: string): boolean {
  try {
    checkFolder(folder);
    return true;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Whether files can be made in it, by making one: access(2) allows it on a disk that an error has made read-only. */
export function isWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.writable-')));
    return true;
  } catch {
    return false;
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + longestSocketName <= longestSocketPath;
}

/** False when it isn't there. */
function checkFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isDirectory()) throw new Error(`${folder} is not a folder (a symbolic link is not accepted); remove it`);
  if (stat.uid !== userId()) throw new Error(`${folder} belongs to another user; remove it or set XDG_RUNTIME_DIR`);
  if ((stat.mode & 0o077) !== 0) throw new Error(`${folder} is open to other users; run: chmod 700 ${folder}`);
  return true;
}

function userId(): number {
  return process.getuid?.() ?? 0;
}

/** Other processes of the same state folder may still have files in it. */
export function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty.
  }
}
