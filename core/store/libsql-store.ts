// The store on the disk: SQLite in a worker thread. Batches that wait during a flush share the next transaction.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log, Time } from '../services.ts';
import { backupAdvice, backupsOf, damageWords, keepPrivate, lossOf } from './backups.ts';
import { copyHeld } from './database-copy.ts';
import { partsOf, putsOf } from './encoded-batch.ts';
import { leapAfterCrash, ReservedRevision } from './reserved-revision.ts';
import {
  type DocumentKey,
  type Store,
  type StoreBatch,
  type StoreContents,
  StoreError,
  type StoreRoom,
} from './store.ts';
import { StoreBackups } from './store-backups.ts';
import { type Examine, examineByThread, soundBy, unexamined } from './store-examination.ts';
import { StoreGroup } from './store-group.ts';
import { type Opened, StoreThread, workerFor } from './store-thread.ts';
import { contentsOf } from './stored-contents.ts';
import { newerStore } from './way-back.ts';

export interface LibsqlStoreOptions {
  /** For the daily backup; without it backups are made at start and end only. */
  readonly time?: Time;
  /** Logs failed backups. */
  readonly log?: Log;
  /** Examines the file before it is opened, for a desk in another process; default: in the store's thread. */
  readonly examine?: Examine;
  /**
   * A private folder, created when needed. A store that can't be written is copied there and read from the copy. Without
   * this folder, opening such a store fails.
   */
  readonly readingFolder?: string;
  /** Called with advice when a copy of the running store is damaged. */
  readonly onDamage?: (words: string) => void;
  /** Copies an unchanging database for backups; default `cp`. */
  readonly copy?: (from: string, to: string) => Promise<void>;
}

/** The longest time, ms, that an examining process holds the file after its desk was killed. */
const examinedElsewhereMs = 2_000;

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
  /** Meta values that could not be written at open; the next transaction writes them. */
  #meta: Record<string, string> = {};
  readonly #backups: StoreBackups;
  readonly #examine: Examine;
  readonly #reserved: ReservedRevision;

  /** The database is `rowdesk.db` in this folder, its backups beside it. */
  constructor(folder: string, options: LibsqlStoreOptions = {}) {
    this.#file = join(folder, 'rowdesk.db');
    this.#options = options;
    this.#reserved = new ReservedRevision(options.readingFolder);
    this.#thread = new StoreThread(this.#file, () => workerFor(this.#file, options.readingFolder));
    this.#examine = options.examine ?? examineByThread(this.#thread, this.#file);
    this.#backups = new StoreBackups({
      time: options.time,
      log: options.log,
      file: this.#file,
      damaged: async (how) => options.onDamage?.(await damageWords(this.#file, how, soundBy(this.#examine))),
      copy: (to) => copyHeld(this.#file, to, { thread: this.#thread, examine: this.#examine, copy: options.copy }),
      note: (revision) =>
        this.#thread.ask('write', { parts: { meta: JSON.stringify({ backedUp: String(revision) }) } }),
    });
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
    if (this.#isClosed) return Promise.reject(new StoreError('store-closed', `The store ${this.#file} is closed.`));
    return new Promise((resolve, reject) => {
      this.#group.add(batch);
      this.#waiting.push({ resolve, reject });
      // In the next turn of the event loop: requests that arrived together share the transaction.
      if (!this.#isFlushing && this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  content(of: DocumentKey): Promise<readonly Uint8Array[]> {
    return this.#thread.ask('content', { kind: of.kind, id: of.id });
  }

  compare(of: DocumentKey, base: DocumentKey): Promise<string> {
    return this.#thread.ask('compare', { of, base });
  }

  room(): Promise<StoreRoom> {
    return this.#thread.ask('room', {});
  }

  backUp(): Promise<void> {
    return this.#backups.make(this.#revision);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#backups.stop();
    if (this.#isFlushing || this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    try {
      await this.#backups.make(this.#revision);
      await this.#thread.ask('write', { parts: { meta: JSON.stringify({ ...this.#meta, closed: 'yes' }) } });
      await this.#thread.ask('close', {});
    } finally {
      await this.#thread.end();
    }
  }

  /** Ends at once, like a crash: unacknowledged batches may be lost. */
  async abandon(): Promise<void> {
    this.#backups.stop();
    // Terminating the thread inside SQLite would end the process.
    await this.#backups.settled();
    await this.#thread.end();
  }

  async #open(): Promise<StoreContents> {
    const loss = lossOf(this.#file);
    if (loss !== '') throw await this.#lost(loss);
    const isThere = existsSync(this.#file);
    keepPrivate(this.#file);
    const backups = backupsOf(this.#file);
    this.#thread.begin();
    const { problems, fault, storeIds, isPart } = isThere
      ? await this.#examine(this.#file, backups, 'start')
      : unexamined;
    if (problems.length > 0) throw await this.#damaged(problems);
    const timeoutMs = this.#options.examine === undefined ? 0 : examinedElsewhereMs;
    const how = { mayBeNew: backups.length === 0, isExamined: fault === '', timeoutMs };
    const found = await this.#thread.ask('open', how);
    if ('problems' in found) throw await this.#damaged(found.problems);
    if ('newer' in found) throw await newerStore(this.#file, found, this.#thread, this.#examine);
    const contents = await this.#read(found);
    const { storeId } = contents;
    const meta = Object.fromEntries(found.meta);
    this.#backups.begin(storeId, storeIds, Number(meta.backedUp ?? -1));
    this.#meta = { storeId, revision: String(this.#revision), closed: 'no' };
    const unwritable = contents.unwritable ?? (await this.#mark());
    if (unwritable !== undefined) {
      // An existing desk can run from a full disk; a new one has no contents to run.
      if (found.isNew) throw unwritable;
      return { ...contents, unwritable, revision: this.#unmarked(storeId) };
    }
    this.#reserved.remove();
    // After the mark, so that a desk started from this backup never reuses a revision.
    if (!found.isNew) this.#backups.begun(this.#revision, isPart);
    return contents;
  }

  /** Marks the store as open. Resolves to the reason if the mark can't be written. */
  async #mark(): Promise<StoreError | undefined> {
    try {
      await this.#thread.ask('write', { parts: { meta: JSON.stringify(this.#meta) } });
      this.#meta = {};
      return undefined;
    } catch (fault) {
      return fault as StoreError;
    }
  }

  #unmarked(storeId: string): number {
    const now = this.#options.time?.now() ?? Date.now();
    this.#revision = this.#reserved.reserve(storeId, this.#revision, now - statSync(this.#file).mtimeMs);
    return this.#revision;
  }

  async #read(found: Extract<Opened, { isNew: boolean }>): Promise<StoreContents> {
    const { revision: stored = '0', storeId = randomBytes(6).toString('hex'), closed } = Object.fromEntries(found.meta);
    try {
      if (!/^\d{1,15}$/.test(stored)) throw new Error(`the revision ${stored} is none`);
      const least = Number(stored) + (found.isNew || closed === 'yes' ? 0 : leapAfterCrash);
      this.#revision = Math.max(least, this.#reserved.above(storeId));
      const unwritable = found.unwritable && this.#thread.faultOf(found.unwritable);
      return { storeId, isNew: found.isNew, revision: this.#revision, ...contentsOf(found), unwritable };
    } catch (error) {
      throw await this.#damaged([(error as Error).message]);
    }
  }

  #damaged(problems: readonly string[]): Promise<StoreError> {
    return this.#lost(`it is damaged (${problems.join('; ')})`);
  }

  /** The fault says which backup to use. */
  async #lost(how: string): Promise<StoreError> {
    // Only the end of the thread surely closes all files; the advice names the files that are left.
    await this.#thread.end();
    const advice = await backupAdvice(this.#file, soundBy(this.#examine)).finally(() => this.#thread.end());
    return new StoreError('store-damaged', `The store ${this.#file}: ${how}. ${advice}`);
  }

  async #flush(): Promise<void> {
    const group = this.#group.toBatch();
    const waiting = this.#waiting;
    this.#group = new StoreGroup();
    this.#waiting = [];
    this.#isFlushing = true;
    try {
      const puts = await putsOf(group);
      const parts = partsOf(group, this.#meta);
      await this.#thread.ask('write', { parts, puts, drops: group.droppedDocuments });
      this.#revision = group.revision;
      this.#meta = {};
      this.#backups.later(() => this.#revision);
      for (const { resolve } of waiting) resolve();
    } catch (fault) {
      // Later batches may build on this one: they fail with it, so that the store never has a gap.
      const behind = this.#waiting;
      this.#group = new StoreGroup();
      this.#waiting = [];
      for (const { reject } of [...waiting, ...behind]) reject(fault);
    }
    this.#isFlushing = false;
    if (this.#waiting.length > 0) void this.#flush();
    else this.#whenIdle?.();
  }
}
