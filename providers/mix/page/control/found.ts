// What is found by typed words.

export interface Findable {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** What typed words are looked for in. */
  readonly text: string;
}

/** Whether the text has every word, however it is written. */
export function hasWords(text: string, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

/** Those that have every word; first those whose label has them as they are typed: `Input 3` is not `Input 1 · virtual-32x16`. */
export function foundIn<T extends Findable>(choices: readonly T[], typed: string): readonly T[] {
  const sought = typed.trim().toLowerCase();
  const found = choices.filter(({ text }) => hasWords(text, typed));
  const rankOf = ({ label }: T) => {
    const name = label.toLowerCase();
    if (name === sought) return 0;
    return name.includes(sought) ? 1 : 2;
  };
  return [...found].sort((a, b) => rankOf(a) - rankOf(b));
}
