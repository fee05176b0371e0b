// What must not be cut by another rate: a recording is one file of one rate.
import { type CommitValidator, Refusal, type Token, token } from 'rowdesk/provider';

/** What locks the rate now, for people, `the recording first.wav of virtual-32x16`; undefined for nothing. */
export type RateLock = () => string | undefined;

export class RateLocks {
  static readonly token: Token<RateLocks> = token<RateLocks>('clock.rateLocks');
  readonly #locks = new Set<{ readonly lock: RateLock }>();

  /** For as long as its answer is not called. */
  use(lock: RateLock): () => void {
    const each = { lock };
    this.#locks.add(each);
    return () => this.#locks.delete(each);
  }

  /** Refuses (409) a commit that asks for a rate other than the one that is applied. `appliedHz` is asked for now. */
  check(path: string, appliedHz: () => number): CommitValidator {
    return (after, before, paths) => {
      if (!paths.includes(path)) return;
      const { rate } = after.read(path);
      if (rate === before.read(path).rate || rate === appliedHz()) return;
      for (const { lock } of this.#locks) {
        const what = lock();
        if (what === undefined) continue;
        throw new Refusal('conflict', `The rate can not change now: it would cut ${what}.`, { reason: 'recording' });
      }
    };
  }
}
