// Validators of commits: checks across rows, where each row by itself allows the change (strips, sends and patch).

import type { Faults } from '../base/fault-log.ts';
import { isRefusal } from '../base/refusals.ts';
import type { DeskReader } from '../rows/definitions.ts';
import type { CommitValidator, Validators } from '../services.ts';

export class CommitValidators implements Validators {
  readonly #registered = new Set<{ readonly validator: CommitValidator }>();
  readonly #faults: Faults;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  use(validator: CommitValidator): () => void {
    const each = { validator };
    this.#registered.add(each);
    return () => this.#registered.delete(each);
  }

  /** Called before a commit takes its revision. Throws a validator's Refusal; other exceptions are logged as faults. */
  check(after: DeskReader, before: DeskReader, paths: readonly string[]): void {
    for (const { validator } of this.#registered) {
      try {
        validator(after, before, paths);
      } catch (error) {
        if (isRefusal(error)) throw error;
        this.#faults.note(error, 'a validator of commits');
      }
    }
  }
}
