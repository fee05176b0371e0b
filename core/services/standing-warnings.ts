// The warnings of one part of the desk: those that hold now are raised, and those that no longer hold are cleared.
import type { Warning, Warnings } from './warnings.ts';

export class StandingWarnings {
  readonly #board: Pick<Warnings, 'raise' | 'clear'>;
  #raised: ReadonlySet<string> = new Set();

  constructor(board: Pick<Warnings, 'raise' | 'clear'>) {
    this.#board = board;
  }

  /** All that hold now; a warning that was among them before and is not now ends. */
  become(now: readonly Omit<Warning, 'since'>[]): void {
    for (const warning of now) this.#board.raise(warning);
    const ids = new Set(now.map(({ id }) => id));
    for (const id of this.#raised) if (!ids.has(id)) this.#board.clear(id);
    this.#raised = ids;
  }

  /** None holds any more. */
  end(): void {
    this.become([]);
  }
}
