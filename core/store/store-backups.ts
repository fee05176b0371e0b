// When backups of a store are made: where something changed, at a start, at an orderly end, and a day after a write.
import { existsSync } from 'node:fs';
import type { Log, Time } from '../services.ts';
import { backupFiles, makeBackup } from './backups.ts';
import { UnsoundCopy } from './database-copy.ts';

const backupAfterMs = 24 * 3_600_000;

export interface StoreBackupsNeeds {
  /** The database's. */
  readonly file: string;
  /** Makes a copy of the store as it is. */
  readonly copy: (to: string) => Promise<unknown>;
  /** The copy was not sound, and why. Never rejects. */
  readonly damaged: (how: string) => Promise<void>;
  /** Stores the revision that the newest backup has. */
  readonly note: (revision: number) => Promise<unknown>;
  /** For the daily backup; without it backups are made at start and end only. */
  readonly time?: Time;
  /** Gets a word when a backup could not be made. */
  readonly log?: Log;
}

export class StoreBackups {
  readonly #needs: StoreBackupsNeeds;
  #storeId = '';
  #storeIds: readonly (string | undefined)[] = [];
  #backedUp = -1;
  #stopWaiting: (() => void) | undefined;
  #underway: Promise<void> = Promise.resolve();

  constructor(needs: StoreBackupsNeeds) {
    this.#needs = needs;
  }

  /** `storeIds`: of the backups that are there; `backedUp`: the revision of the newest, -1 for none. */
  begin(storeId: string, storeIds: readonly (string | undefined)[], backedUp: number): void {
    this.#storeId = storeId;
    this.#storeIds = storeIds;
    this.#backedUp = backedUp;
  }

  /** A start: what it found is in a backup before the next one is made. Nothing waits for it. `always`: also what is in one. */
  begun(revision: number, always: boolean): void {
    this.#underway = this.make(revision, always);
  }

  /** Something was written: it is in a backup a day later at most. `revisionNow` is asked then. */
  later(revisionNow: () => number): void {
    this.#stopWaiting ??= this.#needs.time?.after(backupAfterMs, () => {
      this.#stopWaiting = undefined;
      this.#underway = this.make(revisionNow());
    });
  }

  /** A backup that can't be made is a line in the log; the show goes on. */
  async make(revision: number, always = false): Promise<void> {
    await this.#underway;
    const { file, copy, damaged, note, log } = this.#needs;
    if (!always && revision === this.#backedUp && existsSync(backupFiles(file)[0] as string)) return;
    try {
      this.#storeIds = await makeBackup(file, copy, this.#storeId, this.#storeIds);
      await note(revision);
      this.#backedUp = revision;
    } catch (error) {
      log?.warn({ file, err: error }, 'The store could not be backed up');
      if (error instanceof UnsoundCopy) await damaged(error.message);
    }
  }

  /** Resolves when the one that is being made is there, or can't be made. */
  settled(): Promise<void> {
    return this.#underway;
  }

  stop(): void {
    this.#stopWaiting?.();
  }
}
