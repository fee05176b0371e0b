// The log of changes to the show, the data of undo, redo and revert.

import { isSameJson, weigh } from '../base/json.ts';
import type { CommitLog, HistoryChange, HistoryDelta, HistoryWrite } from '../desk/commit.ts';
import type { HistoryEntry } from '../services.ts';
import { Touches } from './touches.ts';

/** Default number of entries kept. */
const defaultBound = 500;
/** Bound on the entries together, in bytes. */
export const mostBytes = 64 * 1024 * 1024;
/**
 * Writes by one actor to the same fields that follow each other faster than this are one entry (see `#keepInOrder`).
 */
const mergeWithinMs = 1000;

interface KeptEntry {
  readonly entry: HistoryEntry;
  readonly bytes: number;
}

export class History implements CommitLog {
  readonly bound: number;
  readonly #mostBytes: number;
  /** Oldest first; ids grow. */
  readonly #kept = new Map<string, KeptEntry>();
  /** Index of the entries that are not undone, by field. */
  readonly #touches = new Touches();
  /** Last write of each entry that may still be merged with: any number of numeric entries, or the newest other one. */
  readonly #open = new Map<string, number>();
  /** True if the newest entry changed numbers only. */
  #isNumeric = false;
  #bytes = 0;
  #undone = 0;
  #lastId = 0;
  #version = 0;
  #idsVersion = 0;

  constructor(bound = defaultBound, bytes = mostBytes) {
    this.bound = bound;
    this.#mostBytes = bytes;
  }

  /** Oldest first, undone ones included. */
  get entries(): readonly HistoryEntry[] {
    return [...this.#kept.values()].map(({ entry }) => entry);
  }

  /** Differs after every change. */
  get version(): number {
    return this.#version;
  }

  /** Differs after entries were added or removed. */
  get idsVersion(): number {
    return this.#idsVersion;
  }

  get(id: string): HistoryEntry | undefined {
    return this.#kept.get(id)?.entry;
  }

  /** The later entries that touched the field and are not undone, oldest first. */
  after(change: Pick<HistoryChange, 'path' | 'field'>, id: string): readonly string[] {
    return this.#touches.after(change, id);
  }

  /** True if no later entry that is not undone touched the field. */
  isLast(change: Pick<HistoryChange, 'path' | 'field'>, id: string): boolean {
    return this.#touches.last(change) === id;
  }

  /** The number of undone entries: the newest ones. */
  get undone(): number {
    return this.#undone;
  }

  load(entries: readonly HistoryEntry[]): void {
    for (const entry of [...entries].sort((a, b) => Number(a.id) - Number(b.id))) {
      this.#put(entry);
      this.#lastId = Number(entry.id);
    }
  }

  /** Adds an entry for a commit, or merges the commit into the entry that it continues. Drops undone entries. */
  add(write: HistoryWrite): HistoryDelta {
    const dropped = this.#undone === 0 ? [] : this.#drop([...this.#kept.values()].filter(({ entry }) => entry.undone));
    const open = write.apart === true ? undefined : this.#openEntry(write);
    if (open === undefined) this.#keepInOrder(write.changes);
    const entry = open === undefined ? this.#fresh(write) : joined(open, write);
    if (entry.changes.every(({ from, to }) => isSameJson(from, to))) {
      // Back at the values of its beginning: there is nothing to undo.
      const kept = this.#kept.get(entry.id);
      return { entries: [], droppedEntries: [...dropped, ...this.#drop(kept === undefined ? [] : [kept])] };
    }
    this.#put(entry);
    if (write.apart !== true) this.#open.set(entry.id, write.monotonicMs);
    return { entries: [entry], droppedEntries: [...dropped, ...this.#trim()] };
  }

  /** Marks entries as undone or as done again by the commit that took `revision`. */
  mark(ids: readonly string[], undone: boolean, revision: number): HistoryDelta {
    const entries = ids.flatMap((id) => {
      const entry = this.get(id);
      if (entry === undefined) return [];
      const marked = { ...entry, undone, revision };
      this.#put(marked);
      // The next write of these fields is a new entry.
      for (const change of entry.changes) this.#open.delete(this.#touches.last(change) ?? '');
      return [marked];
    });
    return { entries, droppedEntries: [] };
  }

  /**
   * Alternating writes of two numeric fields merge into an entry of each. Any other value may change what other rows
   * are (the plugin of a processor): no write merges with an entry from before such a write.
   */
  #keepInOrder(changes: readonly HistoryChange[]): void {
    const isNumeric = changes.every(({ from, to }) => typeof from === 'number' && typeof to === 'number');
    if (!isNumeric || !this.#isNumeric) this.#open.clear();
    this.#isNumeric = isNumeric;
  }

  #fresh({ atMs, actor, label, revision, changes }: HistoryWrite): HistoryEntry {
    return { id: String(++this.#lastId), at: atMs, label, actor, revision, undone: false, changes };
  }

  /**
   * The entry that a write continues: recent, by the same actor, of exactly these fields, none of them touched since.
   */
  #openEntry({ actor, monotonicMs, changes: [first, ...others] }: HistoryWrite): HistoryEntry | undefined {
    const entry = this.get((first && this.#touches.last(first)) ?? '');
    if (entry === undefined || entry.actor !== actor || entry.changes.length !== others.length + 1) return undefined;
    const writtenMs = this.#open.get(entry.id);
    if (writtenMs === undefined || monotonicMs - writtenMs >= mergeWithinMs) return undefined;
    return others.every((change) => this.#touches.last(change) === entry.id) ? entry : undefined;
  }

  #put(entry: HistoryEntry): void {
    const before = this.#kept.get(entry.id);
    const bytes = weightOf(entry);
    this.#version++;
    if (before === undefined) this.#idsVersion++;
    this.#bytes += bytes - (before?.bytes ?? 0);
    this.#undone += Number(entry.undone) - Number(before?.entry.undone ?? false);
    const wasDone = before !== undefined && !before.entry.undone;
    if (wasDone && entry.undone) this.#touches.remove(entry);
    else if (!wasDone && !entry.undone) this.#touches.add(entry);
    this.#kept.set(entry.id, { entry, bytes });
  }

  #drop(kept: readonly KeptEntry[]): readonly string[] {
    return kept.map(({ entry, bytes }) => {
      this.#kept.delete(entry.id);
      this.#version++;
      this.#idsVersion++;
      this.#bytes -= bytes;
      this.#open.delete(entry.id);
      if (entry.undone) this.#undone--;
      else this.#touches.remove(entry);
      return entry.id;
    });
  }

  #trim(): readonly string[] {
    const dropped: string[] = [];
    for (const kept of this.#kept.values()) {
      if (this.#kept.size <= this.bound && this.#bytes <= this.#mostBytes) break;
      dropped.push(...this.#drop([kept]));
    }
    return dropped;
  }
}

function joined(open: HistoryEntry, { label, revision, changes }: HistoryWrite): HistoryEntry {
  const merged = open.changes.map((change, index) => {
    // Almost always in the same order.
    const newer = isSameField(changes[index], change)
      ? changes[index]
      : changes.find((any) => isSameField(any, change));
    return { path: change.path, field: change.field, from: change.from, to: newer?.to };
  });
  const { id, at, actor, undone } = open;
  return { id, at, label, actor, revision, undone, changes: merged };
}

function isSameField(a: HistoryChange | undefined, b: HistoryChange): boolean {
  return a !== undefined && a.path === b.path && a.field === b.field;
}

/** The approximate bytes of an entry with its changes. */
function weightOf({ label, actor, changes }: HistoryEntry): number {
  return changes.reduce(
    (sum, { path, field, from, to }) => sum + 40 + path.length + field.length + weigh(from) + weigh(to),
    100 + label.length + actor.length,
  );
}
