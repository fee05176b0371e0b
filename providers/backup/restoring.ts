// Restores a backup that has come in: says what it would do, and does it. A desk that is killed meanwhile is the old one or
// the new one: rows and documents change in one transaction, which names the run; files that differ follow, at a start too.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile as readWhole, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  About,
  Areas,
  Audio,
  Change,
  Desk,
  Documents,
  Fields,
  Graph,
  KeptRow,
  PutDocument,
  Replaced,
  Replacement,
  TaskRun,
  Time,
  UnfitValue,
  WholeDesk,
} from 'rowdesk/provider';
import { missingIn, missingPorts } from '../sessions/index.ts';
import { lacking } from './configuration.ts';
import { documentsIn, rowsIn } from './desk-text.ts';
import { mostItems, patchOf, smallerKinds, unfitIn, withoutPhantom } from './fit.ts';
import { digestOf, readFile, syncFolder } from './folder.ts';
import { configurationOf, stagedFolder, stagedName } from './incoming.ts';
import {
  configurationName,
  documentsName,
  folders,
  type Manifest,
  type ManifestEntry,
  manifestName,
  rowsName,
} from './manifest.ts';
import { isCarried, ofFiles, staysByHand } from './ours.ts';

export const restoredPath = '/backup/restored';
/** The configuration of a backup, for the next start. */
export const restoredConfiguration = 'restored.config.json';

export interface RestoringNeeds {
  readonly about: About;
  readonly areas: Areas;
  readonly audio: Audio;
  readonly desk: Desk;
  readonly documents: Documents;
  readonly graph: Graph;
  readonly time: Time;
  readonly whole: WholeDesk;
  readonly folder: string;
  readonly layout: () => Readonly<Record<string, number>>;
}

export interface RestoreOptions {
  readonly confirm: boolean;
  readonly phantom: boolean;
}

export class Restoring {
  readonly #needs: RestoringNeeds;
  /** Before it resolves, files of the folder may be removed. */
  recovered: Promise<void> = Promise.resolve();

  constructor(needs: RestoringNeeds) {
    this.#needs = needs;
  }

  /** Rejects with Refusal; then nothing has changed. */
  async run(id: string, { confirm, phantom }: RestoreOptions, run: TaskRun): Promise<Fields> {
    const { whole, documents, time } = this.#needs;
    const staged = stagedFolder(this.#needs.folder, id);
    const manifest = await manifestAt(staged);
    run.progress(0, 4, 'reading');
    const given = await rowsIn(readFile(join(staged, rowsName)), rowsName);
    const { rows, waiting } = phantom
      ? { rows: given, waiting: [] }
      : withoutPhantom(given, (path) => this.#hasPhantom(path));
    const configuration = await configurationOf(staged, manifest);
    const missing = await this.#missing(rows);
    const files = await this.#comparedFiles(manifest);
    const options = { actor: run.actor, stays: staysByHand };
    const facts = (unfit: readonly UnfitValue[]) => ({
      from: { name: manifest.name, rowdesk: manifest.rowdesk, madeAt: manifest.madeAt, counts: manifest.counts },
      unfit: unfitIn([...waiting, ...unfit]),
      unfitCount: waiting.length + unfit.length,
      smaller: smallerKinds(manifest.layout, this.#needs.layout()),
      missing,
      configuration: lacking(configuration, this.#needs.about.configuration ?? {}).slice(0, mostItems),
      replacedFiles: files
        .filter(({ is }) => is === 'other')
        .map(({ shown }) => shown)
        .slice(0, mostItems),
    });
    const token = randomBytes(12).toString('hex');
    const made = { id, run: token, at: new Date(time.now()).toISOString(), name: manifest.name };
    const kept = rows.filter(({ path }) => path !== restoredPath);
    // With the row that always changes: a locked desk refuses before anything is written.
    const plan = await whole.plan([...kept, { path: restoredPath, version: 1, fields: made }], options);
    const changed = plan.effect.filter(({ path }) => path !== restoredPath).length;
    if (!confirm) return { preview: true, wouldChange: changed, ...facts(plan.unfit) };
    run.progress(1, 4, 'backing up');
    await whole.backUp();
    const read = await documentsIn(readFile(join(staged, documentsName)), documentsName, documents);
    const put = [...read.filter(isCarried), ...this.#ownDocuments()];
    run.signal.throwIfAborted();
    run.progress(2, 4, 'restoring');
    const label = `Backup ${manifest.name || manifest.madeAt}`.slice(0, 64);
    const also: Change[] = Object.entries(made).map(([field, value]) => ({ path: restoredPath, field, value }));
    const stays = (path: string, field: string) => path === restoredPath || staysByHand(path, field);
    const work = this.#workOf(token);
    await rename(staged, work);
    await syncFolder(this.#needs.folder);
    const done = await this.#replaced(work, files, {
      ...options,
      stays,
      rows: kept,
      documents: put,
      label,
      also,
    }).catch(async (error: unknown) => {
      await rename(work, staged);
      throw error;
    });
    run.progress(3, 4, 'exchanging files');
    const filesLeft = await this.#end(work, files, manifest, configuration).then(
      () => '',
      // The next start tries again.
      (error: Error) => error.message,
    );
    const { unfit, revision, durable } = done;
    const left = waiting.length + unfit.length;
    return {
      ...{ outcome: left > 0 || filesLeft !== '' ? 'in-part' : 'applied', id, label, revision, durable, changed },
      ...{ documents: read.length, files: files.length, filesLeft, ...facts(unfit) },
    };
  }

  /** New files come first: no row of the old desk names them. */
  async #replaced(work: string, files: readonly ComparedFile[], replacement: Replacement): Promise<Replaced> {
    await this.#place(
      work,
      files.filter(({ is }) => is === 'new'),
    );
    return this.#needs.whole.replace(replacement);
  }

  /** The folder of a run, until all of its files are where they belong. */
  #workOf(token: string): string {
    return join(this.#needs.folder, `run-${token}`);
  }

  /** At a start: ends what the transaction has, and removes the rest. Never rejects. */
  recover(failed: (error: unknown) => void): void {
    this.recovered = this.#recover().catch(failed);
  }

  async #recover(): Promise<void> {
    const { folder, desk } = this.#needs;
    const restored = this.#workOf(String(desk.read(restoredPath).run ?? ''));
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (path !== restored) await rm(path, { recursive: true, force: true });
      else {
        const manifest = await manifestAt(path);
        const files = await this.#comparedFiles(manifest);
        await this.#end(path, files, manifest, await configurationOf(path, manifest));
      }
    }
  }

  /** Exchanges the files that differ, and leaves nothing. */
  async #end(work: string, files: readonly ComparedFile[], manifest: Manifest, configuration: Fields): Promise<void> {
    const { about } = this.#needs;
    await this.#place(work, files);
    if (manifest.entries.some(({ name }) => name === configurationName)) {
      const file = join(about.stateFolder, restoredConfiguration);
      await writeFile(`${file}.new`, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 });
      await rename(`${file}.new`, file);
    }
    await rm(work, { recursive: true, force: true });
  }

  /** The files of the backup that are not here, or are otherwise here. */
  async #comparedFiles({ entries }: Manifest): Promise<readonly ComparedFile[]> {
    const compared: ComparedFile[] = [];
    for (const entry of entries) {
      if (entry.file === undefined) continue;
      const folder = join(this.#needs.about.stateFolder, folders[entry.name.split('/')[0] as string] as string);
      const to = join(folder, entry.file);
      const shown = `${entry.name.split('/')[0]}/${entry.file}`;
      const is = await comparedWith(to, entry);
      if (is !== 'same') compared.push({ from: stagedName(entry.name), to, folder, shown, is });
    }
    return compared;
  }

  /** Each is whole at any moment. One that has been placed already is not there any more. */
  async #place(work: string, files: readonly ComparedFile[]): Promise<void> {
    const touched = new Set<string>();
    for (const { from, to, folder } of files) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(join(work, from), to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      touched.add(folder);
    }
    for (const folder of touched) await syncFolder(folder);
  }

  async #missing(rows: readonly KeptRow[]) {
    const { areas, audio, graph } = this.#needs;
    const patch = await patchOf(rows, (path, field) => areas.areaOf(path, field));
    return missingIn(missingPorts(patch, audio, graph));
  }

  #hasPhantom(path: string): boolean {
    const { desk } = this.#needs;
    try {
      return desk.has(path) && desk.read(path).phantom === true;
    } catch {
      return false;
    }
  }

  #ownDocuments(): readonly PutDocument[] {
    return [...ofFiles].flatMap((kind) => this.#needs.documents.list(kind));
  }
}

interface ComparedFile {
  /** Its name in the folder of the backup. */
  readonly from: string;
  readonly to: string;
  readonly folder: string;
  readonly shown: string;
  readonly is: 'new' | 'other';
}

async function comparedWith(path: string, { bytes, sha256 }: ManifestEntry): Promise<'same' | 'new' | 'other'> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'new';
  return found.size === bytes && (await digestOf(path)).sha256 === sha256 ? 'same' : 'other';
}

async function manifestAt(folder: string): Promise<Manifest> {
  return JSON.parse(await readWhole(join(folder, manifestName), 'utf8')) as Manifest;
}
