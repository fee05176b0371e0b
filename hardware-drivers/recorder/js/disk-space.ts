// The space on the disk of the takes, and how long it lasts.
import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** What recordings leave free for the desk's store and logs: as the virtual stagebox, of a disk of this size. */
const reserveOf = (totalBytes: number) => Math.min(totalBytes / 20, 200 * 2 ** 20);
/** A take ends so long before the disk is full. */
const leastS = 60;

export class DiskSpace {
  readonly #folder: string;
  #room: { readonly free: number; readonly total: number } | undefined;
  #isLooking = false;

  /** Makes the folder where it can. */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch {
      // A start says why in words.
    }
  }

  get freeBytes(): number {
    return this.#room?.free ?? 0;
  }

  /** Until a take of so many bytes per second ends; undefined while the space is not known. */
  remainingS(bytesPerSecond: number): number | undefined {
    if (!this.#room) return undefined;
    if (bytesPerSecond <= 0) return 0;
    const kept = Math.max(reserveOf(this.#room.total), leastS * bytesPerSecond);
    return Math.max(0, Math.floor((this.#room.free - kept) / bytesPerSecond));
  }

  /** Never waits for the disk: a look that takes long is the only one. */
  look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    statfs(this.#folder)
      .then(
        ({ bavail, blocks, bsize }) => {
          this.#room = { free: bavail * bsize, total: blocks * bsize };
        },
        () => {
          this.#room = undefined;
        },
      )
      .finally(() => {
        this.#isLooking = false;
      });
  }
}
