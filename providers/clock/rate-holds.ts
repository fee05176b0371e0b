// What must not be cut by another rate: a recording is one file of one rate.
import { type CommitValidator, Refusal, type Token, token } from 'rowdesk/provider';

/** What holds the rate now, for people, `the recording first.wav of virtual-32x16`; undefined for nothing. */
export type RateHold = () => string | undefined;

export class RateHolds {
  static readonly token: Token<RateHolds> = token<RateHolds>('clock.rateHolds');
  readonly #holds = new Set<{ readonly hold: RateHold }>();

  /** For as long as its answer is not called. */
  use(hold: RateHold): () => void {
    const each = { hold };
    this.#holds.add(each);
    return () => this.#holds.delete(each);
  }

  /** Refuses (409) a commit that asks for a rate other than the one that is applied. `appliedHz` is asked for now. */
  check(path: string, appliedHz: () => number): CommitValidator {
    return (after, before, paths) => {
      if (!paths.includes(path)) return;
      const { rate } = after.read(path);
      if (rate === before.read(path).rate || rate === appliedHz()) return;
      for (const { hold } of this.#holds) {
        const what = hold();
        if (what === undefined) continue;
        throw new Refusal('conflict', `The rate can not change now: it would cut ${what}.`, { reason: 'recording' });
      }
    };
  }
}
