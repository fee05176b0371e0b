// Which values are on their way in a fade. Who asks for one of them without a fade wants it there at once (rows.md "Show":
// a PATCH to a fading level ends that fade), also where it is the one that the desk has already.
import type { AppliedCommit } from './applied.ts';

interface Field {
  readonly path: string;
  readonly field: string;
}

const keyOf = ({ path, field }: Field) => `${path}\n${field}`;

export class EndingFades {
  readonly #monotonicMs: () => number;
  /** When it ends, by address and field. */
  readonly #untilMs = new Map<string, number>();
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
  }

  /** Notes what fades with this commit. Answers what of it fades no more, and that nothing but the asking tells the target. */
  follow({ changes, asked = [], fadeMs }: AppliedCommit): readonly Field[] {
    const nowMs = this.#monotonicMs();
    if (this.#lastMs <= nowMs) this.#untilMs.clear();
    const changed = changes.map(({ place, field }) => ({ path: place.path, field }));
    if (fadeMs !== undefined) {
      for (const each of changed) this.#untilMs.set(keyOf(each), nowMs + fadeMs);
      this.#lastMs = Math.max(this.#lastMs, nowMs + fadeMs);
      return [];
    }
    if (this.#untilMs.size === 0) return [];
    for (const each of changed) this.#untilMs.delete(keyOf(each));
    return asked.filter((each) => {
      const untilMs = this.#untilMs.get(keyOf(each)) ?? nowMs;
      return this.#untilMs.delete(keyOf(each)) && untilMs > nowMs;
    });
  }
}
