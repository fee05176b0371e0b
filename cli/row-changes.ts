// What `rowdesk patch` shall write: rows with `field=value` words of a command line, or a file of rows.
import { readFileSync } from 'node:fs';
import type { Client, Contract, Row } from './client.ts';
import { CommandError } from './command-error.ts';
import { readAssignments } from './values.ts';

/** A row and its fields: as words of a command line, or as a file has them. */
export type RowChange =
  | { readonly path: string; readonly words: readonly string[] }
  | { readonly path: string; readonly body: Row };

/** `PATH field=value... PATH field=value...`: a word without `=` begins the next row. Throws CommandError usage. */
export function changesOfWords(words: readonly string[]): readonly RowChange[] {
  const changes: { path: string; words: string[] }[] = [];
  for (const word of words) {
    const last = changes.at(-1);
    if (word.includes('=') && last !== undefined) last.words.push(word);
    else changes.push({ path: word, words: [] });
  }
  const empty = changes.find((change) => change.words.length === 0);
  if (empty === undefined) return changes;
  throw new CommandError('usage', `${empty.path}: a row is followed by field=value, as in ${example}`);
}

const example = "/channel/input/1 levelDb=-6 /channel/input/2 'name=Lead vocals'";

/** A JSON object of rows by their paths, `{"/channel/input/1": {"levelDb": -6}}`; `-` is stdin. Throws CommandError usage. */
export function changesOfFile(file: string): readonly RowChange[] {
  let rows: unknown;
  try {
    rows = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw new CommandError('usage', `${file}: ${(error as Error).message}`);
  }
  if (!isObject(rows)) throw new CommandError('usage', `${file}: ${form}`);
  const entries = Object.entries(rows);
  if (entries.length === 0) throw new CommandError('usage', `${file} holds no row: ${form}`);
  return entries.map(([path, body]) => {
    if (!isObject(body)) throw new CommandError('usage', `${file}, ${path}: ${form}`);
    return { path, body };
  });
}

const form = 'give a JSON object of rows by their paths, {"/channel/input/1": {"levelDb": -6}}';

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rows as they are written. Every row is asked for before the first one is written. Rejects with CommandError. */
export async function readChanges(client: Client, changes: readonly RowChange[]) {
  const contracts = await Promise.all(changes.map(({ path }) => client.options(path)));
  return changes.map((change, place) => {
    const { path, fields } = contracts[place] as Contract;
    return { path, body: 'body' in change ? change.body : readAssignments(change.words, fields) };
  });
}
