// The files of a page, read whole when the desk starts: an update may replace them under a running desk, whose page
// stays the one that belongs to its rows. Reading waits for the disk, and compressing runs in the thread pool.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of a page, as it is sent. */
export interface PageFile {
  readonly type: string;
  /** Weak: the same for both encodings. */
  readonly etag: string;
  readonly body: Buffer;
  /** Undefined for what does not get smaller. */
  readonly gzip: Buffer | undefined;
  /** Its name changes with its content. */
  readonly isHashed: boolean;
}

export interface PageFiles {
  /** By name: `index.html`, `icons/lamp.svg`. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** In words: what keeps the page from being whole. */
  readonly problems: readonly string[];
  /** Files that are no part of a page, by their names or types. */
  readonly leftOut: readonly string[];
}

const text = (type: string) => `${type}; charset=utf-8`;
const types: Readonly<Record<string, string>> = {
  '.html': text('text/html'),
  '.css': text('text/css'),
  '.js': text('text/javascript'),
  '.mjs': text('text/javascript'),
  '.txt': text('text/plain'),
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
/** `main-1a2b3c4d.js`, as rolldown and esbuild name it; eight or more hexadecimal digits, or eight of base 32. */
const hashedName = /[-.](?=[^.]*\d)(?=[^.]*[A-Za-z])(?:[0-9a-f]{8,}|[A-Z2-7]{8})\.[a-z0-9]+$/;
/** Of a file and of a folder: what needs no escape in an address, and is not hidden. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9._~-]*$/;

export const bounds = { files: 512, fileBytes: 4 * 1024 * 1024, bytes: 16 * 1024 * 1024, depth: 8 } as const;
/** Of reading all again, when a file has gone since it was listed: its folder was being replaced. */
const attempts = 3;

const compress = promisify(gzip);

/** Never rejects: a folder that can't be read has no files, and a problem. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  for (let left = attempts; ; left--) {
    try {
      return await readOnce(folder);
    } catch (error) {
      if (left > 1) continue;
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      return { files: new Map(), problems: [`${folder} can not be read (${code})`], leftOut: [] };
    }
  }
}

async function readOnce(folder: string): Promise<PageFiles> {
  const files = new Map<string, PageFile>();
  const problems: string[] = [];
  const { names, leftOut, isCut } = await namesUnder(folder);
  if (isCut) problems.push(`${folder} has more than ${bounds.files} files or ${bounds.depth} levels of folders`);
  let bytes = 0;
  for (const name of names) {
    const body = await readPlain(join(folder, name));
    bytes += body?.length ?? 0;
    if (body === undefined) problems.push(`${name} is larger than ${bounds.fileBytes} bytes`);
    else if (bytes > bounds.bytes) problems.push(`${name} makes the page larger than ${bounds.bytes} bytes`);
    else files.set(name, await pageFile(name, body));
  }
  if (!names.includes('index.html')) problems.push(`${folder} has no index.html`);
  return { files, problems, leftOut };
}

/** Names of plain files; a symbolic link is none, so that nothing outside of the folder is served. */
async function namesUnder(
  folder: string,
): Promise<{ readonly names: readonly string[]; readonly leftOut: readonly string[]; readonly isCut: boolean }> {
  const names: string[] = [];
  const leftOut: string[] = [];
  let isCut = false;
  const visit = async (below: string, depth: number): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const name = join(below, entry.name);
      const isPlain = plainName.test(entry.name);
      isCut ||= names.length + leftOut.length >= bounds.files || depth > bounds.depth;
      if (isCut) return;
      if (isPlain && entry.isDirectory()) await visit(name, depth + 1);
      else if (isPlain && entry.isFile() && Object.hasOwn(types, extname(name))) names.push(name);
      else leftOut.push(name);
    }
  };
  await visit('', 1);
  return { names: names.sort(), leftOut: leftOut.sort(), isCut };
}

/** Undefined for a file that is too large. Rejects for what is no plain file any more. */
async function readPlain(path: string): Promise<Buffer | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
    return stats.size > bounds.fileBytes ? undefined : await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function pageFile(name: string, body: Buffer): Promise<PageFile> {
  const smaller = await compress(body, { level: 9 });
  return {
    type: types[extname(name)] as string,
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
    body,
    gzip: smaller.length < body.length ? smaller : undefined,
    isHashed: hashedName.test(name) && !name.endsWith('.html'),
  };
}
