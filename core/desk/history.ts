// The log of what was done to the show: all that undo, redo and revert need. It decides nothing about them.
import { isSame, weigh } from './json.ts';
import type { StoredEntry } from './store.ts';

/** How many entries are kept unless told otherwise. */
export const defaultBound = 500;
/** How much they may weigh together, in bytes. */
export const mostBytes = 64 * 1024 * 1024;
/** Writes by one actor to the same fields that follow each other faster than this are one entry. */
export const mergeWithinMs = 1000;

export type HistoryChange = StoredEntry['changes'][number];

/** What a commit changes in the log. */
export interface HistoryDelta {
  readonly entries: readonly StoredEntry[];
  readonly droppedEntries: readonly string[];
}

export interface HistoryWrite {
  readonly atMs: number;
  readonly monotonicMs: number;
  readonly actor: string;
  readonly label: string;
  readonly revision: number;
  readonly changes: readonly HistoryChange[];
}

interface Kept {
  readonly entry: StoredEntry;
  readonly bytes: number;
}

export class History {
  readonly bound: number;
  readonly #mostBytes: number;
  /** Oldest first; ids grow. */
  readonly #kept = new Map<string, Kept>();
  /** Which entry touched a field last, and when: a write joins it only where nobody else came between. */
  readonly #lastWriters = new Map<string, { id: string; monotonicMs: number }>();
  #bytes = 0;
  #undone = 0;
  #lastId = 0;

  constructor(bound = defaultBound, bytes = mostBytes) {
    this.bound = bound;
    this.#mostBytes = bytes;
  }

  /** Oldest first, undone ones included. */
  get entries(): readonly StoredEntry[] {
    return [...this.#kept.values()].map(({ entry }) => entry);
  }

  get(id: string): StoredEntry | undefined {
    return this.#kept.get(id)?.entry;
  }

  /** How many entries are undone. */
  get undone(): number {
    return this.#undone;
  }

  load(entries: readonly StoredEntry[]): void {
    for (const entry of [...entries].sort((a, b) => Number(a.id) - Number(b.id))) {
      this.#put(entry);
      this.#lastId = Number(entry.id);
    }
  }

  /** Adds what a commit did to the show, or joins it to the entry it goes on from. What was undone can't be redone now. */
  add(write: HistoryWrite): HistoryDelta {
    const dropped = this.#undone === 0 ? [] : this.#drop([...this.#kept.values()].filter(({ entry }) => entry.undone));
    const keys = write.changes.map(keyOf);
    const open = this.#openEntry(write, keys);
    const entry = open === undefined ? this.#fresh(write) : joined(open, write);
    if (entry.changes.every(({ from, to }) => isSame(from, to))) {
      // Back where it began: there is nothing to undo.
      return { entries: [], droppedEntries: [...dropped, ...this.#drop([this.#kept.get(entry.id) as Kept])] };
    }
    this.#put(entry);
    for (const key of keys) this.#noteWriter(key, entry.id, write.monotonicMs);
    return { entries: [entry], droppedEntries: [...dropped, ...this.#trim()] };
  }

  /** Marks entries as undone or as done again by the commit that took `revision`. */
  mark(ids: readonly string[], undone: boolean, revision: number): HistoryDelta {
    const entries = ids.flatMap((id) => {
      const entry = this.get(id);
      if (entry === undefined) return [];
      for (const change of entry.changes) this.#lastWriters.delete(keyOf(change));
      const marked = { ...entry, undone, revision };
      this.#put(marked);
      return [marked];
    });
    return { entries, droppedEntries: [] };
  }

  #fresh({ atMs, actor, label, revision, changes }: HistoryWrite): StoredEntry {
    return { id: String(++this.#lastId), at: atMs, label, actor, revision, undone: false, changes };
  }

  /** The entry that a write goes on from: by the same actor, of exactly these fields, a moment ago, with no other since. */
  #openEntry({ actor, monotonicMs }: HistoryWrite, keys: readonly string[]): StoredEntry | undefined {
    const writer = this.#lastWriters.get(keys[0] ?? '');
    const entry = writer && this.get(writer.id);
    if (entry === undefined || entry.actor !== actor || entry.undone) return undefined;
    if (monotonicMs - (writer?.monotonicMs ?? 0) >= mergeWithinMs || entry.changes.length !== keys.length)
      return undefined;
    return keys.every((key) => this.#lastWriters.get(key)?.id === entry.id) ? entry : undefined;
  }

  #noteWriter(key: string, id: string, monotonicMs: number): void {
    const writer = this.#lastWriters.get(key);
    if (writer === undefined) this.#lastWriters.set(key, { id, monotonicMs });
    else {
      writer.id = id;
      writer.monotonicMs = monotonicMs;
    }
  }

  #put(entry: StoredEntry): void {
    const before = this.#kept.get(entry.id);
    const bytes = weightOf(entry);
    this.#bytes += bytes - (before?.bytes ?? 0);
    this.#undone += Number(entry.undone) - Number(before?.entry.undone ?? false);
    this.#kept.set(entry.id, { entry, bytes });
  }

  #drop(kept: readonly Kept[]): readonly string[] {
    return kept.map(({ entry, bytes }) => {
      this.#kept.delete(entry.id);
      this.#bytes -= bytes;
      if (entry.undone) this.#undone--;
      for (const change of entry.changes) {
        if (this.#lastWriters.get(keyOf(change))?.id === entry.id) this.#lastWriters.delete(keyOf(change));
      }
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

function joined(open: StoredEntry, { label, revision, changes }: HistoryWrite): StoredEntry {
  const merged = open.changes.map((change, index) => {
    // Nearly always in the same order.
    const newer = isSameField(changes[index], change)
      ? changes[index]
      : changes.find((any) => isSameField(any, change));
    return { path: change.path, field: change.field, from: change.from, to: newer?.to };
  });
  return { ...open, label, revision, changes: merged };
}

function isSameField(a: HistoryChange | undefined, b: HistoryChange): boolean {
  return a !== undefined && a.path === b.path && a.field === b.field;
}

/** About the bytes of an entry: its own members, and what it changed. */
function weightOf({ label, actor, changes }: StoredEntry): number {
  return changes.reduce(
    (sum, { path, field, from, to }) => sum + 40 + path.length + field.length + weigh(from) + weigh(to),
    100 + label.length + actor.length,
  );
}

function keyOf({ path, field }: { readonly path: string; readonly field: string }): string {
  return `${path}\n${field}`;
}
