// Where the sockets and the crash pages of a state folder are: a short path (a socket's may have 107 bytes), for this
// user alone.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

const longestSocketPath = 107;

/** The names of a driver process's files. */
export interface ProcessFiles {
  readonly socket: string;
  readonly crashPage: string;
  /** In the state folder: held while the process runs; says where its socket is. */
  readonly lock: string;
  readonly log: string;
}

/** Where the runtime files of a state folder are. The state folder must exist. */
export function runtimeFolder(stateFolder: string, environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_RUNTIME_DIR || '/tmp';
  const hash = createHash('sha256').update(realpathSync(stateFolder)).digest('hex').slice(0, 16);
  return join(base, `rowdesk-${userId()}`, hash);
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

/** Before a socket in it is trusted: throws Error in words when somebody else could have put it there. */
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
  };
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
