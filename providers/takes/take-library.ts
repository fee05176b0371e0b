// The takes on the disk: the folders of `<state>/recordings/takes` that have a take.json. Read over many turns of the event
// loop; in memory is what a list says, the rest is read for each answer.
import { readdirSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Faults, Listeners, type Time, type Token, token } from 'rowdesk/provider';
import { mostTakes, takeIdPattern } from './contract.ts';
import { readTakeFile, type TakeFile } from './take-file.ts';
import { lookAtTake, type SeenTake, type TakeSummary } from './take-summary.ts';

/** The recorder writes take.json once a second; nothing tells of a take that comes or goes by hand. */
const lookMs = 2_000;
const mostWaitMs = 3_000;
const isId = new RegExp(takeIdPattern);

export class TakeLibrary {
  static readonly token: Token<TakeLibrary> = token<TakeLibrary>('takes.library');
  readonly folder: string;
  readonly #time: Time;
  readonly #listeners: Listeners;
  #seen = new Map<string, SeenTake>();
  /** Folders found at the start and not looked into yet: their rows answer at once. */
  #unread: ReadonlySet<string>;
  #count: number;
  #list: readonly TakeSummary[] | undefined;
  #folderVersion = '';
  #looking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #followers = 0;
  #stopLooks: (() => void) | undefined;
  #stopGrowing: (() => void) | undefined;

  constructor(folder: string, time: Time, faults: Faults) {
    this.folder = folder;
    this.#time = time;
    this.#listeners = new Listeners(faults, 'a listener of the takes');
    this.#unread = new Set(idsAtStart(folder));
    this.#count = this.#unread.size;
  }

  /** The newest first, as of the last look. */
  get list(): readonly TakeSummary[] {
    this.#list ??= [...this.#seen.values()]
      .map(({ summary }) => summary)
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : a.id < b.id ? 1 : -1));
    return this.#list;
  }

  /** How many folders there are, also those beyond `mostTakes`. */
  get count(): number {
    return this.#count;
  }

  get ids(): readonly string[] {
    return [...new Set([...this.#seen.keys(), ...this.#unread])];
  }

  has(id: string): boolean {
    return this.#seen.has(id) || this.#unread.has(id);
  }

  get(id: string): TakeSummary | undefined {
    return this.#seen.get(id)?.summary;
  }

  folderOf(id: string): string {
    return join(this.folder, id);
  }

  /** All that take.json says. Rejects with Error in words. */
  read(id: string): Promise<TakeFile> {
    if (!isId.test(id)) return Promise.reject(new Error(`${id} is no id of a take`));
    return readTakeFile(this.folderOf(id));
  }

  /** Looks again: resolves once a look is over that began after this call. Never rejects. */
  refresh(): Promise<void> {
    if (this.#looking === undefined) {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
      });
      return this.#looking;
    }
    this.#next ??= this.#looking.then(() => {
      this.#next = undefined;
      return this.refresh();
    });
    return this.#next;
  }

  /** A look as `glance`, waited for only so long: of many takes that are read for the first time some are there by then. */
  async readable(): Promise<void> {
    let stop = () => {};
    const isLate = new Promise<void>((resolve) => {
      stop = this.#time.after(mostWaitMs, resolve);
    });
    await Promise.race([this.glance(), isLate]);
    stop();
  }

  /** Looks again where something may have changed: a folder came or went, or a take grows. */
  async glance(): Promise<void> {
    const isGrowing = this.list.some(({ state }) => state === 'recording' || state === 'damaged');
    if (isGrowing || this.#unread.size > 0 || (await this.#version()) !== this.#folderVersion) await this.refresh();
  }

  /** Called when the list has changed. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Looks every two seconds until the returned function is called. */
  follow(): () => void {
    this.#followers++;
    this.#stopLooks ??= this.#time.every(lookMs, () => void this.glance());
    void this.glance();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers--;
      if (this.#followers > 0) return;
      this.#stopLooks?.();
      this.#stopLooks = undefined;
    };
  }

  /** Looks now, and until no take grows: one that an earlier recorder left unclosed is mended soon. */
  start(): () => void {
    void this.refresh();
    const unlisten = this.onChange(() => this.#followGrowing());
    return () => {
      unlisten();
      this.#stopGrowing?.();
    };
  }

  #followGrowing(): void {
    const isGrowing = this.list.some(({ state }) => state === 'recording');
    if (isGrowing) this.#stopGrowing ??= this.follow();
    else {
      this.#stopGrowing?.();
      this.#stopGrowing = undefined;
    }
  }

  /** What an ordinary user may still write there. */
  async freeSpaceMb(): Promise<number> {
    const room = (await statfs(this.folder).catch(() => undefined)) ?? (await statfs(join(this.folder, '../..')));
    return Math.floor((room.bavail * room.bsize) / 2 ** 20);
  }

  async #look(): Promise<void> {
    const version = await this.#version();
    const ids = await this.#ids();
    const seen = new Map<string, SeenTake>();
    for (const id of ids.slice(0, mostTakes)) {
      const found = await lookAtTake(this.folderOf(id), id, this.#seen.get(id));
      if (found === undefined) continue;
      seen.set(id, found);
      if (this.#unread.has(id)) this.#found(id, found);
    }
    const isSame = seen.size === this.#seen.size && [...seen].every(([id, each]) => this.#seen.get(id) === each);
    this.#folderVersion = version;
    this.#count = seen.size + Math.max(0, ids.length - mostTakes);
    if (isSame && this.#unread.size === 0) return;
    this.#seen = seen;
    this.#unread = new Set();
    this.#list = undefined;
    this.#listeners.notify();
  }

  /** At the first look each take is there as soon as it is read. */
  #found(id: string, found: SeenTake): void {
    this.#seen.set(id, found);
    this.#list = undefined;
  }

  /** The newest first: ids begin with the date. */
  async #ids(): Promise<readonly string[]> {
    const entries = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory() && isId.test(entry.name));
    return folders.map(({ name }) => name).sort((a, b) => (a < b ? 1 : -1));
  }

  async #version(): Promise<string> {
    const folder = await stat(this.folder).catch(() => undefined);
    return folder === undefined ? '' : `${folder.ino} ${folder.mtimeMs}`;
  }
}

/** Before any row answers: a page that comes back finds its take at once. */
function idsAtStart(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && isId.test(entry.name)).map(({ name }) => name);
  } catch {
    return [];
  }
}
