// Where the revisions of a start began that could not mark its store as open, in the runtime folder. The next start begins
// above them, whatever the clock of the system says by then.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * After an end without an orderly close, revisions continue this far above the last stored one, so that revisions which
 * clients or a running mixer have, but the disk has not, are never reused.
 */
export const leapAfterCrash = 1_000_000;

export class ReservedRevision {
  /** '' without a folder. */
  readonly #file: string;

  constructor(folder = '') {
    this.#file = folder && join(folder, 'revision');
  }

  /** The least revision for the next start of this store; 0 where none is reserved. */
  above(storeId: string): number {
    try {
      const [id, revision = ''] = readFileSync(this.#file, 'utf8').split(' ');
      return id === storeId && /^\d{1,15}$/.test(revision) ? Number(revision) + leapAfterCrash : 0;
    } catch {
      return 0;
    }
  }

  /**
   * Where the revisions begin of a start that leaves no mark in its store. The runtime folder is gone after a start of the
   * computer: then the time since the store was written separates starts, or, by a clock that was set back, chance.
   */
  reserve(storeId: string, least: number, sinceMs: number): number {
    const revision = least + (sinceMs >= 1 ? Math.round(sinceMs) : randomInt(1, leapAfterCrash));
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, `${storeId} ${revision}`, { mode: 0o600 });
    } catch {
      // No folder can be written.
    }
    return revision;
  }

  /** Once the store has a revision above it. */
  remove(): void {
    try {
      if (this.#file !== '') rmSync(this.#file, { force: true });
    } catch {
      // The next start begins further above than it must.
    }
  }
}
