// The results on the disk: folders of `<state>/measurements`. A folder that is copied there is a result, too.
import { type Dirent, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Faults, Listeners, Refusal, type Token, token } from 'rowdesk/provider';
import { mostResultBytes, mostResults, type ResultFile, resultIdPattern, traceNames } from './contract/results.ts';
import { readResult, resultFileName, traceFileName, writeText } from './result-file.ts';

export interface KnownResult {
  readonly id: string;
  /** Undefined for a damaged one. */
  readonly file: ResultFile | undefined;
  readonly problem: string;
  readonly bytes: number;
}

const unfinished = '.part';
const isId = new RegExp(resultIdPattern);
const ownFile = new RegExp(`^(result|${traceNames.join('|')})\\.(json|csv|txt)$`);
const reserveBytes = 200e6;

export class ResultLibrary {
  static readonly token: Token<ResultLibrary> = token<ResultLibrary>('measurement.results');
  readonly folder: string;
  readonly #listeners: Listeners;
  readonly #results: Map<string, KnownResult>;
  readonly #unread: Set<string>;
  #looking: Promise<void> | undefined;
  #folderVersion: string | undefined;

  /** Folders are rows at once, also before they are read. */
  constructor(folder: string, faults: Faults) {
    this.folder = folder;
    this.#listeners = new Listeners(faults, 'a listener of measurements');
    const ids = idsAtStart(folder);
    this.#unread = new Set(ids);
    this.#results = new Map(ids.map((id) => [id, { id, file: undefined, problem: 'it is being read', bytes: 0 }]));
  }

  /** The newest first. Ids begin with the time. */
  async list(): Promise<readonly KnownResult[]> {
    await this.load();
    return [...this.#results.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, mostResults);
  }

  /** As far as they are read. */
  get known(): readonly KnownResult[] {
    return [...this.#results.values()];
  }

  get ids(): readonly string[] {
    return [...this.#results.keys()];
  }

  get count(): number {
    return this.#results.size;
  }

  has(id: string): boolean {
    return this.#results.has(id);
  }

  /** Rejects with Refusal where there is none. */
  async get(id: string): Promise<KnownResult> {
    await this.load();
    const found = this.#results.get(id);
    if (found === undefined) throw new Refusal('unknown-row', `The result ${id} has gone.`, { id });
    return found;
  }

  /** As `get`; rejects with Refusal for a damaged one, too. */
  async read(id: string): Promise<ResultFile> {
    const { file, problem } = await this.get(id);
    if (file !== undefined) return file;
    throw new Refusal('conflict', `The result ${id} is damaged: ${problem}`, { id, reason: 'damaged' });
  }

  folderOf(id: string): string {
    return join(this.folder, id);
  }

  /** Reads what came since the last look; the first one removes what a run left unfinished. Never rejects. */
  load(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Throws refusal `conflict` where there is no room for another one. */
  checkLimits(): void {
    const bytes = [...this.#results.values()].reduce((sum, each) => sum + each.bytes, 0);
    const isFull = this.count >= mostResults || bytes >= mostResultBytes;
    if (!isFull) return;
    const words = `${mostResults} results and ${mostResultBytes / 1e6} MB are the most; delete some by /measurement/results/delete.`;
    throw new Refusal('conflict', words, { reason: 'too-many-results', count: this.count });
  }

  /** An empty folder for a run. Rejects with Refusal, also where the disk lacks room for so many bytes. */
  async begin(id: string, neededBytes: number): Promise<string> {
    await this.load();
    this.checkLimits();
    const folder = `${this.folderOf(id)}${unfinished}`;
    try {
      await mkdir(folder, { recursive: true });
    } catch (error) {
      throw new Refusal('store-unavailable', `${folder} can not be made: ${(error as Error).message}`);
    }
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize >= neededBytes + reserveBytes) return folder;
    await this.discard(id);
    const words = `The capture needs ${Math.ceil(neededBytes / 1e6)} MB of the disk, beside ${reserveBytes / 1e6} MB that stay free.`;
    throw new Refusal('store-unavailable', words, { reason: 'no-space' });
  }

  async discard(id: string): Promise<void> {
    await rm(`${this.folderOf(id)}${unfinished}`, { recursive: true, force: true });
  }

  /** Keeps the folder of a run with its result. Resolves once that is on the disk. */
  async keep(id: string, file: ResultFile): Promise<void> {
    const folder = `${this.folderOf(id)}${unfinished}`;
    await writeText(join(folder, resultFileName), `${JSON.stringify(file)}\n`);
    await rename(folder, this.folderOf(id));
    await this.refresh(id);
  }

  /** After files of a result were written. */
  async refresh(id: string): Promise<void> {
    this.#results.set(id, await lookAt(this.folderOf(id), id));
    this.#listeners.notify();
  }

  /** Removes its own files, result.json last; returns what else is in the folder, which then stays. */
  async delete(id: string): Promise<readonly string[]> {
    const folder = this.folderOf(id);
    const names = await readdir(folder);
    const own = names.filter((name) => ownFile.test(name) && name !== resultFileName);
    for (const name of own) await unlink(join(folder, name));
    await unlink(join(folder, resultFileName)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    const left = names.filter((name) => !ownFile.test(name));
    if (left.length === 0) await rmdir(folder);
    this.#results.delete(id);
    this.#listeners.notify();
    return left;
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  async #look(): Promise<void> {
    const version = await stat(this.folder).then(
      ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
      () => '',
    );
    if (version === this.#folderVersion) return;
    if (this.#folderVersion === undefined) await this.#removeUnfinished();
    this.#folderVersion = version;
    const ids = await idsNow(this.folder);
    let isChanged = false;
    for (const id of ids.filter((each) => this.#unread.has(each) || !this.#results.has(each))) {
      this.#results.set(id, await lookAt(this.folderOf(id), id));
      this.#unread.delete(id);
      isChanged = true;
    }
    for (const id of this.ids.filter((each) => !ids.includes(each))) isChanged = this.#results.delete(id);
    if (isChanged) this.#listeners.notify();
  }

  async #removeUnfinished(): Promise<void> {
    const names = await readdir(this.folder).catch((): string[] => []);
    for (const name of names.filter((each) => each.endsWith(unfinished))) {
      await rm(join(this.folder, name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

async function lookAt(folder: string, id: string): Promise<KnownResult> {
  const names = await readdir(folder).catch((): string[] => []);
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  try {
    const file = await readResult(folder);
    const missing = file.traces.find((trace) => !names.includes(traceFileName(trace)));
    if (missing !== undefined) throw new Error(`${traceFileName(missing)} is missing`);
    return { id, file, problem: '', bytes };
  } catch (error) {
    return { id, file: undefined, problem: (error as Error).message, bytes };
  }
}

/** Before any row answers. */
function idsAtStart(folder: string): readonly string[] {
  try {
    return idsIn(readdirSync(folder, { withFileTypes: true }));
  } catch {
    return [];
  }
}

async function idsNow(folder: string): Promise<readonly string[]> {
  return idsIn(await readdir(folder, { withFileTypes: true }).catch(() => []));
}

/** The newest, as many as there may be. */
function idsIn(entries: readonly Dirent[]): readonly string[] {
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.endsWith(unfinished));
  const ids = folders.map(({ name }) => name).filter((name) => isId.test(name));
  return ids.sort().reverse().slice(0, mostResults);
}
