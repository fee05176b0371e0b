// A commit as it was made.
import type { FieldContract } from '../rows/contract.ts';
import type { Change } from '../rows/definitions.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { CommitOrigin, HistoryEntry, KeptRow } from '../services.ts';
import type { StoreBatch } from '../store/store.ts';
import type { DraftChange } from './draft.ts';

/** A commit of more changes is prepared, and brought to its targets, over turns of the event loop. */
export const mostChangesAtOnce = 1000;

export interface AppliedChange {
  readonly place: SettingPlace;
  readonly field: string;
  readonly contract: FieldContract;
  readonly from: unknown;
  readonly to: unknown;
}

/** A commit as the reconciler gets it. */
export interface Commit {
  readonly revision: number;
  readonly actor: string;
  readonly address?: string;
  readonly changes: readonly AppliedChange[];
  /** The addresses of the changes. */
  readonly paths: readonly string[];
  /** The requested values by canonical address, also those that the desk had already. */
  readonly asked?: readonly Change[];
  /** Duration of the fade of levels. */
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
  /** True: never merged with another entry. */
  readonly apart?: boolean;
}

/** The log of commits to the show (core/history). */
export interface CommitLog {
  /** Oldest first, undone ones included. */
  readonly entries: readonly HistoryEntry[];
  load(entries: readonly HistoryEntry[]): void;
  /** Adds an entry for a commit, or merges the commit into the entry that it continues. */
  add(write: HistoryWrite): HistoryDelta;
  /** Marks entries as undone or as done again by the commit that took `revision`. */
  mark(ids: readonly string[], undone: boolean, revision: number): HistoryDelta;
}

/** Stored with a commit: documents, and rows without an address, which wait for it. */
export interface StoredBeside extends Pick<StoreBatch, 'documents' | 'droppedDocuments'> {
  readonly waiting?: readonly KeptRow[];
}

/** The effect that a commit would have. */
export interface Rehearsal {
  /** The requested changes, with the values that the commit would set. */
  readonly asked: readonly DraftChange[];
  /** All changes, including implied ones. */
  readonly effect: readonly DraftChange[];
}
