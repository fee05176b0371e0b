// A backup that comes in: every byte of it is checked before it is there.
import { readFile as readWhole, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents, Fields } from 'rowdesk/provider';
import { documentsIn, rowsIn } from './desk-text.ts';
import { checkRoom, emptyFolder, readFile, syncFolder, writeFile } from './folder.ts';
import { linesOf } from './lines.ts';
import {
  configurationName,
  documentsName,
  type Manifest,
  type ManifestEntry,
  manifestIn,
  manifestName,
  mostManifestBytes,
  rowsName,
} from './manifest.ts';
import { entriesOf, type TarEntry, unreadable } from './tar.ts';

const mostStateBytes = 16 * 1024 * 1024;

/** The folder of a backup that has come in whole. */
export const stagedFolder = (folder: string, id: string): string => join(folder, `in-${id}`);
/** The name of an entry's file in that folder. */
export const stagedName = (name: string): string => name.replace('/', '-');

export interface IncomingNeeds {
  /** The folder of backups. */
  readonly folder: string;
  readonly documents: Documents;
  /** Whether a state of a plugin is what its name says. */
  readonly isState: (name: string, state: Buffer) => boolean;
}

/** Rejects with Refusal; nothing is left then. */
export async function takeIn(
  id: string,
  source: AsyncIterable<Uint8Array>,
  { folder, documents, isState }: IncomingNeeds,
): Promise<Manifest> {
  const work = join(folder, 'coming');
  await emptyFolder(work);
  try {
    const entries = entriesOf(source);
    const first = (await entries.next()).value as TarEntry | undefined;
    if (first?.name !== manifestName) throw unreadable('entry 1', `is "${first?.name ?? ''}", not ${manifestName}`);
    const manifest = manifestIn(await textOf(first));
    await checkRoom(
      folder,
      manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    await writeFile(join(work, manifestName), [Buffer.from(JSON.stringify(manifest))]);
    let count = 0;
    for await (const entry of entries) await takeEntry(entry, manifest.entries[count++], work);
    const missing = manifest.entries[count];
    if (missing !== undefined) throw unreadable(missing.name, 'is missing: the file ends early');
    // What is no row and no document is refused now, not in the middle of a show.
    await rowsIn(readFile(join(work, rowsName)), rowsName);
    await documentsIn(readFile(join(work, documentsName)), documentsName, documents);
    await configurationOf(work, manifest);
    for (const { name, bytes, file = '' } of manifest.entries) {
      if (!name.startsWith('states/')) continue;
      const state = bytes > mostStateBytes ? undefined : await readWhole(join(work, stagedName(name)));
      if (state === undefined || !isState(file, state))
        throw unreadable(name, `is not the state of a plugin that ${file} names`);
    }
    await syncFolder(work);
    await rm(stagedFolder(folder, id), { recursive: true, force: true });
    await rename(work, stagedFolder(folder, id));
    await syncFolder(folder);
    return manifest;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

async function takeEntry(entry: TarEntry, listed: ManifestEntry | undefined, work: string): Promise<void> {
  const { name, bytes, content } = entry;
  if (listed === undefined || listed.name !== name) {
    throw unreadable(
      `entry "${name}"`,
      listed === undefined ? 'is not in the manifest' : `stands where ${listed.name} must be`,
    );
  }
  if (listed.bytes !== bytes) throw unreadable(name, `has ${bytes} bytes; the manifest says ${listed.bytes}`);
  const { sha256 } = await writeFile(join(work, stagedName(name)), content);
  if (sha256 !== listed.sha256) throw unreadable(name, 'is damaged: its SHA-256 is another one than the manifest says');
}

/** Of a folder that came in; empty where the backup has none. */
export async function configurationOf(folder: string, { entries }: Manifest): Promise<Fields> {
  if (!entries.some(({ name }) => name === configurationName)) return {};
  for await (const { value } of linesOf(readFile(join(folder, configurationName)), configurationName)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    break;
  }
  throw unreadable(configurationName, 'is no JSON object in one line');
}

async function textOf({ bytes, content }: TarEntry): Promise<string> {
  if (bytes > mostManifestBytes) throw unreadable(manifestName, `is larger than ${mostManifestBytes} bytes`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
