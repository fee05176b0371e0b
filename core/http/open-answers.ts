// Answers under way, by the permit of their client: they end with it.
import type { ServerResponse } from 'node:http';
import type { Permit } from '../rows/permit.ts';

export class OpenAnswers {
  readonly #open = new Map<Permit, Set<ServerResponse>>();

  /** Until the answer is over. */
  add(permit: Permit, response: ServerResponse): void {
    const answers = this.#open.get(permit) ?? new Set();
    this.#open.set(permit, answers);
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0 && this.#open.get(permit) === answers) this.#open.delete(permit);
    });
  }

  /** Breaks off the answers whose permit is not in effect any more. */
  end(isInEffect: (permit: Permit) => boolean): void {
    for (const [permit, answers] of [...this.#open]) {
      if (isInEffect(permit)) continue;
      for (const response of [...answers]) response.destroy();
    }
  }

  get size(): number {
    return this.#open.size;
  }
}
