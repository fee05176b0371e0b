// Which values are on their way in a fade. Who asks for one of them without a fade wants it there at once (rows.md "Show":
// a PATCH to a fading level ends that fade), also where it is the one that the desk has already.
import type { Commit, Requested } from '../desk/commit.ts';

interface Field {
  readonly path: string;
  readonly field: string;
}

const keyOf = ({ path, field }: Field) => `${path}\n${field}`;

export interface EndingFadesNeeds {
  monotonicMs(): number;
  /** What goes to other places as it is where this is asked for, and is so there already: legs of a pair have one value. */
  copiesOf(asked: Requested): readonly Requested[];
}

export class EndingFades {
  readonly #needs: EndingFadesNeeds;
  /** When it ends, by address and field. */
  readonly #untilMs = new Map<string, number>();
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(needs: EndingFadesNeeds) {
    this.#needs = needs;
  }

  /** Notes what fades with this commit. Answers what of it fades no more, and that nothing but the asking tells the target. */
  follow({ changes, asked = [], fadeMs }: Commit): readonly Field[] {
    // Hardly ever does anything fade.
    if (fadeMs === undefined && this.#untilMs.size === 0) return [];
    const nowMs = this.#needs.monotonicMs();
    if (this.#lastMs <= nowMs) this.#untilMs.clear();
    const changed = changes.map(({ place, field }) => ({ path: place.path, field }));
    if (fadeMs !== undefined) {
      for (const each of changed) this.#untilMs.set(keyOf(each), nowMs + fadeMs);
      this.#lastMs = Math.max(this.#lastMs, nowMs + fadeMs);
      return [];
    }
    if (this.#untilMs.size === 0) return [];
    for (const each of changed) this.#untilMs.delete(keyOf(each));
    return this.#withCopies(asked).filter((each) => {
      const untilMs = this.#untilMs.get(keyOf(each)) ?? nowMs;
      return this.#untilMs.delete(keyOf(each)) && untilMs > nowMs;
    });
  }

  #withCopies(asked: readonly Requested[]): readonly Field[] {
    const all = new Map(asked.map((each) => [keyOf(each), each]));
    // A copy may have copies, and is looked at in its turn.
    for (const each of all.values()) for (const copy of this.#needs.copiesOf(each)) all.set(keyOf(copy), copy);
    return [...all.values()];
  }
}
