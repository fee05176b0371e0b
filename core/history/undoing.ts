// Undo, redo and revert: commits that follow the log (DESIGN, History).

import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import { Refusal } from '../base/refusals.ts';
import { nextTurn } from '../base/steps.ts';
import { type HistoryMove, mostChangesAtOnce } from '../desk/commit.ts';
import { conflictingParts } from '../desk/conflicting-parts.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Registry } from '../rows/registry.ts';
import type { CommitRequest, HistoryEntry, HistoryLog, HistoryOutcome, HistoryRequest } from '../services.ts';
import type { History } from './history.ts';
import { refusalOfStep, type Step, stepOf } from './history-step.ts';

/** The actor of a step, and its title in the history. */
type Doing = Pick<CommitRequest, 'actor' | 'label' | 'apart'>;

type Direction = 'back' | 'forth';

/** Refusals that may concern some of the changes only. */
const ofSingleFields: ReadonlySet<string> = new Set(['invalid-fields', 'conflict', 'fault']);

export class Undoing implements HistoryLog {
  readonly #desk: DeskCore;
  readonly #log: History;
  readonly #registry: Registry;
  readonly #faults: Faults;
  readonly #listeners: Listeners;
  #version: number;

  /** `log`: the log that the desk writes. */
  constructor(desk: DeskCore, log: History, registry: Registry, faults: Faults) {
    this.#desk = desk;
    this.#log = log;
    this.#registry = registry;
    this.#faults = faults;
    this.#listeners = new Listeners(faults, 'a listener of the history');
    this.#version = this.#log.version;
    desk.onCommit(() => this.#notify());
  }

  get bound(): number {
    return this.#log.bound;
  }

  get entries(): readonly HistoryEntry[] {
    return this.#log.entries.toReversed();
  }

  get idsVersion(): number {
    return this.#log.idsVersion;
  }

  get undone(): number {
    return this.#log.undone;
  }

  get(id: string): HistoryEntry | undefined {
    return this.#log.get(id);
  }

  overtakenBy(id: string): readonly string[] {
    const changes = this.get(id)?.changes ?? [];
    const ids = new Set(changes.flatMap((change) => this.#log.after(change, id)));
    return [...ids].sort((a, b) => Number(a) - Number(b));
  }

  isRevertible(id: string): boolean {
    const entry = this.get(id);
    if (entry === undefined || entry.undone) return false;
    return entry.changes.every((change) => this.#log.isLast(change, id) && this.#isThere(change.path));
  }

  undo(request: HistoryRequest): Promise<HistoryOutcome> {
    return this.#move('back', request);
  }

  redo(request: HistoryRequest): Promise<HistoryOutcome> {
    return this.#move('forth', request);
  }

  revert(id: string, request: HistoryRequest): Promise<HistoryOutcome> {
    const entry = this.get(id);
    if (entry === undefined) throw new Refusal('unknown-row', `The history has no entry ${id}.`, { id });
    if (entry.undone) throw new Refusal('conflict', `${entry.label} is undone.`, { reason: 'undone', id });
    const step = this.#step(entry, 'back', request);
    const objection = step.changes.length === 0 ? refusalOfStep(step) : undefined;
    if (objection !== undefined) throw objection;
    return this.#take(step, { ...request, label: `Revert ${entry.label}`, apart: true });
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** In this tick; a large step is checked over turns, and then as a small one if it is refused, or anything overtakes it. */
  #move(to: Direction, request: HistoryRequest, isAtOnce = false): Promise<HistoryOutcome> {
    const entry = this.#next(to);
    const doing = { ...request, label: `${to === 'back' ? 'Undo' : 'Redo'} ${entry.label}` };
    const move = { ids: [entry.id], undone: to === 'back' };
    if (isAtOnce || entry.changes.length <= mostChangesAtOnce)
      return this.#take(this.#step(entry, to, request), doing, move);
    const step = withoutObjection(this.#stepOf(entry, to, request), request);
    const locked = step.changes.map((change) => this.#desk.lockOn(change, request.actor)).find((each) => each);
    if (locked !== undefined) throw locked;
    return this.#takeInTurns(step, doing, move).then((taken) => taken ?? this.#move(to, request, true));
  }

  #next(to: Direction): HistoryEntry {
    const entry = this.entries[to === 'back' ? this.undone : this.undone - 1];
    if (entry !== undefined) return entry;
    const what = to === 'back' ? 'undo' : 'redo';
    throw new Refusal('conflict', `There is nothing to ${what}.`, { reason: `nothing-to-${what}` });
  }

  #step(entry: HistoryEntry, to: Direction, request: HistoryRequest): Step {
    return withoutObjection(this.#withoutRefused(this.#stepOf(entry, to, request), request.actor), request);
  }

  #stepOf(entry: HistoryEntry, to: Direction, { actor }: HistoryRequest): Step {
    const needs = { log: this.#log, faults: this.#faults, actor };
    return stepOf(entry, to, { ...needs, locate: (path) => this.#registry.locate(path) });
  }

  /** Undefined for a step that the desk refuses, or that is of an earlier desk once it is checked. */
  async #takeInTurns(step: Step, doing: Doing, move: HistoryMove): Promise<HistoryOutcome | undefined> {
    const request = requestOf(step, doing);
    const { revision } = this.#desk;
    await nextTurn();
    try {
      await this.#desk.prepare(request);
    } catch {
      return undefined;
    }
    await nextTurn();
    return this.#desk.revision === revision ? this.#commit(step, request, move) : undefined;
  }

  /** Leaves out changes that the desk refuses. Throws a refusal of all changes (a lock). */
  #withoutRefused(step: Step, actor: string): Step {
    const against = (changes: Step['changes']) =>
      this.#faults.refusalOf('a step in the history', () =>
        this.#desk.rehearse({ actor, label: '', changes, exact: true }),
      );
    const refusal = against(step.changes);
    if (refusal === undefined) return step;
    if (!ofSingleFields.has(refusal.code)) throw refusal;
    const refused = new Map(conflictingParts(step.changes, against));
    const skipped = [...refused].map(([{ path, field }, reason]) => ({
      path,
      field,
      refusal: named(path, field, reason),
    }));
    const changes = step.changes.filter((change) => !refused.has(change));
    return { ...step, changes, skipped: [...step.skipped, ...skipped] };
  }

  #take(step: Step, doing: Doing, move?: HistoryMove): Promise<HistoryOutcome> {
    return this.#commit(step, requestOf(step, doing), move);
  }

  #commit({ entry, skipped }: Step, request: CommitRequest, move?: HistoryMove): Promise<HistoryOutcome> {
    const made = this.#desk.commitNow(request, move);
    const done = made.changes.map(({ place, field, from, to }) => ({ path: place.path, field, from, to }));
    const outcome = { entry, revision: made.revision, changes: done, skipped };
    return made.saved.then((durable) => ({ ...outcome, durable }));
  }

  /** Called for every entry, many times a second: exceptions of providers are not logged. */
  #isThere(path: string): boolean {
    try {
      return this.#desk.has(path);
    } catch {
      return false;
    }
  }

  #notify(): void {
    if (this.#version === this.#log.version) return;
    this.#version = this.#log.version;
    this.#listeners.notify();
  }
}

function requestOf({ changes }: Step, { actor, label, apart }: Doing): CommitRequest {
  return { actor, label, apart, changes, exact: true };
}

/** Throws what stands against a step without `override`. */
function withoutObjection(step: Step, { override = false }: HistoryRequest): Step {
  const objection = override ? undefined : refusalOfStep(step);
  if (objection !== undefined) throw objection;
  return step;
}

/** The refusal for one field; a field that its row no longer has is gone like an address. */
function named(path: string, field: string, { code, message, params, errors }: Refusal): Refusal {
  if (errors.some((error) => error.code === 'unknown-field')) {
    return new Refusal('row-gone', `${path} has no ${field} now.`, { path, field });
  }
  return new Refusal(code, `${path}: ${message}`, params, [...errors]);
}
