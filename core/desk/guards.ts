// Who may forbid a commit that every row by itself allows: what strips, sends and the patch make together.

import type { Faults } from '../base/fault-log.ts';
import { isRefusal } from '../base/refusals.ts';
import type { DeskReader } from '../rows/definitions.ts';
import type { CommitCheck, Guards } from '../services.ts';

export class CommitGuards implements Guards {
  readonly #checks = new Set<{ readonly check: CommitCheck }>();
  readonly #faults: Faults;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  use(check: CommitCheck): () => void {
    const each = { check };
    this.#checks.add(each);
    return () => this.#checks.delete(each);
  }

  /** For the desk, before a commit takes its revision. Throws Refusal; a check that throws anything else says nothing. */
  check(after: DeskReader, before: DeskReader, paths: readonly string[]): void {
    for (const { check } of this.#checks) {
      try {
        check(after, before, paths);
      } catch (error) {
        if (isRefusal(error)) throw error;
        this.#faults.note(error, 'a guard of commits');
      }
    }
  }
}
