// Reads a file of a take: a link in its folder may lead anywhere, and a file that others laid there may be of any size and kind.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** As `/takes` reads: many times what a take of 256 tracks has. */
const mostBytes = 8 * 1024 * 1024;

const inWords = (path: string, error: unknown): Error =>
  (error as NodeJS.ErrnoException).code === 'ELOOP' ? new Error(`${path}: is a symbolic link`) : (error as Error);

function refuseUnread(path: string, found: Stats): void {
  if (!found.isFile()) throw new Error(`${path}: is no regular file`);
  if (found.size > mostBytes) throw new Error(`${path}: is larger than ${mostBytes} bytes`);
}

/** Throws what `open` says, and Error in words for a link, for what is no regular file, and for one of more than 8 MiB. */
export function readNoLinkSync(path: string): string {
  let file: number;
  try {
    file = openSync(path, flags);
  } catch (error) {
    throw inWords(path, error);
  }
  try {
    refuseUnread(path, fstatSync(file));
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** As `readNoLinkSync`, beside the event loop. */
export async function readNoLink(path: string): Promise<string> {
  const file = await open(path, flags).catch((error: unknown) => {
    throw inWords(path, error);
  });
  try {
    refuseUnread(path, await file.stat());
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
