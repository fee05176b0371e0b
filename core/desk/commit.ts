// A commit as it was made.
import type { FieldContract } from '../rows/contract.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { CommitOrigin, HistoryEntry } from '../services.ts';

export interface AppliedChange {
  readonly place: SettingPlace;
  readonly field: string;
  readonly contract: FieldContract;
  readonly from: unknown;
  readonly to: unknown;
}

export interface Requested {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
}

/** A commit as those see it who bring it to the targets. */
export interface Commit {
  readonly revision: number;
  readonly actor: string;
  readonly address?: string;
  readonly changes: readonly AppliedChange[];
  /** By canonical address what was asked for, also where it is so already. */
  readonly asked?: readonly Requested[];
  /** How long levels move to their new value. */
  readonly fadeMs?: number;
  readonly origin?: CommitOrigin;
}

/** Undo and redo mark entries instead of adding one. */
export interface HistoryMove {
  readonly ids: readonly string[];
  readonly undone: boolean;
}

export type HistoryChange = HistoryEntry['changes'][number];

/** What a commit changes in the log. */
export interface HistoryDelta {
  readonly entries: readonly HistoryEntry[];
  readonly droppedEntries: readonly string[];
}

export interface HistoryWrite {
  readonly atMs: number;
  readonly monotonicMs: number;
  readonly actor: string;
  readonly label: string;
  readonly revision: number;
  readonly changes: readonly HistoryChange[];
  /** It joins no entry, and none joins it. */
  readonly apart?: boolean;
}

/** The log of what commits did to the show, as the desk writes it (core/history). */
export interface CommitLog {
  /** Oldest first, undone ones included. */
  readonly entries: readonly HistoryEntry[];
  load(entries: readonly HistoryEntry[]): void;
  /** Adds what a commit did, or joins it to the entry it goes on from. */
  add(write: HistoryWrite): HistoryDelta;
  /** Marks entries as undone or as done again by the commit that took `revision`. */
  mark(ids: readonly string[], undone: boolean, revision: number): HistoryDelta;
}
