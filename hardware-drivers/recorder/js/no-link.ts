// Reads a file of a take: a link in its folder may lead anywhere.
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const inWords = (path: string, error: unknown): Error =>
  (error as NodeJS.ErrnoException).code === 'ELOOP' ? new Error(`${path}: is a symbolic link`) : (error as Error);

/** Throws what `open` says, and Error in words for a link. */
export function readNoLinkSync(path: string): string {
  let file: number;
  try {
    file = openSync(path, flags);
  } catch (error) {
    throw inWords(path, error);
  }
  try {
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
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
