// The history of the show: entries, undo, redo, revert.

import type { Refusal } from '../base/refusals.ts';
import { type Token, token } from '../base/token.ts';

/** One commit, or the merged commits of a fader ride. */
export interface HistoryEntry {
  /** Grows with each entry; a string of digits, sortable by its number. */
  readonly id: string;
  /** Epoch milliseconds of its first write. */
  readonly at: number;
  readonly label: string;
  readonly actor: string;
  /** The last revision merged into it. */
  readonly revision: number;
  readonly undone: boolean;
  readonly changes: readonly {
    readonly path: string;
    readonly field: string;
    /** Undefined for a field that the change created: undo removes the field. */
    readonly from: unknown;
    /** Undefined for a field that the change removed. */
    readonly to: unknown;
  }[];
}
export interface HistoryRequest {
  readonly actor: string;
  /** Skips absent fields and fields that a later entry touched; includes fields with `confirmOnUndo` and other actors' entries. */
  readonly override?: boolean;
}
/** The result of undo, redo or revert. */
export interface HistoryOutcome {
  readonly entry: HistoryEntry;
  readonly revision: number;
  readonly changes: HistoryEntry['changes'];
  /** Unchanged fields, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  readonly durable: boolean;
}
/** The history of the show. A refusal comes in the tick of the call, and changes nothing. */
export interface HistoryLog {
  /** How many entries it keeps. */
  readonly bound: number;
  /** Newest first; undone entries come before all others. */
  readonly entries: readonly HistoryEntry[];
  /** Changes when entries are added or removed, not when they only change. */
  readonly idsVersion: number;
  /** Number of undone entries. */
  readonly undone: number;
  get(id: string): HistoryEntry | undefined;
  /** Later entries, not undone, that touched a field of this entry, oldest first. */
  overtakenBy(id: string): readonly string[];
  /** True for an entry that a revert undoes whole, with `override` at most. */
  isRevertible(id: string): boolean;
  /** Undoes the newest entry that is not undone. Throws Refusal. */
  undo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Redoes the oldest undone entry. Throws Refusal. */
  redo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Undoes one entry by a new entry. Throws Refusal. */
  revert(id: string, request: HistoryRequest): Promise<HistoryOutcome>;
  /** Called in the tick of the commit. */
  onChange(listener: () => void): () => void;
}
export const HistoryLog: Token<HistoryLog> = token<HistoryLog>('core.history');
