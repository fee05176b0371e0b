// What a store of a newer rowdesk says: how this rowdesk gets a desk that it can read.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { aside, backupsOf, quoted } from './backups.ts';
import { StoreError } from './store.ts';
import { type Examine, soundBy } from './store-examination.ts';
import type { NewerStore, StoreThread } from './store-thread.ts';

/** Ends the thread, which has the file open. */
export async function newerStore(file: string, found: NewerStore, thread: StoreThread, examine: Examine) {
  await thread.end();
  const readable = await readableCopies(file, found, thread, examine);
  return new StoreError('store-newer', await wayBack(file, found, readable));
}

/** Sound copies of a layout that this rowdesk reads. */
async function readableCopies(file: string, { known, earlier }: NewerStore, thread: StoreThread, examine: Examine) {
  const sound: string[] = [];
  for (const copy of [...earlier, ...backupsOf(file)]) {
    // A damaged one may end the process that reads it.
    if (await soundBy(examine)(copy).catch(() => false)) sound.push(copy);
  }
  const layouts = await thread.ask('layouts', { files: sound });
  await thread.end();
  return sound.filter((_, n) => (layouts[n] ?? Number.POSITIVE_INFINITY) <= known);
}

/** The last words are shell commands: with the newest copy, or without any desk. */
async function wayBack(file: string, { newer, known }: NewerStore, readable: readonly string[]): Promise<string> {
  // The newer rowdesk's backups go with its store: advice about a damaged store would name them otherwise.
  const gone = [file, `${file}-wal`, `${file}-shm`, ...backupsOf(file)].filter(
    (each) => existsSync(each) && !readable.includes(each),
  );
  const dated = await Promise.all(readable.map(async (copy) => ({ copy, at: (await stat(copy)).mtime })));
  const [newest] = dated.sort((one, other) => other.at.getTime() - one.at.getTime());
  const away = aside(file, gone, 'newer');
  const how = `The store ${file} was made by a newer rowdesk: its layout is ${newer}, and this one reads ${known}`;
  if (newest === undefined) {
    return `${how}. Start the newer one: no copy is there that this one reads. To begin with an empty desk: ${away.join(' && ')}`;
  }
  const commands = [...away, `cp ${quoted(newest.copy)} ${quoted(file)}`].join(' && ');
  return `${how}. Start the newer one, or go back to the desk of ${newest.at.toISOString()}: ${commands}`;
}
