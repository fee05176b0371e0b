// Schedules the backups of a store: after changes, at a start, at an orderly end, and a day after a write.
import { existsSync } from 'node:fs';
import type { Log, Time } from '../services.ts';
import { backupFiles, makeBackup } from './backups.ts';
import { UnsoundCopy } from './database-copy.ts';

const backupAfterMs = 24 * 3_600_000;

export interface StoreBackupsNeeds {
  /** The path of the database. */
  readonly file: string;
  /** Copies the present state of the store. */
  readonly copy: (to: string) => Promise<unknown>;
  /** Called with the reason when the copy is damaged. Never rejects. */
  readonly damaged: (how: string) => Promise<void>;
  /** Stores the revision of the newest backup. */
  readonly note: (revision: number) => Promise<unknown>;
  /** For the daily backup; without it backups are made at start and end only. */
  readonly time?: Time;
  /** Logs failed backups. */
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

  /** `storeIds`: the stores of the existing backups; `backedUp`: the revision of the newest, -1 for none. */
  begin(storeId: string, storeIds: readonly (string | undefined)[], backedUp: number): void {
    this.#storeId = storeId;
    this.#storeIds = storeIds;
    this.#backedUp = backedUp;
  }

  /** At a start: backs up the store as found, before any later backup. `always`: even if a backup has it. Does not block. */
  begun(revision: number, always: boolean): void {
    this.#underway = this.make(revision, always);
  }

  /** After a write: makes a backup within a day, of the revision that `revisionNow` returns then. */
  later(revisionNow: () => number): void {
    this.#stopWaiting ??= this.#needs.time?.after(backupAfterMs, () => {
      this.#stopWaiting = undefined;
      this.#underway = this.make(revisionNow());
    });
  }

  /** Makes a backup. A failed backup is logged; the show goes on. */
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

  /** Resolves when the backup under way is complete or has failed. */
  settled(): Promise<void> {
    return this.#underway;
  }

  stop(): void {
    this.#stopWaiting?.();
  }
}
