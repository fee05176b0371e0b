// What was done to the show, and taking it back.

import type { Refusal } from '../base/refusals.ts';
import { type Token, token } from '../base/token.ts';

/** What was done to the show, at once or in one ride. */
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
    /** Undefined for a field that came with the change: taking it back takes the field away. */
    readonly from: unknown;
    /** Undefined for a field that went with the change. */
    readonly to: unknown;
  }[];
}
export interface HistoryRequest {
  readonly actor: string;
  /** Goes on without what a later entry touched and what is gone, and does what is delicate or another actor's. */
  readonly override?: boolean;
}
/** What undo, redo or revert did. */
export interface HistoryOutcome {
  readonly entry: HistoryEntry;
  readonly revision: number;
  readonly changes: HistoryEntry['changes'];
  /** Left as it is, and why. */
  readonly skipped: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  readonly durable: boolean;
}
/** The history of the show. What can't be undone is refused in the tick of the call, and then nothing has changed. */
export interface HistoryLog {
  /** How many entries it keeps. */
  readonly bound: number;
  /** Newest first; those that are undone come before all others. */
  readonly entries: readonly HistoryEntry[];
  /** Another one whenever entries have come or gone; the same while they only change. */
  readonly idsVersion: number;
  /** How many are undone. */
  readonly undone: number;
  get(id: string): HistoryEntry | undefined;
  /** The entries that are done and came after this one to a field that it touched, oldest first. */
  overtakenBy(id: string): readonly string[];
  /** True for an entry that a revert takes back whole, wherever it needs no more than `override`. */
  isRevertible(id: string): boolean;
  /** Takes back the newest entry that is done. Throws Refusal. */
  undo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Does again the oldest entry that is undone. Throws Refusal. */
  redo(request: HistoryRequest): Promise<HistoryOutcome>;
  /** Takes back one entry by a new one. Throws Refusal. */
  revert(id: string, request: HistoryRequest): Promise<HistoryOutcome>;
  /** Called in the tick of the commit. */
  onChange(listener: () => void): () => void;
}
export const HistoryLog: Token<HistoryLog> = token<HistoryLog>('core.history');
