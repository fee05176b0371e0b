// Fields that are no slots of the audio thread's parameters: each group of them has a class of its own.
import type { Reading, Value } from 'rowdesk/driver';

export interface FieldGroup {
  takes(value: Value): boolean;
  /** Takes values of this group, those of one block. Returns each that can't be applied, with its reason. */
  apply(values: readonly Value[]): readonly Reading[];
  /** The group's values as they are; an unchanged one is the same object as before. */
  readonly readings: Iterable<Reading>;
}

export class FieldGroups {
  readonly #groups: readonly FieldGroup[];

  constructor(groups: readonly FieldGroup[]) {
    this.#groups = groups;
  }

  /** Applies what belongs to a group. `refused` of it, and the values of no group. */
  apply(values: readonly Value[]): { readonly refused: Reading[]; readonly rest: readonly Value[] } {
    const refused: Reading[] = [];
    let rest = values;
    for (const group of this.#groups) {
      const own = rest.filter((value) => group.takes(value));
      if (own.length === 0) continue;
      rest = rest.filter((value) => !group.takes(value));
      refused.push(...group.apply(own));
    }
    return { refused, rest };
  }

  get readings(): readonly Reading[] {
    return this.#groups.flatMap(({ readings }) => [...readings]);
  }
}
