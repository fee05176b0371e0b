// A name as what may be cut and what may not: its last short word tells left from right, and strip 1 from strip 12.

export interface NameParts {
  readonly head: string;
  /** With what is between it and the head. */
  readonly tail: string;
}

/** No name is only a tail. */
const ending = /^(.*[^\s_-])([\s_-]+[^\s_-]{1,5}|(?<=\D)\d{1,3})$/su;

export function namePartsOf(name: string): NameParts {
  const [, head = name, tail = ''] = ending.exec(name) ?? [];
  return { head, tail };
}
