// The show by areas: the content of scenes, sessions, clipboards and templates.

import type { Refusal } from '../base/refusals.ts';
import { type Token, token } from '../base/token.ts';
import type { Change } from '../rows/definitions.ts';
import type { ContentRow } from './documents.ts';

/** One field of the show with its current value; `area` is its part in scenes, clipboards and templates. */
export interface AreaValue {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly area: string;
}
/** Selects fields of the show by area, and by address (`has`). An absent member selects all. */
export interface AreaFilter {
  readonly areas?: readonly string[];
  readonly has?: (path: string) => boolean;
}
/** The effect of a commit on one field. */
export interface PlannedChange {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}
/** The effect of writing values back now. */
export interface AreaPlan {
  /** For one commit, which has exactly this effect in the same tick. */
  readonly changes: readonly Change[];
  /** All changes, including implied ones. */
  readonly effect: readonly PlannedChange[];
  /** Fields left out because they can't be written: the address is gone, or the value is refused. */
  readonly blocked: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  /** Fields left out because their change would imply a change of a field that `stays` protects. */
  readonly held: readonly { readonly path: string; readonly field: string; readonly by: PlannedChange }[];
}
export interface AreaPlanOptions {
  readonly actor: string;
  /** True for a field that may not change, not even as an implied change. */
  readonly stays?: (path: string, field: string, area: string) => boolean;
  /**
   * More changes for the end of the same commit. They and what follows from them are no part of the plan. A commit of
   * `changes` and then these in the tick of the plan is not checked again.
   */
  readonly also?: readonly Change[];
}
/** A kept row beside the desk. `other`: a field is not as it was kept, or can't be read. `gone`: the desk has no such row. */
export interface ComparedRow {
  readonly row: ContentRow;
  readonly now: 'same' | 'other' | 'gone';
}
/** The show by areas: the content of scenes, sessions, clipboards and templates, without fields that have no area. */
export interface Areas {
  /** All areas, ascending. */
  list(): readonly string[];
  /** The area of a field; undefined for a field without an area, or an absent one. */
  areaOf(path: string, field: string): string | undefined;
  /** The fields with their current values, also those at their default, row by row. */
  content(filter?: AreaFilter): readonly AreaValue[];
  /** The content of all areas at the moment of resolution; made over several turns of the event loop. */
  snapshot(): Promise<readonly ContentRow[]>;
  /**
   * Compares kept rows with the desk over several turns of the event loop, and calls `then` with them, in their order, in
   * the tick in which it is so: what that plans and commits is of one moment. Resolves with what `then` returns, rejects
   * with what it throws.
   */
  compare<Result>(rows: readonly ContentRow[], then: (rows: readonly ComparedRow[]) => Result): Promise<Result>;
  /** The same fields with their default values. */
  defaults(filter?: AreaFilter): readonly AreaValue[];
  /**
   * The commit that sets these values. An equal current value is no change; a field without an area, or of another area
   * than its value names, is blocked. Never throws Refusal.
   */
  plan(values: readonly (Omit<AreaValue, 'area'> & { readonly area?: string })[], options: AreaPlanOptions): AreaPlan;
}
export const Areas: Token<Areas> = token<Areas>('core.areas');
