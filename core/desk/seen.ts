// What targets reported of themselves, and who wants to know when it changes.
import type { SeenReader, SeenValue } from '../rows/definitions.ts';
import { freeze, isSame } from './json.ts';
import type { Observed } from './target.ts';

/** A field whose report changed. */
export interface SeenChange {
  readonly path: string;
  readonly field: string;
}

interface Report extends SeenValue {
  readonly target: string;
}

export class Seen implements SeenReader {
  readonly #reports = new Map<string, Map<string, Report>>();
  readonly #listeners = new Set<(changes: readonly SeenChange[]) => void>();

  read(path: string, field: string): SeenValue | undefined {
    return this.#reports.get(path)?.get(field);
  }

  /** Called once per report with all fields that changed in it, in its tick; a revision alone is no change. */
  onChange(listener: (changes: readonly SeenChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what a target reported; fields it says nothing of stay. */
  report(target: string, revision: number, values: readonly Observed[]): void {
    const changes: SeenChange[] = [];
    for (const { path, field, value, state, reason } of values) {
      const fields = this.#reports.get(path) ?? new Map<string, Report>();
      this.#reports.set(path, fields);
      const before = fields.get(field);
      const isChanged =
        before === undefined || before.state !== state || before.reason !== reason || !isSame(before.value, value);
      fields.set(field, {
        value: isChanged ? freeze(value) : before.value,
        revision,
        state,
        target,
        ...(reason === undefined ? {} : { reason }),
      });
      if (isChanged) changes.push({ path, field });
    }
    this.#tell(changes);
  }

  /** A target went: what it reported is true no more. */
  forget(target: string): void {
    const changes: SeenChange[] = [];
    for (const [path, fields] of this.#reports) {
      for (const [field, report] of fields) {
        if (report.target !== target) continue;
        fields.delete(field);
        changes.push({ path, field });
      }
      if (fields.size === 0) this.#reports.delete(path);
    }
    this.#tell(changes);
  }

  #tell(changes: readonly SeenChange[]): void {
    if (changes.length === 0) return;
    for (const listener of [...this.#listeners]) listener(changes);
  }
}
