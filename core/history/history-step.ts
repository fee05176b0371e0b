// One step of undo, redo or revert: its changes to the desk as it is now, and the objections to them.

import type { Faults } from '../base/fault-log.ts';
import { isRefusal, Refusal } from '../base/refusals.ts';
import type { HistoryChange } from '../desk/commit.ts';
import type { Change, ConfirmedChange } from '../rows/definitions.ts';
import { isSetting, type RowRef, type SettingPlace } from '../rows/row-ref.ts';
import type { HistoryEntry, HistoryOutcome } from '../services.ts';
import type { History } from './history.ts';

export type Skipped = HistoryOutcome['skipped'][number];

/** Why a step needs `override`. */
export type Caution =
  | { readonly reason: 'actor'; readonly actor: string }
  | { readonly reason: 'delicate'; readonly path: string; readonly field: string };

export interface Step {
  readonly entry: HistoryEntry;
  /** For a commit without implied changes. */
  readonly changes: readonly Change[];
  readonly skipped: readonly Skipped[];
  readonly cautions: readonly Caution[];
}

export interface StepNeeds {
  readonly log: Pick<History, 'get' | 'after'>;
  /** May throw exceptions of providers. */
  readonly locate: (path: string) => RowRef | undefined;
  readonly faults: Faults;
  readonly actor: string;
}

/** `to`: `back` restores the values from before the entry, `forth` those after it. */
export function stepOf(entry: HistoryEntry, to: 'back' | 'forth', needs: StepNeeds): Step {
  const changes: Change[] = [];
  const skipped: Skipped[] = [];
  const cautions: Caution[] = entry.actor === needs.actor ? [] : [{ reason: 'actor', actor: entry.actor }];
  for (const change of entry.changes) {
    const { path, field } = change;
    const place = placeOf(path, needs);
    if (isRefusal(place)) {
      skipped.push({ path, field, refusal: place });
      continue;
    }
    const refusal = overtaken(change, entry, needs);
    if (refusal !== undefined) {
      skipped.push({ path, field, refusal });
      continue;
    }
    const [value, before] = to === 'back' ? [change.from, change.to] : [change.to, change.from];
    changes.push({ path, field, value });
    if (needsConfirmation(place, field, before, value)) cautions.push({ reason: 'delicate', path, field });
  }
  return { entry, changes, skipped, cautions };
}

/** The refusal of a step as a whole; undefined without objections. */
export function refusalOfStep({ entry, skipped, cautions }: Step): Refusal | undefined {
  const [first] = skipped;
  if (first !== undefined) {
    const { code, message, errors } = first.refusal;
    const rest = skipped.length > 1 ? ` So it is with ${skipped.length - 1} more.` : '';
    const named = skipped.map(({ path, field, refusal }) => ({ path, field, code: refusal.code, ...refusal.params }));
    const params = { id: entry.id, skipped: named.slice(0, mostNamed), count: skipped.length };
    return new Refusal(code, `${message}${rest} With override it is left as it is.`, params, [...errors]);
  }
  if (cautions.length === 0) return undefined;
  const words = cautions.slice(0, mostNamed).map(describeCaution).join(', and ');
  const params = { id: entry.id, reasons: cautions.slice(0, mostNamed) };
  return new Refusal('override-needed', `${entry.label} ${words}: that is done with override only.`, params);
}

const mostNamed = 8;

/** The setting, or the refusal for an absent one. */
function placeOf(path: string, { faults, locate }: StepNeeds): SettingPlace | Refusal {
  try {
    const place = locate(path);
    if (place !== undefined && isSetting(place)) return place;
    return new Refusal('row-gone', `${path} is gone.`, { path });
  } catch (error) {
    return faults.refusal(error, `looking for ${path}`);
  }
}

function overtaken({ path, field }: HistoryChange, { id }: HistoryEntry, needs: StepNeeds): Refusal | undefined {
  const by = needs.log.after({ path, field }, id);
  const last = needs.log.get(by.at(-1) ?? '');
  if (last === undefined) return undefined;
  const who = `${last.label} by ${last.actor}`;
  return new Refusal('overtaken', `${path} ${field} was changed again since: ${who}.`, { overtakenBy: by });
}

function needsConfirmation({ row }: SettingPlace, field: string, from: unknown, to: unknown): boolean {
  if (row.confirmOnUndo === undefined || !Object.hasOwn(row.confirmOnUndo, field)) return false;
  return isOfKind[row.confirmOnUndo[field] as ConfirmedChange](Number(from), Number(to));
}

/** Whether a change from one value to another is of the kind; false is less than true. */
const isOfKind: Readonly<Record<ConfirmedChange, (from: number, to: number) => boolean>> = {
  change: (from, to) => from !== to,
  rise: (from, to) => to > from,
  fall: (from, to) => to < from,
};

function describeCaution(caution: Caution): string {
  if (caution.reason === 'actor') return `is what ${caution.actor} did`;
  return `would change ${caution.path} ${caution.field}`;
}
