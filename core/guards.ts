// Who may forbid a commit that every row by itself allows: what strips, sends and the patch make together.
import type { DeskReader } from './rows/definitions.ts';
import type { CommitCheck, Guards } from './services.ts';

export class CommitGuards implements Guards {
  readonly #checks = new Set<{ readonly check: CommitCheck }>();

  use(check: CommitCheck): () => void {
    const each = { check };
    this.#checks.add(each);
    return () => this.#checks.delete(each);
  }

  /** For the desk, before a commit takes its revision. Throws what a check throws. */
  check(after: DeskReader, before: DeskReader, paths: readonly string[]): void {
    for (const { check } of this.#checks) check(after, before, paths);
  }
}
