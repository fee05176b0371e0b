// What must not be deleted now: a take that is recorded, played or rendered.
import { Refusal, type Token, token } from 'rowdesk/provider';

/** Why this take is in use, for people: `it is being recorded`; undefined where it is not. */
export type TakeLock = (takeId: string) => string | undefined;

export class TakeLocks {
  static readonly token: Token<TakeLocks> = token<TakeLocks>('takes.locks');
  readonly #locks = new Set<{ readonly lock: TakeLock }>();

  /** Until the returned function is called. */
  use(lock: TakeLock): () => void {
    const each = { lock };
    this.#locks.add(each);
    return () => this.#locks.delete(each);
  }

  /** Throws refusal `conflict` with the reason while the take is in use. */
  check(takeId: string): void {
    for (const { lock } of this.#locks) {
      const why = lock(takeId);
      if (why === undefined) continue;
      throw new Refusal('conflict', `The take ${takeId} stays: ${why}.`, { id: takeId, reason: 'in-use' });
    }
  }
}
