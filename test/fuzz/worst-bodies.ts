// The dearest bodies that a row's OPTIONS allow: every list as long as it may be, of different things, every text as long.
import type { FieldWords } from '../../core/testing/bodies.ts';

type Words = Readonly<Record<string, unknown>>;

/** The text for a string of at most `most` characters; another for each `n`. */
type Flavour = (n: number, most: number) => string;

const numbered = (text: string, n: number, most: number) => {
  const number = n.toString(36);
  return text.repeat(Math.ceil(most / text.length)).slice(0, Math.max(0, most - number.length)) + number;
};

/** What costs the most somewhere: long names, globs that fit nearly, addresses that exist, patterns of many of them. */
function flavours(addresses: readonly string[]): ReadonlyMap<string, Flavour> {
  const patterns = addresses.map((address) => address.replace(/\/[^/]+\/[^/]+/g, '/*/*'));
  const patternsToo = addresses.map((address, n) =>
    address.replace(/[^/]+/g, (segment, at: number) => ((n + at) % 2 === 0 ? '*' : segment)),
  );
  const of = (list: readonly string[]) => (n: number, most: number) => (list[n % list.length] ?? '').slice(0, most);
  return new Map<string, Flavour>([
    ['long names', (n, most) => numbered('a', n, Math.min(most, 2000))],
    ['globs', (n, most) => numbered('*?', n, Math.min(most, 2000))],
    ['addresses', of(addresses)],
    ['patterns', of([...new Set(patterns)])],
    ['patterns of literals', of([...new Set(patternsToo)])],
  ]);
}

/** Each with what it is, for people: all fields together, then each alone, in every flavour. */
export function* worstBodies(
  writable: Readonly<Record<string, FieldWords>>,
  addresses: readonly string[],
  mostBytes: number,
): Iterable<readonly [string, string]> {
  const seen = new Set<string>();
  const names = Object.keys(writable);
  const choices = names.length > 1 ? [names, ...names.map((name) => [name])] : [names];
  for (const [flavour, text] of flavours(addresses)) {
    for (const chosen of choices) {
      const room = Math.floor((mostBytes - 2) / chosen.length);
      const members = chosen.map((name) => [name, worst(writable[name] as Words, 0, text, room - name.length - 4)]);
      const body = JSON.stringify(Object.fromEntries(members.filter(([, value]) => value !== undefined)));
      if (seen.has(body) || Buffer.byteLength(body) > mostBytes) continue;
      seen.add(body);
      yield [`${chosen.length > 1 ? 'all fields' : chosen[0]} of ${flavour}`, body];
    }
  }
}

/** A value that fits the words, as large as `room` bytes allow; another for each `n` as far as there are others. */
function worst(words: Words, n: number, text: Flavour, room: number): unknown {
  const { type, anyOf, properties, items } = words;
  const options = (words.enum ?? ('const' in words ? [words.const] : undefined)) as readonly unknown[] | undefined;
  if (options !== undefined) return options[n % options.length];
  if (Array.isArray(anyOf)) return largest(anyOf.map((branch: Words) => worst(branch, n, text, room)));
  if (type === 'array') return listOf(words, (items ?? {}) as Words, text, room);
  if (type === 'object' || properties !== undefined) return objectOf(words, n, text, room);
  if (type === 'boolean') return n % 2 === 0;
  if (type === 'number' || type === 'integer') return numberOf(words, n);
  if (type === 'string') return textOf(words, n, text, room);
  return null;
}

const bytesOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

function largest(values: readonly unknown[]): unknown {
  return values.reduce((most, value) => (bytesOf(value) > bytesOf(most) ? value : most));
}

function numberOf(words: Words, n: number): number {
  const { minimum = 0, maximum = 1e6, multipleOf = 1 } = words as Readonly<Record<string, number>>;
  const steps = Math.floor((maximum - minimum) / multipleOf + 1e-9);
  return Number((minimum + multipleOf * (n % (steps + 1))).toFixed(6));
}

function textOf(words: Words, n: number, text: Flavour, room: number): string {
  if (words.format === 'date-time') return new Date(n).toISOString();
  const {
    minLength = 0,
    maxLength = 2000,
    pattern,
  } = words as { minLength?: number; maxLength?: number; pattern?: string };
  const most = Math.max(minLength, Math.min(maxLength, room - 2));
  const drawn = text(n, most).padEnd(minLength, 'a');
  if (pattern === undefined) return drawn;
  const form = new RegExp(pattern, 'u');
  for (const length of [most, 192, 64, 32, 16, 8]) {
    const named = [drawn, numbered('a', n, Math.min(length, most))].find((each) => form.test(each));
    if (named !== undefined) return named;
  }
  return drawn;
}

function listOf(words: Words, items: Words, text: Flavour, room: number): unknown[] {
  const {
    maxItems = 100_000,
    uniqueItems,
    mergedBy,
  } = words as {
    maxItems?: number;
    uniqueItems?: boolean;
    mergedBy?: readonly string[];
  };
  const list: unknown[] = [];
  const seen = new Set<string>();
  let left = room - 2;
  for (let n = 0, misses = 0; list.length < maxItems && misses < 200; n++) {
    const item = worst(items, n, text, Math.min(left, 4000));
    const key = JSON.stringify(mergedBy ? mergedBy.map((name) => (item as Words)[name]) : item);
    const bytes = bytesOf(item) + 1;
    if (bytes > left) return list;
    if ((uniqueItems || mergedBy) && seen.has(key)) misses++;
    else {
      seen.add(key);
      list.push(item);
      left -= bytes;
    }
  }
  return list;
}

function objectOf(words: Words, n: number, text: Flavour, room: number): Words {
  const named = Object.entries((words.properties ?? {}) as Readonly<Record<string, Words>>);
  const members = named.map(([name, of]) => [name, worst(of, n, text, room / named.length - name.length - 4)]);
  const patterns = Object.entries((words.patternProperties ?? {}) as Readonly<Record<string, Words>>);
  const [pattern, of] = patterns[0] ?? [];
  if (pattern === undefined || of === undefined) return Object.fromEntries(members);
  let left = room - bytesOf(Object.fromEntries(members));
  for (let m = 0; m < Math.min(1000, Number(words.maxProperties ?? 1000)); m++) {
    const member = [textOf({ pattern, maxLength: 60 }, m, text, left), worst(of, m, text, 4000)];
    left -= bytesOf(member) + 2;
    if (left < 0) break;
    members.push(member);
  }
  return Object.fromEntries(members);
}
