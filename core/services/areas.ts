// The show by areas: what scenes, sessions, clipboards and templates are made of.

import type { Refusal } from '../base/refusals.ts';
import { type Token, token } from '../base/token.ts';
import type { SettingChange } from '../rows/definitions.ts';
import type { ContentRow } from './documents.ts';

/** One field of the show as it is; `area` is what scenes, clipboards and templates call it. */
export interface AreaValue {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  readonly area: string;
}
/** Which fields of the show: of these areas, at the addresses that `has` takes. All of what is left out. */
export interface AreaFilter {
  readonly areas?: readonly string[];
  readonly has?: (path: string) => boolean;
}
/** A field as a commit would change it. */
export interface PlannedChange {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}
/** What writing values back would do now. */
export interface AreaPlan {
  /** For one commit, which does exactly this when it is made in the same tick. */
  readonly changes: readonly SettingChange[];
  /** All that it changes, what follows included. */
  readonly effect: readonly PlannedChange[];
  /** What can't be written and is left out: an address that is gone, a value that is refused. */
  readonly blocked: readonly { readonly path: string; readonly field: string; readonly refusal: Refusal }[];
  /** Left out because of what would follow from it, at a field that is to stay. */
  readonly held: readonly { readonly path: string; readonly field: string; readonly by: PlannedChange }[];
}
export interface AreaPlanOptions {
  readonly actor: string;
  /** What may not change, not even as what follows from another change. */
  readonly stays?: (path: string, field: string, area: string) => boolean;
}
/** The show by areas: what scenes, sessions, clipboards and templates are made of. A field without an area is in none. */
export interface Areas {
  /** All that there are, ascending. */
  list(): readonly string[];
  /** The area of a field of the show; undefined for one that is in none, or is not there. */
  areaOf(path: string, field: string): string | undefined;
  /** The fields as they are, defaults too, row by row. */
  content(filter?: AreaFilter): readonly AreaValue[];
  /** The same of all areas, as they are at the moment when it resolves; made over several turns of the event loop. */
  snapshot(): Promise<readonly ContentRow[]>;
  /** The same fields as they are where nobody has changed anything. */
  defaults(filter?: AreaFilter): readonly AreaValue[];
  /**
   * What is to be committed so that these values are there. What is there already is no change; what is of no area, or of
   * another than its value says, is blocked. Never throws Refusal.
   */
  plan(values: readonly (Omit<AreaValue, 'area'> & { readonly area?: string })[], options: AreaPlanOptions): AreaPlan;
}
export const Areas: Token<Areas> = token<Areas>('core.areas');
