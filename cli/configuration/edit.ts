// Edits of a configuration file as text: what is not edited stays as it is, comments too.
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
import { ConfigText } from '../../core/base/config-text.ts';
import { CommandError } from '../command-error.ts';

/** Lists whose entries are called by a name, which may be the whole entry, or by an id. */
const named: ReadonlySet<string | number> = new Set(['providers', 'drivers', 'surfaces', 'devices']);

/** Throws CommandError for a text that is no JSON. */
function contentOf(text: string, file: string): unknown {
  const read = new ConfigText(file, text);
  if (read.faults.length > 0) throw new CommandError('refused', read.describe(read.faults).join('\n'));
  return read.value;
}

/** The text with a value at a path, `limits/watchers` or `providers/console/config/layout`. Throws CommandError. */
export function setValue(text: string, file: string, path: string, value: unknown): string {
  const steps = stepsOf(contentOf(text, file), path);
  const [list = '', place, ...below] = steps;
  const entry = valueAt(contentOf(text, file), [list, place as number]);
  // "console" is short for { "name": "console" }: an entry with settings is written out.
  if (typeof entry !== 'string' || below.length === 0) return edited(text, steps, value);
  const settings = below.reduceRight((inner: unknown, step) => ({ [step]: inner }), value) as object;
  const node = nodeAt(text, [list, place as number]);
  return text.slice(0, node.offset) + inOneLine({ name: entry, ...settings }) + text.slice(endOf(node));
}

/** The text without the member at a path. Throws CommandError. */
export function unsetValue(text: string, file: string, path: string): string {
  const content = contentOf(text, file);
  const steps = stepsOf(content, path);
  if (valueAt(content, steps) === undefined) throw new CommandError('refused', `${path} is not in ${file}.`);
  return removed(text, steps);
}

/** The text with one more name at the end of a list. */
export function appendName(text: string, file: string, list: string, name: string): string {
  const entries = valueAt(contentOf(text, file), [list]);
  if (entries === undefined) return edited(text, [list], [name]);
  if (!Array.isArray(entries)) throw new CommandError('refused', `${file}: ${list} is no list; correct it.`);
  return entries.length === 0 ? edited(text, [list], [name]) : appended(text, list, JSON.stringify(name));
}

/** What stands at a path, undefined where nothing does. */
export function valueIn(content: unknown, path: string): unknown {
  return valueAt(content, stepsOf(content, path));
}

/** The place of an entry in a list, by its name or id; -1 where there is none. */
export function placeOfName(entries: unknown, name: string): number {
  if (!Array.isArray(entries)) return -1;
  return entries.findIndex((entry) => entry === name || entry?.id === name || (entry?.id ?? entry?.name) === name);
}

function stepsOf(content: unknown, path: string): JSONPath {
  const steps: JSONPath = [];
  let value = content;
  let rest = path
    .replace(/^\/+|\/+$/g, '')
    .split('/')
    .filter(Boolean);
  while (rest.length > 0) {
    const { step, taken } = stepInto(value, rest, steps);
    steps.push(step);
    value = valueAt(value, [step]);
    rest = rest.slice(taken);
  }
  return steps;
}

/** The next step, and how many words it takes: names of packages with a scope have a slash. */
function stepInto(value: unknown, rest: readonly string[], before: JSONPath) {
  const [word = ''] = rest;
  if (!Array.isArray(value)) return { step: word, taken: 1 };
  if (/^\d+$/.test(word) && Number(word) < value.length) return { step: Number(word), taken: 1 };
  const taken = word.startsWith('@') ? 2 : 1;
  const name = rest.slice(0, taken).join('/');
  const place = before.length === 1 && named.has(before[0] as string) ? placeOfName(value, name) : -1;
  if (place >= 0) return { step: place, taken };
  const where = before.join('/');
  throw new CommandError('usage', `${where} has no ${name}: give the name of an entry, or its number from 0.`);
}

function valueAt(content: unknown, steps: JSONPath): unknown {
  let value: unknown = content;
  for (const step of steps) {
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    value = isOwn ? (value as Readonly<Record<string | number, unknown>>)[step] : undefined;
  }
  return value;
}

function edited(text: string, path: JSONPath, value: unknown): string {
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: indentOf(text), eol: eolOf(text) };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** As the last entry stands: behind it, or in a line below it and its comment. */
function appended(text: string, list: string, entry: string): string {
  const node = nodeAt(text, [list]);
  const last = node.children?.at(-1) as Node;
  const end = endOf(last);
  const comma = commaAfter(text, end);
  const isOneLine = !text.slice(node.offset, last.offset).includes('\n');
  if (isOneLine) return `${text.slice(0, end)}, ${entry}${text.slice(end)}`;
  const indent = /[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? '';
  const [rest = ''] = text.slice(end).split(/\r?\n/, 1);
  const below = /^\s*,?\s*(\/\/.*|\/\*((?!\*\/).)*\*\/\s*)?$/.test(rest) ? rest : '';
  const ownComma = comma === undefined ? '' : ',';
  const line = `${eolOf(text)}${indent}${entry}${ownComma}`;
  return `${text.slice(0, end)}${ownComma === '' || below === '' ? ',' : ''}${below}${line}${text.slice(end + below.length)}`;
}

/**
 * Without a member or an entry, its comma, and the line that would be empty. The library itself leaves no JSON of a list in one
 * line (findings/jsonc-parser-removes-a-quote.sh).
 */
function removed(text: string, steps: JSONPath): string {
  const node = nodeAt(text, steps);
  const target = node.parent?.type === 'property' ? node.parent : node;
  const siblings = target.parent?.children ?? [];
  const before = siblings[siblings.indexOf(target) - 1];
  const comma = commaAfter(text, endOf(target)) ?? (before && commaAfter(text, endOf(before)));
  const cuts = [[target.offset, endOf(target)] as const, ...(comma === undefined ? [] : [[comma, comma + 1] as const])];
  let result = text;
  for (const [from, to] of cuts.sort(([a], [b]) => b - a)) result = cut(result, from, to);
  return result;
}

function cut(text: string, from: number, to: number): string {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const lineEnd = text.indexOf('\n', to);
  const isWholeLine =
    text.slice(lineStart, from).trim() === '' && text.slice(to, lineEnd).trim() === '' && lineEnd >= 0;
  if (isWholeLine) return text.slice(0, lineStart) + text.slice(lineEnd + 1);
  const spaces = /^[ \t]*(?=\S)/.exec(text.slice(to))?.[0].length ?? 0;
  return text.slice(0, from) + text.slice(/[\s[{]$/.test(text.slice(0, from)) ? to + spaces : to);
}

/** The offset of the comma that comes next, undefined where something else does. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

function nodeAt(text: string, steps: JSONPath): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return findNodeAtLocation(root as Node, steps) as Node;
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const endOf = ({ offset, length }: Node): number => offset + length;
const indentOf = (text: string): number => /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
