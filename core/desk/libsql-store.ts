// The store on the disk: SQLite in a thread of its own. Batches that wait during a flush share the next transaction.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fields } from '../rows/definitions.ts';
import type { Log, Time } from '../services.ts';
import { backupAdvice, backupFiles, makeBackup } from './backups.ts';
import { type Store, type StoreBatch, type StoreContents, StoreFault } from './store.ts';
import { StoreGroup } from './store-group.ts';
import { type Opened, type Parts, StoreThread } from './store-thread.ts';

export interface LibsqlStoreOptions {
  /** For the daily backup; without it backups are made at start and end only. */
  readonly time?: Time;
  /** Gets a word when a backup could not be made. */
  readonly log?: Log;
}

/**
 * After an end that was no orderly close, revisions go on this far above the last one stored: revisions that were told to
 * clients or to a running mixer, but had not reached the disk, are never given twice.
 */
export const leapAfterCrash = 1_000_000;

const backupAfterMs = 24 * 3_600_000;

interface Waiting {
  resolve(): void;
  reject(fault: unknown): void;
}

export class LibsqlStore implements Store {
  readonly #file: string;
  readonly #options: LibsqlStoreOptions;
  readonly #thread: StoreThread;
  #group = new StoreGroup();
  #waiting: Waiting[] = [];
  #isFlushing = false;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  #revision = 0;
  #backedUp = -1;
  /** Meta values that could not be written at open; they go with the next transaction. */
  #meta: Record<string, string> = {};
  #stopBackups: (() => void) | undefined;
  #backingUp: Promise<void> = Promise.resolve();

  /** The database is `rowdesk.db` in this folder, its backups beside it. */
  constructor(folder: string, options: LibsqlStoreOptions = {}) {
    this.#file = join(folder, 'rowdesk.db');
    this.#options = options;
    this.#thread = new StoreThread(this.#file);
  }

  async open(): Promise<StoreContents> {
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      return await this.#open();
    } catch (error) {
      await this.#thread.end();
      throw error;
    }
  }

  write(batch: StoreBatch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault('store-closed', `The store ${this.#file} is closed.`));
    return new Promise((resolve, reject) => {
      this.#group.add(batch);
      this.#waiting.push({ resolve, reject });
      // The next turn of the loop: requests that arrived together share the transaction.
      if (!this.#isFlushing && this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopBackups?.();
    if (this.#isFlushing || this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    try {
      await this.#backUp();
      await this.#thread.ask('write', { parts: { meta: JSON.stringify({ ...this.#meta, closed: 'yes' }) } });
      await this.#thread.ask('close', {});
    } finally {
      await this.#thread.end();
    }
  }

  /** Ends at once, as a crash would: what was not acknowledged may be lost. */
  async abandon(): Promise<void> {
    this.#stopBackups?.();
    await this.#thread.end();
  }

  async #open(): Promise<StoreContents> {
    const found = await this.#thread.ask('open', {}).catch(async (fault: StoreFault) => {
      throw fault.code === 'store-damaged' ? await this.#damaged(fault.message) : fault;
    });
    if ('newer' in found) {
      throw new StoreFault('store-newer', `The store ${this.#file} was made by a newer rowdesk; start that one.`);
    }
    if ('problems' in found) {
      throw await this.#damaged(`The store ${this.#file}: it is damaged (${found.problems.join('; ')}).`);
    }
    const meta = Object.fromEntries(found.meta);
    const stored = Number(meta.revision ?? 0);
    this.#revision = found.isNew || meta.closed === 'yes' ? stored : stored + leapAfterCrash;
    this.#backedUp = Number(meta.backedUp ?? -1);
    const storeId = meta.storeId ?? randomBytes(6).toString('hex');
    const contents = await this.#parse(found, storeId);
    this.#meta = { storeId, revision: String(this.#revision), closed: 'no' };
    await this.#mark().catch((fault) => {
      // A desk that was there can be read and played even while its disk is full; a new one has nothing to play.
      if (found.isNew) throw fault;
    });
    // Before the first write, which it would hold up; after the mark, so that who goes on from a backup never gives a
    // revision twice.
    if (!found.isNew) await this.#backUp();
    return contents;
  }

  async #mark(): Promise<void> {
    await this.#thread.ask('write', { parts: { meta: JSON.stringify(this.#meta) } });
    this.#meta = {};
  }

  async #parse(found: Extract<Opened, { isNew: boolean }>, storeId: string): Promise<StoreContents> {
    try {
      return {
        storeId,
        isNew: found.isNew,
        revision: this.#revision,
        rows: found.rows.map(([path, version, revision, fields]) => ({
          path,
          version,
          revision,
          fields: JSON.parse(fields) as Fields,
        })),
        entries: found.entries.map(([entry]) => JSON.parse(entry)),
        documents: found.documents.map(([kind, id, body]) => ({ kind, id, body: JSON.parse(body) as Fields })),
      };
    } catch (error) {
      throw await this.#damaged(`The store ${this.#file}: it is damaged (${(error as Error).message}).`);
    }
  }

  async #damaged(message: string): Promise<StoreFault> {
    // Only the end of its thread lets go of all files for certain; the advice speaks of those that are left.
    await this.#thread.end();
    const advice = await backupAdvice(this.#file, (file) => this.#thread.ask('check', { file }));
    return new StoreFault('store-damaged', `${message} ${advice}`);
  }

  async #flush(): Promise<void> {
    const group = this.#group.toBatch();
    const waiting = this.#waiting;
    this.#group = new StoreGroup();
    this.#waiting = [];
    this.#isFlushing = true;
    try {
      await this.#thread.ask('write', { parts: this.#partsOf(group) });
      this.#revision = group.revision;
      this.#meta = {};
      this.#backUpLater();
      for (const { resolve } of waiting) resolve();
    } catch (fault) {
      // What waits behind came later and may build on this: it shares the fate, so that the store is never ahead of it.
      const behind = this.#waiting;
      this.#group = new StoreGroup();
      this.#waiting = [];
      for (const { reject } of [...waiting, ...behind]) reject(fault);
    }
    this.#isFlushing = false;
    if (this.#waiting.length > 0) void this.#flush();
    else this.#whenIdle?.();
  }

  #partsOf({ revision, rows, entries, droppedEntries, documents, droppedDocuments }: StoreBatch): Parts {
    const parts: Parts = { meta: JSON.stringify({ ...this.#meta, revision: String(revision) }) };
    if (rows.length > 0) {
      parts.rows = JSON.stringify(rows.map((row) => [row.path, row.version, row.revision, row.fields]));
    }
    if (entries?.length) parts.entries = JSON.stringify(entries.map((entry) => [Number(entry.id), entry]));
    if (droppedEntries?.length) parts.droppedEntries = JSON.stringify(droppedEntries);
    if (documents?.length) parts.documents = JSON.stringify(documents.map(({ kind, id, body }) => [kind, id, body]));
    if (droppedDocuments?.length) {
      parts.droppedDocuments = JSON.stringify(droppedDocuments.map(({ kind, id }) => [kind, id]));
    }
    return parts;
  }

  /** What was written is in a backup a day later at most. */
  #backUpLater(): void {
    this.#stopBackups ??= this.#options.time?.after(backupAfterMs, () => {
      this.#stopBackups = undefined;
      this.#backingUp = this.#backUp();
    });
  }

  /** A backup that can't be made is a line in the log; the show goes on. */
  async #backUp(): Promise<void> {
    await this.#backingUp;
    const revision = this.#revision;
    if (revision === this.#backedUp && backupFiles(this.#file).slice(0, 1).every(existsSync)) return;
    try {
      await makeBackup(this.#file, (to) => this.#thread.ask('backup', { file: to }));
      await this.#thread.ask('write', { parts: { meta: JSON.stringify({ backedUp: String(revision) }) } });
      this.#backedUp = revision;
    } catch (error) {
      this.#options.log?.warn({ file: this.#file, err: error }, 'The store could not be backed up');
    }
  }
}
