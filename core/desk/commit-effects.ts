// What a commit does to memory and to the log: worked out before, and done in the tick of the commit.
import { atOnce, type Steps } from '../base/steps.ts';
import type { FieldContract } from '../rows/contract.ts';
import type { CommitRequest, Time } from '../services.ts';
import type { StoredRow } from '../store/store.ts';
import type { AppliedChange, CommitLog, HistoryChange, HistoryDelta, HistoryMove } from './commit.ts';
import type { Draft } from './draft.ts';
import type { MadeRow, Memory } from './memory.ts';

/** What a commit makes of the desk, known before anything of it shows. */
export interface Effect {
  readonly revision: number;
  readonly made: readonly MadeRow[];
  readonly changes: readonly AppliedChange[];
  /** Those that the history keeps: changes of the show. */
  readonly shown: readonly HistoryChange[];
  readonly paths: readonly string[];
  /** For the store; none of a row whose changes are all momentary. */
  readonly rows: readonly StoredRow[];
}

/** Rows between two steps. */
const rowsPerStep = 64;

export const effectOf = (draft: Draft, memory: Memory, revision: number): Effect =>
  atOnce(effectInSteps(draft, memory, revision));

/** In steps, between which the desk must not change. Live fields are those after the commit. */
export function* effectInSteps({ overlay, touched }: Draft, memory: Memory, revision: number): Steps<Effect> {
  const made: MadeRow[] = [];
  const applied: AppliedChange[] = [];
  const shown: HistoryChange[] = [];
  for (const { place, changes } of touched) {
    if (made.length % rowsPerStep === rowsPerStep - 1) yield;
    const fields = memory.fieldsAt(place, overlay);
    const known = memory.fieldsAt(place, memory);
    const before = memory.readAt(place);
    const values = new Map(changes.map(({ field, value }) => [field, value]));
    const row = memory.made(place, fields, values, revision);
    made.push(row);
    for (const { field } of changes) {
      const contract = contractFrom(field, fields, known);
      if (contract === undefined) continue;
      const change = { place, field, contract, from: before[field], to: row.after[field] };
      applied.push(change);
      if (contract.life === 'show') shown.push(asLogged(change));
    }
  }
  const paths = [...new Set(applied.map(({ place }) => place.path))];
  const rows = made.flatMap(({ stored }) => stored ?? []);
  return { revision, made, changes: applied, shown, paths, rows };
}

type FieldMap = ReadonlyMap<string, FieldContract>;

/** Of a field that the commit removes, that from before. */
const contractFrom = (field: string, after: FieldMap, before: FieldMap) => after.get(field) ?? before.get(field);

/** The entry of a commit. Undo and redo mark entries instead. */
export function logCommit(
  log: CommitLog,
  { actor, label, apart, unlogged = false }: CommitRequest,
  { revision, shown }: Pick<Effect, 'revision' | 'shown'>,
  time: Time,
  move: HistoryMove | undefined,
): Partial<HistoryDelta> {
  if (move !== undefined) return log.mark(move.ids, move.undone, revision);
  if (unlogged || shown.length === 0) return {};
  const at = { atMs: time.now(), monotonicMs: time.monotonicMs() };
  return log.add({ ...at, actor, label, revision, changes: shown, apart });
}

function asLogged({ place, field, from, to }: AppliedChange): HistoryChange {
  return { path: place.path, field, from, to };
}
