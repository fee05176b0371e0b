// The folder of backups in the state folder: one file that was made, and one that came in, until the next of its kind.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from 'rowdesk/provider';
import { plainFile } from './manifest.ts';

const mebibyte = 1024 * 1024;
/** Stays free on the disk for the running show. */
const reserveBytes = 64 * mebibyte;
const plain = new RegExp(plainFile);

/** Throws refusal `store-unavailable` where so many bytes leave too little for the running show. */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= reserveBytes) return;
  const [free, needed, reserve] = [bavail * bsize, bytes, reserveBytes].map((each) => Math.ceil(each / mebibyte));
  const words = `${free} MiB of the disk are free, ${needed} MiB are needed, and ${reserve} MiB are kept for the running show`;
  throw new Refusal('store-unavailable', `There is no room: ${words}; make room.`, {
    reason: 'disk-short',
    freeMb: free,
  });
}

export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes a new file, on the disk when it resolves. Stops when the signal says so. */
export async function writeFile(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      for (let done = 0; done < chunk.length; ) done += (await handle.write(chunk, done)).bytesWritten;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

export const readFile = (path: string): AsyncIterable<Uint8Array> => createReadStream(path);

export async function digestOf(path: string, signal?: AbortSignal): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readFile(path)) {
    signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The regular files of a folder, sorted; none where it does not exist. A symbolic link is none. */
export async function filesIn(folder: string): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile() && plain.test(entry.name)).map(({ name }) => name);
  return Promise.all(names.sort().map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An empty folder of the owner alone. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
