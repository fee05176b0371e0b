// Describes a schema's regular expression in words, letter by letter.

/** A character class, or a literal as a class of one. */
interface Letters {
  readonly type: 'letters';
  /** As written between the brackets, `A-Za-z0-9._~-`. */
  readonly set: string;
  readonly isLiteral: boolean;
  readonly isNegated: boolean;
}
interface Choice {
  readonly type: 'choice';
  readonly branches: readonly (readonly Part[])[];
}
interface Part {
  readonly of: Letters | Choice;
  readonly least: number;
  readonly most: number;
}

const mostBranches = 20;
const known = new Map<string, string | undefined>();

/**
 * Describes `^([A-Za-z][0-9]{0,3})?$` as `empty, or a letter, then up to 3 digits`, which completes "it must be text: ...".
 * Returns undefined for an expression that is not anchored, or has back-references or look-around.
 */
export function describePattern(pattern: string): string | undefined {
  if (!known.has(pattern)) {
    if (known.size > 1000) known.clear();
    known.set(pattern, translated(pattern));
  }
  return known.get(pattern);
}

function translated(pattern: string): string | undefined {
  try {
    return choiceInWords(new Reader(pattern).whole());
  } catch {
    return undefined;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Each branch of the outermost choice begins with ^ and ends with $. */
  whole(): Choice {
    const read = this.#choice(true);
    if (this.#at < this.#text.length) throw new Error('unbalanced');
    return read;
  }

  #choice(isWhole = false): Choice {
    const branches = [this.#branch(isWhole)];
    while (this.#take('|')) branches.push(this.#branch(isWhole));
    return { type: 'choice', branches };
  }

  #branch(isWhole: boolean): Part[] {
    if (isWhole && !this.#take('^')) throw new Error('not anchored');
    const parts: Part[] = [];
    while (this.#at < this.#text.length && !'|)$'.includes(this.#next())) parts.push(this.#part());
    if (isWhole && !this.#take('$')) throw new Error('not anchored');
    return parts;
  }

  #part(): Part {
    const of = this.#atom();
    const [, least, comma, most] = this.#match(/\{(\d+)(,?)(\d*)\}/y) ?? [];
    if (least !== undefined) {
      const upTo = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
      return { of, least: Number(least), most: upTo };
    }
    if (this.#take('?')) return { of, least: 0, most: 1 };
    if (this.#take('*')) return { of, least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { of, least: 1, most: Number.POSITIVE_INFINITY };
    return { of, least: 1, most: 1 };
  }

  #atom(): Letters | Choice {
    if (this.#take('(')) {
      if (this.#next() === '?' && this.#match(/\?:/y) === null) throw new Error('looks around');
      const choice = this.#choice();
      if (!this.#take(')')) throw new Error('unbalanced');
      return choice;
    }
    const set = this.#match(/\[(\^?)((?:\\.|[^\]\\])+)\]/y);
    if (set !== null) return { type: 'letters', set: set[2] as string, isLiteral: false, isNegated: set[1] === '^' };
    if (this.#take('.')) return { type: 'letters', set: '', isLiteral: false, isNegated: true };
    const literal = this.#match(/\\([^A-Za-z0-9])|([^\\^$*+?{}()[\]|])/y);
    if (literal === null) throw new Error('of another kind');
    return { type: 'letters', set: (literal[1] ?? literal[2]) as string, isLiteral: true, isNegated: false };
  }

  #next(): string {
    return this.#text[this.#at] as string;
  }

  #take(letter: string): boolean {
    if (this.#next() !== letter) return false;
    this.#at += 1;
    return true;
  }

  #match(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at;
    const found = what.exec(this.#text);
    if (found !== null) this.#at = what.lastIndex;
    return found;
  }
}

function choiceInWords({ branches }: Choice): string {
  const words = branches.flatMap((parts) => {
    const [only] = parts;
    const isOptional = parts.length === 1 && only?.of.type === 'choice' && only.most === 1;
    if (!isOptional) return [branchInWords(parts)];
    return [...(only.least === 0 ? ['empty'] : []), choiceInWords(only.of as Choice)];
  });
  const shown = words.slice(0, mostBranches);
  if (words.length > shown.length) shown.push(`${words.length - shown.length} more`);
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(', ')}, or ${shown.at(-1)}`;
}

function branchInWords(parts: readonly Part[]): string {
  const words: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const literal = literalFrom(parts, at);
    if (literal !== '') {
      words.push(literal);
      at += literal.length - 1;
      continue;
    }
    const [part, next] = [parts[at] as Part, parts[at + 1]];
    if (next !== undefined && isBeginning(part, next)) {
      const all = { ...next, least: next.least + 1, most: next.most + 1 };
      words.push(`${partInWords(all)}, the first ${single(part.of as Letters)}`);
      at += 1;
    } else words.push(partInWords(part));
  }
  return words.length === 0 ? 'empty' : words.join(', then ');
}

/** Reads a run of literal letters. */
function literalFrom(parts: readonly Part[], from: number): string {
  let text = '';
  for (const { of, least, most } of parts.slice(from)) {
    if (of.type !== 'letters' || !of.isLiteral || least !== 1 || most !== 1) break;
    text += of.set;
  }
  return text;
}

/** True for one letter of a narrower set before letters of a wider one: `[A-Za-z][A-Za-z0-9]{0,31}`. */
function isBeginning({ of, least, most }: Part, next: Part): boolean {
  if (of.type !== 'letters' || of.isLiteral || of.isNegated || least !== 1 || most !== 1) return false;
  return next.of.type === 'letters' && !next.of.isLiteral && !next.of.isNegated && next.most > 1;
}

function partInWords({ of, least, most }: Part): string {
  const optional = least === 0 && most === 1 ? 'optionally ' : '';
  if (of.type === 'choice') {
    const inner = choiceInWords(of);
    if (most === 1) return `${optional}${inner}`;
    return `${times(least, most)} times (${inner})`;
  }
  if (most === 1) return `${optional}${of.isLiteral ? of.set : single(of)}`;
  return `${times(least, most)} ${plural(of)}`;
}

function times(least: number, most: number): string {
  if (least === most) return String(least);
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? 'any number of' : `${least} or more`;
  return least === 0 ? `up to ${most}` : `${least} to ${most}`;
}

const plural = (letters: Letters) => inWords(letters, 'and', ['letters', 'digits', 'spaces', 'characters']);
const single = (letters: Letters) => inWords(letters, 'or', ['a letter', 'a digit', 'a space', 'any character']);

type Nouns = readonly [letter: string, digit: string, space: string, character: string];

function inWords({ set, isLiteral, isNegated }: Letters, and: string, nouns: Nouns): string {
  const [letter, digit, space, character] = nouns;
  if (isLiteral) return set;
  if (isNegated && set === '') return character;
  const words: string[] = [];
  const signs: string[] = [];
  const ranges: string[] = [];
  for (const [, from, to, escaped, sign] of set.matchAll(/([A-Za-z0-9])-([A-Za-z0-9])|\\(.)|(.)/gs)) {
    if (from !== undefined) ranges.push(`${from}-${to}`);
    else if (escaped === 's' || sign === ' ') words.push(space);
    else if (escaped === 'd') ranges.push('0-9');
    else if (escaped !== undefined && /[A-Za-z]/.test(escaped)) throw new Error('of another kind');
    else signs.push((escaped ?? sign) as string);
  }
  const has = (range: string) => ranges.includes(range);
  const rest = ranges.filter((range) => !['A-Z', 'a-z', '0-9'].includes(range));
  const small = letter.replace('letter', 'small letter');
  const capital = letter.replace('letter', 'capital letter');
  if (has('a-z')) words.unshift(has('A-Z') ? letter : small);
  else if (has('A-Z')) words.unshift(capital);
  if (has('0-9')) words.splice(has('a-z') || has('A-Z') ? 1 : 0, 0, digit);
  for (const range of rest) words.push(`${range[0]} to ${range[2]}`);
  const all = [...words, ...(signs.length > 0 ? [signs.join(' ')] : [])];
  const joined = all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} ${and} ${all.at(-1)}`;
  return isNegated ? `${character} but ${joined}` : joined;
}
