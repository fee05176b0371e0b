// Where the sockets and the crash pages of a state folder are: a short path (a socket's may have 107 bytes), for this
// user alone.
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const longestSocketPath = 107;

/** The names of a driver process's files. */
export interface ProcessFiles {
  readonly socket: string;
  readonly crashPage: string;
  /** In the state folder: held while the process runs; says where its socket is. */
  readonly lock: string;
  readonly log: string;
}

/** Made if it is missing. Throws Error in words when it is not a folder of this user alone. */
export function runtimeFolder(stateFolder: string, environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.XDG_RUNTIME_DIR || '/tmp';
  const ofUser = join(base, `rowdesk-${userId()}`);
  const hash = createHash('sha256').update(realpathSync(stateFolder)).digest('hex').slice(0, 16);
  const folder = join(ofUser, hash);
  for (const each of [ofUser, folder]) secure(each);
  return folder;
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

function secure(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) throw new Error(`${folder} is not a folder (a symbolic link is not accepted); remove it`);
  if (stat.uid !== userId()) throw new Error(`${folder} belongs to another user; remove it or set XDG_RUNTIME_DIR`);
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

function userId(): number {
  return process.getuid?.() ?? 0;
}
