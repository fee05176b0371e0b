// The whole desk at once: all that is stored, for a backup, and in its place what a backup holds.

import type { Refusal } from '../base/refusals.ts';
import { type Token, token } from '../base/token.ts';
import type { Change, Fields } from '../rows/definitions.ts';
import type { PlannedChange } from './areas.ts';
import type { Committed } from './desk.ts';
import type { PutDocument, StoredDocument } from './documents.ts';

/** The stored values at one address: those that differ from the defaults. */
export interface KeptRow {
  readonly path: string;
  /** The version of the row's literal that the values conform to. */
  readonly version: number;
  readonly fields: Fields;
}
/** All that is stored, at one revision. The content of documents is read by `Documents.content`. */
export interface DeskSnapshot {
  readonly revision: number;
  readonly rows: readonly KeptRow[];
  readonly documents: readonly StoredDocument[];
}
/** A stored value, or with field '' a whole row, that does not fit the desk now. */
export interface UnfitValue {
  readonly path: string;
  readonly field: string;
  readonly refusal: Refusal;
}
export interface ReplacementPlan {
  /** For one commit. */
  readonly changes: readonly Change[];
  /** All changes, including implied ones. */
  readonly effect: readonly PlannedChange[];
  readonly unfit: readonly UnfitValue[];
  /** Rows without an address now: they are stored, and count when their device or provider is there. */
  readonly waiting: readonly KeptRow[];
}
export interface ReplacementOptions {
  readonly actor: string;
  /** True for a field that stays as the desk has it. */
  readonly stays: (path: string, field: string) => boolean;
}
export interface Replacement extends ReplacementOptions {
  readonly rows: readonly KeptRow[];
  /** All documents of the desk from then on. A derived one stands behind the one it derives from. */
  readonly documents: readonly PutDocument[];
  /** The title in the history. */
  readonly label: string;
  /** More changes of the same commit, of which one at least changes something. */
  readonly also: readonly Change[];
}
export interface Replaced extends ReplacementPlan, Committed {}
/** The whole desk at once. Values that are not stored (`momentary`) are no part of it. */
export interface WholeDesk {
  snapshot(): DeskSnapshot;
  /** What `replace` would do now, found in many turns of the event loop. Rejects with refusal `console-locked`. */
  plan(rows: readonly KeptRow[], options: ReplacementOptions): Promise<ReplacementPlan>;
  /** Backs the store up, as a start does. Rejects with refusal `store-unavailable` while the store can't be written. */
  backUp(): Promise<void>;
  /**
   * Replaces all stored values and documents in one commit and one transaction: a desk that is killed meanwhile has all of
   * it or nothing. The history has one entry; documents are not undone. Rejects with Refusal; then nothing has changed.
   */
  replace(replacement: Replacement): Promise<Replaced>;
}
export const WholeDesk: Token<WholeDesk> = token<WholeDesk>('core.whole-desk');
