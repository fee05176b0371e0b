// Names made of what files of plugins say, which may be anything.

/** The first `most` characters without control characters, with single spaces. */
export function shortened(text: string, most: number): string {
  const plain = text.replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (plain.length <= most) return plain;
  let short = '';
  for (const character of plain) {
    if (short.length + character.length > most) break;
    short += character;
  }
  return short.trim();
}

/** Lower case letters, digits and single `-` between them; '' where nothing is left. */
export function slug(text: string, most: number): string {
  const plain = withoutMarks(text).replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-/, '').slice(0, most).replace(/-$/, '');
}

/** The value of a choice by its label: `low-shelf`, `1/16`, `-6-db`, `c#`; '' where nothing is left. */
export function choiceValue(label: string, most: number): string {
  return withoutMarks(label)
    .replace(/[^a-z0-9+\-./#%]+/g, ' ')
    .trim()
    .replace(/[ -]*-[ -]+| +/g, '-')
    .slice(0, most);
}

/** `name`, or with the first number from 2 that makes it another than those of `taken`. */
export function uniqueName(name: string, taken: ReadonlySet<string>, separator: string, most: number): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `${separator}${n}`;
    const candidate = name.slice(0, most - end.length) + end;
    if (!taken.has(candidate)) return candidate;
  }
}

const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
