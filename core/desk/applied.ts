// A commit as it was made.
import type { FieldContract } from '../rows/contract.ts';
import type { SettingPlace } from './memory.ts';

export interface AppliedChange {
  readonly place: SettingPlace;
  readonly field: string;
  readonly contract: FieldContract;
  readonly from: unknown;
  readonly to: unknown;
}

export interface Asked {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
}

/** A commit as those see it who bring it to the targets. */
export interface AppliedCommit {
  readonly revision: number;
  readonly actor: string;
  readonly address?: string;
  readonly changes: readonly AppliedChange[];
  /** By canonical address what was asked for, also where it is so already. */
  readonly asked?: readonly Asked[];
  /** How long levels move to their new value. */
  readonly fadeMs?: number;
}

/** Undo and redo mark entries instead of adding one. */
export interface HistoryMove {
  readonly ids: readonly string[];
  readonly undone: boolean;
}
