// Whose keys may write what, as rows say it.
import type { At, PerField } from './definitions.ts';

/**
 * Whose keys may write a field, where the configuration has `access` (docs/access.md).
 * - `run`: those that run the desk
 * - `mix`: those that mix, too
 * - `bus`: also the key of one bus, on the rows of that bus
 * - `parts`: those that may write all that the field changes in other rows
 * - `view`: every key
 */
export const writerNames = ['run', 'mix', 'bus', 'parts', 'view'] as const;
export type Writers = (typeof writerNames)[number];

/** A row with fields that others than those with role `run` may write. */
export interface WrittenBy {
  /** By field, or of all fields; a field that is not named is for `run` alone, and so is a row without it. */
  readonly writers?: PerField<Writers>;
  /** The bus that an address belongs to, `mix/3`, where `writers` has `bus`. */
  readonly busOf?: (at: At) => string;
}
