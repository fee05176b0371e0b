// Undo, redo and revert: commits that follow the log (DESIGN, History).

import type { Faults } from '../base/fault-log.ts';
import { Listeners } from '../base/listeners.ts';
import { Refusal } from '../base/refusals.ts';
import type { HistoryMove } from '../desk/commit.ts';
import { conflictingParts } from '../desk/conflicting-parts.ts';
import type { DeskCore } from '../desk/desk.ts';
import type { Registry } from '../rows/registry.ts';
import type { CommitRequest, HistoryEntry, HistoryLog, HistoryOutcome, HistoryRequest } from '../services.ts';
import type { History } from './history.ts';
import { refusalOfStep, type Step, stepOf } from './history-step.ts';

/** The actor of a step, and its title in the history. */
type Doing = Pick<CommitRequest, 'actor' | 'label' | 'apart'>;

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
    const entry = this.entries[this.undone];
    if (entry === undefined) throw new Refusal('conflict', 'There is nothing to undo.', { reason: 'nothing-to-undo' });
    const move = { ids: [entry.id], undone: true };
    return this.#take(this.#step(entry, 'back', request), { ...request, label: `Undo ${entry.label}` }, move);
  }

  redo(request: HistoryRequest): Promise<HistoryOutcome> {
    const entry = this.entries[this.undone - 1];
    if (entry === undefined) throw new Refusal('conflict', 'There is nothing to redo.', { reason: 'nothing-to-redo' });
    const move = { ids: [entry.id], undone: false };
    return this.#take(this.#step(entry, 'forth', request), { ...request, label: `Redo ${entry.label}` }, move);
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

  #step(entry: HistoryEntry, to: 'back' | 'forth', { actor, override = false }: HistoryRequest): Step {
    const needs = { log: this.#log, faults: this.#faults, actor };
    const known = stepOf(entry, to, { ...needs, locate: (path) => this.#registry.locate(path) });
    const step = this.#withoutRefused(known, actor);
    const objection = override ? undefined : refusalOfStep(step);
    if (objection !== undefined) throw objection;
    return step;
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

  #take({ entry, changes, skipped }: Step, doing: Doing, move?: HistoryMove): Promise<HistoryOutcome> {
    const { actor, label, apart } = doing;
    const made = this.#desk.commitNow({ actor, label, apart, changes, exact: true }, move);
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

/** The refusal for one field; a field that its row no longer has is gone like an address. */
function named(path: string, field: string, { code, message, params, errors }: Refusal): Refusal {
  if (errors.some((error) => error.code === 'unknown-field')) {
    return new Refusal('row-gone', `${path} has no ${field} now.`, { path, field });
  }
  return new Refusal(code, `${path}: ${message}`, params, [...errors]);
}
