// A configuration file as text: JSON with comments and trailing commas, and the place of each value in the text.
import { readFileSync } from 'node:fs';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { SchemaViolation } from './schema-violations.ts';
import { describeFileProblem, StartError } from './start-error.ts';

/** Line and column, from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Largest file, in characters, and deepest nesting. */
const longest = 4 * 1024 * 1024;
const deepest = 256;
/** A text that is something else has faults without end. */
const mostFaults = 8;

interface TextFault extends SchemaViolation {
  readonly offset: number;
}

export class ConfigText {
  readonly file: string;
  readonly text: string;
  /** The content. What is missing between two values is taken as there; the last one of two members with one name holds. */
  readonly value: unknown;
  /** Everything in which the text is no JSON, and members that are there twice. */
  readonly faults: readonly SchemaViolation[];
  /** False for a text whose `value` has no sense, beyond its faults. */
  readonly isWhole: boolean;
  readonly #root: Node | undefined;
  readonly #lines: readonly number[];

  constructor(file: string, given: string) {
    this.file = file;
    this.text = given.replace(/^\uFEFF/, '');
    this.#lines = [0, ...[...this.text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
    const bound = boundOf(this.text);
    const found: ParseError[] = [];
    this.#root = bound === '' ? parseTree(this.text, found, { allowTrailingComma: true }) : undefined;
    this.isWhole = this.#root !== undefined && found.every(({ error }) => repairable.has(printParseErrorCode(error)));
    this.value = this.isWhole ? contentOf(this.#root as Node) : undefined;
    const ofText: TextFault[] = this.#told(found).map((each) => syntaxFault(each, this.text));
    if (bound !== '') ofText.push({ field: '', problem: bound, remedy: 'make it smaller', offset: 0 });
    const twice = this.isWhole ? [...repeatedMembers(this.#root as Node, '')] : [];
    this.faults = [...ofText, ...twice.map((fault) => ({ ...fault, problem: this.#twice(fault) }))];
  }

  /** Throws StartError where there is no such file, or none that can be read. */
  static read(file: string): ConfigText {
    try {
      return new ConfigText(file, readFileSync(file, 'utf8'));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartError([`${file}: can not be read (${code}); name another by --config`]);
    }
  }

  /** Where a value begins, or the member that has it; the nearest one around it where there is none. `providers/2/name`. */
  placeOf(field: string): Place {
    return this.#placeAt(this.#root === undefined ? 0 : beginOf(nodeAt(this.#root, field)));
  }

  /** A line for each problem, with its place, in the order of the text. */
  describe(problems: readonly SchemaViolation[]): readonly string[] {
    const placed = problems.map((each) => ({ each, place: this.#placeOfFault(each) }));
    placed.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
    return placed.map(({ each, place }) => describeFileProblem(this.file, each, place));
  }

  /** Of those from which the parser does not recover one a line, up to a bracket that closes something else. */
  #told(found: readonly ParseError[]): readonly ParseError[] {
    if (this.isWhole) return found.slice(0, mostFaults);
    const lines = new Set<number>();
    const told = found.filter(({ offset }) => {
      const { line } = this.#placeAt(offset);
      return lines.has(line) ? false : lines.add(line);
    });
    const wrong = told.findIndex(({ error, offset }) => isWrongBracket(error, this.text[offset]));
    return told.slice(0, wrong < 0 ? mostFaults : wrong + 1);
  }

  #placeOfFault(fault: SchemaViolation): Place {
    return 'offset' in fault ? this.#placeAt((fault as TextFault).offset) : this.placeOf(fault.field);
  }

  #placeAt(offset: number): Place {
    let line = this.#lines.findIndex((start) => start > offset);
    if (line < 0) line = this.#lines.length;
    return { line, column: offset - (this.#lines[line - 1] as number) + 1 };
  }

  #twice({ first }: { readonly first: number }): string {
    return `is there a second time, after line ${this.#placeAt(first).line}`;
  }
}

/** After these the rest of the text means what it says. */
const repairable: ReadonlySet<string> = new Set([
  'CommaExpected',
  'InvalidUnicode',
  'InvalidEscapeCharacter',
  'InvalidCharacter',
]);

const words: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  InvalidSymbol: ['a word that JSON does not have', 'put texts into double quotes'],
  InvalidNumberFormat: ['a number that JSON does not have', 'correct it'],
  PropertyNameExpected: ['the name of a member is missing here', 'begin it with a double quote'],
  ValueExpected: ['a value is missing here', 'add it'],
  ColonExpected: ['a colon is missing before this', 'add it'],
  CommaExpected: ['a comma is missing before this', 'add it'],
  CloseBraceExpected: ['a closing } is missing before this', 'add it'],
  CloseBracketExpected: ['a closing ] is missing before this', 'add it'],
  EndOfFileExpected: ['there is something behind the end', 'take it away'],
  UnexpectedEndOfComment: ['a comment does not end', 'end it with */'],
  UnexpectedEndOfString: ['a text does not end in its line', 'end it with a double quote'],
  UnexpectedEndOfNumber: ['a number does not end', 'correct it'],
  InvalidUnicode: ['\\u without four hexadecimal digits behind it', 'correct it'],
  InvalidEscapeCharacter: ['a \\ before what needs none', 'write \\\\ for one'],
  InvalidCharacter: ['a control character in a text', 'write it as \\n, \\t or \\u0000'],
};

const isWrongBracket = (error: ParseError['error'], sign = ''): boolean =>
  printParseErrorCode(error) === 'CommaExpected' && '}]'.includes(sign) && sign !== '';

function syntaxFault({ error, offset }: ParseError, text: string): TextFault {
  if (isWrongBracket(error, text[offset])) {
    const [missing, problem] = [text[offset] === '}' ? ']' : '}', `is not JSON: a closing`];
    return { field: '', problem: `${problem} ${missing} is missing before this`, remedy: 'add it', offset };
  }
  const [problem, remedy] = words[printParseErrorCode(error)] ?? ['it can not be read', 'correct it'];
  return { field: '', problem: `is not JSON: ${problem}`, remedy, offset };
}

/** Why a text is not looked at, '' for none: the parser calls itself for each level. */
function boundOf(text: string): string {
  if (text.length > longest) return `is longer than ${longest} characters`;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\\r\n])*"?|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > deepest) return `is nested deeper than ${deepest} levels`;
  }
  return '';
}

/** Members of every name are own ones, `__proto__` too. */
function contentOf({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(contentOf);
  if (type !== 'object') return value;
  return Object.fromEntries(membersOf({ children }).map(([name, member]) => [name, contentOf(member)]));
}

function membersOf({ children = [] }: Pick<Node, 'children'>): readonly (readonly [string, Node])[] {
  return children.flatMap(({ children: [name, member] = [] }) =>
    name === undefined || member === undefined ? [] : [[String(name.value), member] as const],
  );
}

/** The node of a field, or the last one on the way to it. */
function nodeAt(node: Node, field: string): Node {
  if (field === '') return node;
  if (node.type === 'array') {
    const [item = ''] = field.split('/', 1);
    const child = node.children?.[Number(item)];
    return child === undefined ? node : nodeAt(child, field.slice(item.length + 1));
  }
  if (node.type !== 'object') return node;
  // Names may have a slash: the longest one that fits. Of two with one name the last one holds.
  const fitting = membersOf(node).filter(([name]) => field === name || field.startsWith(`${name}/`));
  const [name, member] = fitting.sort(([a], [b]) => a.length - b.length).at(-1) ?? [];
  return name === undefined || member === undefined ? node : nodeAt(member, field.slice(name.length + 1));
}

/** Of a member its name. */
const beginOf = ({ parent, offset }: Node): number => (parent?.type === 'property' ? parent.offset : offset);

function* repeatedMembers(node: Node, field: string): Generator<TextFault & { readonly first: number }> {
  const seen = new Map<string, number>();
  const below = (name: string | number) => (field === '' ? `${name}` : `${field}/${name}`);
  if (node.type === 'array') {
    for (const [place, child] of (node.children ?? []).entries()) yield* repeatedMembers(child, below(place));
  }
  if (node.type !== 'object') return;
  for (const [name, member] of membersOf(node)) {
    const offset = beginOf(member);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, offset);
    else yield { field: below(name), problem: '', remedy: 'take one of them away', offset, first };
    yield* repeatedMembers(member, below(name));
  }
}
