// What a commit does to memory and to the log, in the tick of the commit.
import type { FieldContract } from '../rows/contract.ts';
import type { SettingPlace } from '../rows/row-ref.ts';
import type { CommitRequest, Time } from '../services.ts';
import type { StoredRow } from '../store/store.ts';
import type { AppliedChange, CommitLog, HistoryChange, HistoryDelta, HistoryMove } from './commit.ts';
import type { Draft } from './draft.ts';
import type { Memory } from './memory.ts';

export interface Applied {
  /** For the store; none of a row whose changes are all momentary. */
  readonly rows: readonly StoredRow[];
  readonly changes: readonly AppliedChange[];
}

/** Makes the changes of a draft visible. */
export function applyDraft({ overlay, touched }: Draft, memory: Memory, revision: number): Applied {
  // Live fields are those after the commit, whichever row is first: no row is changed before all are evaluated.
  const plans = touched.map(({ place, changes }) => {
    const fields = memory.fieldsAt(place, overlay);
    const known = memory.fieldsAt(place, memory);
    return { place, changes, fields, known, before: memory.readAt(place) };
  });
  const rows: StoredRow[] = [];
  const applied: AppliedChange[] = [];
  for (const { place, changes, fields, known, before } of plans) {
    const values = new Map(changes.map(({ field, value }) => [field, value]));
    const stored = memory.apply(place, fields, values, revision);
    if (stored !== undefined) rows.push(stored);
    const after = memory.valuesAt(place, fields);
    for (const { field } of changes) {
      const contract = contractFrom(field, fields, known);
      if (contract !== undefined) applied.push({ place, field, contract, from: before[field], to: after[field] });
    }
  }
  return { rows, changes: applied };
}

type FieldMap = ReadonlyMap<string, FieldContract>;

/** Of a field that the commit removes, that from before. */
const contractFrom = (field: string, after: FieldMap, before: FieldMap) => after.get(field) ?? before.get(field);

/** The entry of a commit. Undo and redo mark entries instead; only changes of the show are logged. */
export function logCommit(
  log: CommitLog,
  { actor, label, apart, unlogged = false }: CommitRequest,
  { changes, revision, time }: { changes: readonly AppliedChange[]; revision: number; time: Time },
  move: HistoryMove | undefined,
): Partial<HistoryDelta> {
  if (move !== undefined) return log.mark(move.ids, move.undone, revision);
  if (unlogged) return {};
  const shown = changes.filter(({ contract }) => contract.life === 'show').map(asLogged);
  if (shown.length === 0) return {};
  const at = { atMs: time.now(), monotonicMs: time.monotonicMs() };
  return log.add({ ...at, actor, label, revision, changes: shown, apart });
}

function asLogged({ place, field, from, to }: AppliedChange & { readonly place: SettingPlace }): HistoryChange {
  return { path: place.path, field, from, to };
}
