// A name as what may be cut and what may not: its last word tells left from right, and strip 1 from strip 12.
// A longer one, as of "Maria wedge", is what many names share.

export interface NameParts {
  readonly head: string;
  /** With what is between it and the head. */
  readonly tail: string;
}

/** No name is only a tail. */
const ending = /^(.*[^\s_-])([\s_-]+(?:[^\s_-]{1,3}|left|right|links|rechts)|(?<=\D)\d{1,3})$/isu;

export function namePartsOf(name: string): NameParts {
  const [, head = name, tail = ''] = ending.exec(name) ?? [];
  return { head, tail };
}
