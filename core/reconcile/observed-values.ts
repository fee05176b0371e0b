// The observed state: the last report of each field, and its listeners.

import type { Faults } from '../base/fault-log.ts';
import { freeze, isSameJson } from '../base/json.ts';
import { Listeners } from '../base/listeners.ts';
import type { Reading } from '../driver.ts';
import type { FieldReading, ObservedReports } from '../rows/observed-state.ts';

/** A field whose report changed. */
export interface ObservedChange {
  readonly path: string;
  readonly field: string;
}

/** A report as rows show it. */
export interface ShownReading extends Reading {
  /** The state that the target reports, where rows show another one. */
  readonly reportedState?: Reading['state'];
}

interface Source {
  readonly target: string;
  /** All reports of the target hold at this revision: a changed value is reported again. */
  revision: number;
}

class Report implements FieldReading {
  readonly value: unknown;
  readonly state: Reading['state'];
  readonly reportedState: Reading['state'];
  readonly reason?: string;
  readonly source: Source;

  constructor({ value, state, reason, reportedState = state }: ShownReading, source: Source) {
    this.value = freeze(value);
    this.state = state;
    this.reportedState = reportedState;
    if (reason !== undefined) this.reason = reason;
    this.source = source;
  }

  get revision(): number {
    return this.source.revision;
  }

  says({ value, state, reason }: Reading): boolean {
    return this.state === state && this.reason === reason && isSameJson(this.value, value);
  }
}

export class ObservedValues implements ObservedReports {
  readonly #sources = new Map<string, Source>();
  readonly #reports = new Map<string, Map<string, Report>>();
  readonly #listeners: Listeners<[changes: readonly ObservedChange[]]>;

  constructor(faults: Faults) {
    this.#listeners = new Listeners(faults, 'a listener of observed values');
  }

  read(path: string, field: string): FieldReading | undefined {
    return this.#reports.get(path)?.get(field);
  }

  /** The last report of this target about a field, as the target reported it; undefined where another one did since. */
  reported(target: string, path: string, field: string): Omit<Reading, 'path' | 'field'> | undefined {
    const report = this.#reports.get(path)?.get(field);
    if (report?.source.target !== target) return undefined;
    const { value, state, reportedState } = report;
    return state === reportedState ? report : { value, state: reportedState };
  }

  /** Called once per report that changes anything, in its tick, with all changed fields. */
  onChange(listener: (changes: readonly ObservedChange[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Takes a report of a target that has applied `revision`; fields that are not in the report keep their values. */
  report(target: string, revision: number, values: readonly ShownReading[]): void {
    this.#notify(this.#take(target, revision, values));
  }

  /** Takes a report as `report` does; the returned function calls the listeners. */
  take(target: string, revision: number, values: readonly ShownReading[]): () => void {
    const changes = this.#take(target, revision, values);
    return () => this.#notify(changes);
  }

  /** Drops all reports of an absent target. */
  forget(target: string): void {
    const changes: ObservedChange[] = [];
    for (const [path, fields] of this.#reports) {
      for (const [field, report] of fields) {
        if (report.source.target !== target) continue;
        fields.delete(field);
        changes.push({ path, field });
      }
      if (fields.size === 0) this.#reports.delete(path);
    }
    this.#notify(changes);
  }

  #take(target: string, revision: number, values: readonly ShownReading[]): readonly ObservedChange[] {
    const source = this.#sourceOf(target);
    source.revision = revision;
    const changes: ObservedChange[] = [];
    for (const observed of values) {
      const { path, field } = observed;
      const fields = this.#reports.get(path) ?? new Map<string, Report>();
      const before = fields.get(field);
      const isChanged = before?.says(observed) !== true;
      const { state, reportedState = state } = observed;
      if (!isChanged && before.source === source && before.reportedState === reportedState) continue;
      this.#reports.set(path, fields.set(field, new Report(observed, source)));
      if (isChanged) changes.push({ path, field });
    }
    return changes;
  }

  #sourceOf(target: string): Source {
    const source = this.#sources.get(target) ?? { target, revision: 0 };
    this.#sources.set(target, source);
    return source;
  }

  #notify(changes: readonly ObservedChange[]): void {
    if (changes.length > 0) this.#listeners.notify(changes);
  }
}
