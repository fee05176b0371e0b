// Settings: reading, committing, and the checks that may refuse a commit.

import { type Token, token } from '../base/token.ts';
import type { Change, DeskReader } from '../rows/definitions.ts';
import type { ObservedState } from '../rows/observed-state.ts';

/** Outcome of a commit. `durable` false: kept in memory only, until the store can be written again. */
export interface Committed {
  /** The revision of the commit; the current revision when nothing changed. */
  readonly revision: number;
  readonly durable: boolean;
}

/** A target that made changes itself (a control at the device), and the values that it has now. */
export interface CommitOrigin {
  readonly target: string;
  readonly values: readonly Change[];
}

export interface CommitRequest {
  readonly actor: string;
  /** Remote address of the requesting client; absent without one. */
  readonly address?: string;
  /** The title in the history: `Input 3 level`. */
  readonly label: string;
  /** The value undefined deletes the stored value of a field. */
  readonly changes: readonly Change[];
  /** True: the changes are complete, and imply no others. Undo and redo are always exact. */
  readonly exact?: boolean;
  /** True: the history never merges the commit with another. */
  readonly apart?: boolean;
  /** True: no step of the history: undo and redo leave it as it is. */
  readonly unlogged?: boolean;
  /** True: the console's lock does not block this commit (automatic actions of the desk, the name of a document). */
  readonly despiteLock?: boolean;
  /** A precondition, checked again when the commit takes its revision. */
  readonly ifMatch?: { readonly path: string; readonly etag: string };
  /** Duration of the fade of the mixer's levels; without it they change at once. */
  readonly fade?: { readonly ms: number };
  /** The source of the changes: its values are not written to it again. */
  readonly origin?: CommitOrigin;
}

/** The desk's settings. `commit` is the only way to change them. */
export interface Desk extends DeskReader {
  readonly storeId: string;
  readonly revision: number;
  /** True when the state folder was empty at this start. */
  readonly isNew: boolean;
  /**
   * Changes settings, sends them to targets and publishes them in this tick; the promise waits for the store. Throws
   * Refusal; a refused commit changes nothing.
   */
  commit(request: CommitRequest): Promise<Committed>;
  /**
   * Checks a large commit and works out what it makes of the desk, over turns of the event loop: the commit of this very
   * request takes both, unless the desk or a report has changed since. Rejects with Refusal as the commit would.
   */
  prepare(request: CommitRequest): Promise<void>;
  /** Called after each commit, in its tick, with the canonical addresses touched; `address` is '' without a client. */
  onCommit(listener: (revision: number, paths: readonly string[], actor: string, address: string) => void): () => void;
  /** What targets report, and which of their fields have changed. */
  readonly observed: ObservedState;
}
export const Desk: Token<Desk> = token<Desk>('core.desk');

/** Clients that the lock of the console blocks: none, surfaces only, or all. */
export type Locked = 'none' | 'surface' | 'all';
/** The provider of the lock's row registers `locked`; each commit of lockable fields calls it. Default: unlocked. */
export interface Lock {
  use(locked: () => Locked): () => void;
}
export const Lock: Token<Lock> = token<Lock>('core.lock');

/**
 * Gets the desk after the commit, the desk before it, and the addresses that it touches. Throws Refusal to forbid the
 * commit; any other exception is a fault in the log, and forbids nothing.
 */
export type CommitValidator = (after: DeskReader, before: DeskReader, paths: readonly string[]) => void;
/** Checks across rows that are each valid. Every commit runs them in its tick, except a commit for safety (a panic). */
export interface Validators {
  use(validator: CommitValidator): () => void;
}
export const Validators: Token<Validators> = token<Validators>('core.validators');
