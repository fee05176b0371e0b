// Banks: which strips there are, in groups of kinds, and the pages of a group.
import { kindAndIndex, stripPath } from '../desk/strip-path.ts';

/** Strips of each kind: `{ input: 32 }`. */
export type Counts = Readonly<Record<string, number>>;

export interface Group {
  /** `input`, `aux`, `mix`, `matrix`, `dca`, or the id of a custom bank. */
  readonly id: string;
  /** Of a custom bank. */
  readonly name?: string;
  readonly strips: readonly string[];
}

const kindsOf = {
  input: ['input'],
  aux: ['aux', 'fxReturn', 'fxSend'],
  mix: ['mix'],
  matrix: ['matrix', 'mixMinus', 'main', 'cue'],
  dca: ['dca'],
} as const;

export type GroupId = keyof typeof kindsOf;

/** What has sends to a bus of this kind. */
const sendersTo: Readonly<Record<string, readonly string[]>> = {
  mix: ['input', 'aux', 'fxReturn'],
  fxSend: ['input', 'aux'],
  matrix: ['mix', 'main'],
};

/** Buses whose sends faders can set, in the order of their keys. */
export const busKinds = Object.keys(sendersTo);

const kindOfStrip = (path: string): string => kindAndIndex(path)[0];
export const indexOfStrip = (path: string): number => Number(kindAndIndex(path)[1]);

export function stripsOf(kind: string, counts: Counts): readonly string[] {
  return Array.from({ length: counts[kind] ?? 0 }, (_, at) => stripPath(kind, at + 1));
}

/** Groups by kind, without empty ones. */
export function groupsOf(counts: Counts): readonly Group[] {
  return Object.entries(kindsOf)
    .map(([id, kinds]) => ({ id, strips: kinds.flatMap((kind) => stripsOf(kind, counts)) }))
    .filter(({ strips }) => strips.length > 0);
}

/** Whether strips of this kind have a send to the bus. */
export const hasSendTo = (kind: string, bus: string): boolean => sendersTo[kindOfStrip(bus)]?.includes(kind) ?? false;

/** Groups with the strips that have a send to this bus. */
export function sendersOf(groups: readonly Group[], bus: string): readonly Group[] {
  return groups
    .map((group) => ({ ...group, strips: group.strips.filter((path) => hasSendTo(kindOfStrip(path), bus)) }))
    .filter(({ strips }) => strips.length > 0);
}

/** Pages of at most `size` strips. An odd strip and the even one after it, which can be linked, share a page. */
export function pagesOf(strips: readonly string[], size: number): readonly (readonly string[])[] {
  const pages: (readonly string[])[] = [];
  let from = 0;
  while (from < strips.length) {
    let to = Math.min(strips.length, from + size);
    if (to - from > 1 && to < strips.length && isPair(strips[to - 1] as string, strips[to] as string)) to--;
    pages.push(strips.slice(from, to));
    from = to;
  }
  return pages;
}

function isPair(left: string, right: string): boolean {
  const index = indexOfStrip(left);
  return kindOfStrip(left) === kindOfStrip(right) && index % 2 === 1 && indexOfStrip(right) === index + 1;
}

/** The page that shows the strip at this place of the group, from 0. */
export function pageAt(pages: readonly (readonly string[])[], place: number): number {
  let first = 0;
  for (const [at, { length }] of pages.entries()) {
    if (place < first + length) return at;
    first += length;
  }
  return Math.max(0, pages.length - 1);
}
