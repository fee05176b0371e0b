// Writes commits to the store and reports for each whether it is stored. A fader never waits for a disk.
import { grantedOf } from '../base/time.ts';
import type { Log, Time, Warnings } from '../services.ts';
import type { Store, StoreBatch } from './store.ts';
import { StoreGroup } from './store-group.ts';

/**
 * How long an answer waits for the disk. A healthy disk takes 0.2 to 20 ms, a slow SD card a few hundred; the interface
 * promises an answer within a second.
 */
export const mostWaitMs = 500;

/** Between attempts while the store can't be written. Short, since unsaved changes exist in memory only. */
const retryMs = [1000, 2000, 4000, 5000];

const warningId = 'store';

export interface SaverOptions {
  readonly store: Store;
  readonly time: Time;
  readonly warnings: Warnings;
  readonly log: Log;
  /** The greatest id of a stored history entry. */
  readonly lastEntryId: number;
  /** The desk's revision, and the reason if the store can't be written from the start. */
  readonly unwritable?: { readonly revision: number; readonly fault: unknown };
}

interface Waiter {
  readonly since: number;
  readonly answer: (durable: boolean) => void;
}

/** A batch in writing: passed to the store, not yet answered. */
interface Outstanding {
  readonly batch: StoreBatch;
  readonly waiters: Waiter[];
  /** True for a batch that brings the store up to date after a fault. */
  readonly isCatchUp: boolean;
  /** True for a batch that also counts as unsaved. */
  isUnsaved: boolean;
}

export class Saver {
  readonly #store: Store;
  readonly #time: Time;
  readonly #warnings: Warnings;
  readonly #log: Log;
  /** In the order of revisions. */
  readonly #outstanding = new Set<Outstanding>();
  /** Changes to write once the store can be written again. Bounded by the desk's size. */
  #unsaved: StoreGroup | undefined;
  #lastEntryId: number;
  #tries = 0;
  #stopRetry: (() => void) | undefined;
  #stopWatch: (() => void) | undefined;
  #isClosed = false;

  constructor({ store, time, warnings, log, lastEntryId, unwritable }: SaverOptions) {
    this.#store = store;
    this.#time = time;
    this.#warnings = warnings;
    this.#log = log;
    this.#lastEntryId = lastEntryId;
    if (unwritable === undefined) return;
    this.#unsaved = new StoreGroup(lastEntryId);
    this.#unsaved.add({ revision: unwritable.revision, rows: [] });
    this.#fail(unwritable.fault);
  }

  /** Resolves to true once the batch is on the disk, to false as soon as the batch must wait. Never rejects. */
  save(batch: StoreBatch): Promise<boolean> {
    if (this.#unsaved === undefined && !this.#isClosed) return this.#waitFor(this.#give(batch));
    this.#unsaved?.add(batch);
    return Promise.resolve(false);
  }

  /** Resolves to true once all batches are on the disk. */
  saved(): Promise<boolean> {
    if (this.#unsaved !== undefined) return Promise.resolve(false);
    const last = [...this.#outstanding].at(-1);
    return last === undefined ? Promise.resolve(true) : this.#waitFor(last);
  }

  /** Tries once more to write unsaved changes, then stops. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopRetry?.();
    this.#stopWatch?.();
    const left = this.#unsaved;
    if (left === undefined || left.size === 0) return;
    await this.#store.write(left.toBatch()).catch((fault) => {
      this.#log.error({ err: fault, commits: left.size }, 'What was not in the store at shutdown is lost');
    });
  }

  #waitFor(outstanding: Outstanding): Promise<boolean> {
    return new Promise((answer) => {
      outstanding.waiters.push({ since: grantedOf(this.#time).monotonicMs(), answer });
      this.#stopWatch ??= grantedOf(this.#time).after(mostWaitMs, () => this.#watch());
    });
  }

  #give(batch: StoreBatch, isCatchUp = false): Outstanding {
    const outstanding: Outstanding = { batch, waiters: [], isCatchUp, isUnsaved: false };
    this.#outstanding.add(outstanding);
    this.#store.write(batch).then(
      () => {
        this.#outstanding.delete(outstanding);
        for (const { id } of batch.entries ?? []) this.#lastEntryId = Math.max(this.#lastEntryId, Number(id));
        for (const { answer } of outstanding.waiters) answer(true);
        if (isCatchUp && this.#unsaved === undefined) this.#recovered();
        this.#proceed();
      },
      (fault) => {
        this.#outstanding.delete(outstanding);
        for (const { answer } of outstanding.waiters) answer(false);
        if (!outstanding.isUnsaved) this.#keep([outstanding, ...this.#outstanding]);
        this.#fail(fault);
      },
    );
    return outstanding;
  }

  /** After a successful write: writes the unsaved changes once no other write is under way. */
  #proceed(): void {
    if (this.#unsaved === undefined || this.#outstanding.size > 0 || this.#isClosed) return;
    const unsaved = this.#unsaved;
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    this.#unsaved = undefined;
    this.#tries = 0;
    if (unsaved.size > 0) this.#give(unsaved.toBatch(), true);
    else this.#recovered();
  }

  #recovered(): void {
    this.#warnings.clear(warningId);
    this.#log.info({}, 'The store can be written again, and holds everything');
  }

  #fail(fault: unknown): void {
    const text = fault instanceof Error ? fault.message : String(fault);
    if (this.#tries === 0)
      this.#log.error({ err: fault }, 'The store can not be written; the desk goes on from memory');
    this.#alarm('store-unavailable', 'The store can not be written', text);
    if (this.#stopRetry !== undefined || this.#isClosed || this.#outstanding.size > 0) return;
    const delay = retryMs[Math.min(this.#tries++, retryMs.length - 1)] as number;
    this.#stopRetry = this.#time.after(delay, () => this.#retry());
  }

  #retry(): void {
    this.#stopRetry = undefined;
    const unsaved = this.#unsaved ?? new StoreGroup(this.#lastEntryId);
    this.#unsaved = new StoreGroup(this.#lastEntryId);
    this.#give(unsaved.toBatch());
  }

  /** Puts batches before the unsaved changes, which are newer. */
  #keep(older: readonly Outstanding[]): void {
    const group = new StoreGroup(this.#lastEntryId);
    for (const outstanding of older) {
      if (!outstanding.isUnsaved) group.add(outstanding.batch);
      outstanding.isUnsaved = true;
    }
    if (this.#unsaved !== undefined && this.#unsaved.size > 0) group.add(this.#unsaved.toBatch());
    this.#unsaved = group;
  }

  /** Answers commits that have waited too long; later commits do not wait. */
  #watch(): void {
    this.#stopWatch = undefined;
    const time = grantedOf(this.#time);
    const now = time.monotonicMs();
    let oldest: number | undefined;
    for (const { waiters } of this.#outstanding) {
      while (waiters[0] !== undefined && now - waiters[0].since >= mostWaitMs) {
        waiters.shift()?.answer(false);
        this.#unsaved ??= new StoreGroup(this.#lastEntryId);
      }
      oldest ??= waiters[0]?.since;
    }
    if (this.#unsaved !== undefined) {
      const detail = 'The disk takes long to write; the desk goes on from memory.';
      this.#alarm('store-slow', 'The store is slow', detail);
    }
    if (oldest !== undefined) this.#stopWatch = time.after(mostWaitMs - (now - oldest), () => this.#watch());
  }

  #alarm(code: string, title: string, detail: string): void {
    const titleCode = { code, params: {} };
    this.#warnings.raise({ id: warningId, title, titleCode, detail, severity: 'alarm', path: '' });
  }
}
