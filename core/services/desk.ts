// Settings: how they are read and changed, and what may hold a change.

import { type Token, token } from '../base/token.ts';
import type { DeskReader, SeenReader, SettingChange } from '../rows/definitions.ts';

/** Outcome of a commit. `durable` false: kept in memory only, until the store can be written again. */
export interface Committed {
  /** The revision it took; the current one when nothing changed. */
  readonly revision: number;
  readonly durable: boolean;
}

export interface CommitRequest {
  readonly actor: string;
  /** Remote address of the client that asks; left out where none does. */
  readonly address?: string;
  /** For people, in the history: `Input 3 level`. */
  readonly label: string;
  /** A value that is undefined forgets what is kept of a field. */
  readonly changes: readonly SettingChange[];
  /** All that is to follow is among the changes: nothing is implied. So are undo and redo, whatever they say. */
  readonly exact?: boolean;
  /** In the history it stands for itself, however fast others follow. */
  readonly apart?: boolean;
  /** The console's lock does not hold it: what the desk does by itself for the show to go on, what a name was stored under. */
  readonly despiteLock?: boolean;
  /** Checked again when the commit takes its revision. */
  readonly ifMatch?: { readonly path: string; readonly etag: string };
  /** Levels of the mixer fade to their new value over this long; without it they go there at once. */
  readonly fade?: { readonly ms: number };
}

/** The only way settings change. Throws Refusal; a refused commit changes nothing. */
export interface Desk extends DeskReader {
  readonly storeId: string;
  readonly revision: number;
  /** True when the state folder was empty at this start. */
  readonly isNew: boolean;
  /** Visible, told to targets and published in this very tick; the promise waits for the store. */
  commit(request: CommitRequest): Promise<Committed>;
  /** Called after each commit, in its tick, with the canonical addresses it touched; `address` is '' without a client. */
  onCommit(listener: (revision: number, paths: readonly string[], actor: string, address: string) => void): () => void;
  readonly seen: SeenReader;
}
export const Desk: Token<Desk> = token<Desk>('core.desk');

/** Whom the console is locked for: nobody, surfaces only, or everybody. */
export type Locked = 'none' | 'surface' | 'all';
/** Given by the provider of the lock's row, asked before each commit of lockable fields. Unlocked where nobody gave one. */
export interface Lock {
  use(locked: () => Locked): () => void;
}
export const Lock: Token<Lock> = token<Lock>('core.lock');

/**
 * The desk as a commit would make it, as it is, and the addresses that it touches. Throws Refusal to forbid it;
 * anything else that it throws is a fault in the log, and forbids nothing.
 */
export type CommitCheck = (after: DeskReader, before: DeskReader, paths: readonly string[]) => void;
/** For what rows that are right one by one make together. Asked in its tick by every commit but one for safety (a panic). */
export interface Guards {
  use(check: CommitCheck): () => void;
}
export const Guards: Token<Guards> = token<Guards>('core.guards');
