// show.json of a take: what the mixer was to sound like when the take began. JSON, written once, by rename:
//   { "format": 1, "takeId": "2026-08-01-20-15-00", "at": "2026-08-01T18:15:00.000Z", "atS": 10.02,
//     "layout": { "input": 32, ... }, "values": [{ "path": "/channel/input/1", "field": "levelDb", "value": -6 }, ...] }
// `at` is the moment of the values, `atS` its position in the take; the values count for what is before, too. `values` are
// all desired values of the target mixer, `layout` its strips by kind. What changed later is in moves.jsonl (moves-file.ts).
import { constants } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile, type Static, Turns, Type } from 'rowdesk/provider';

export const moveValue = Type.Object({
  path: Type.String({ pattern: '^/', maxLength: 512 }),
  field: Type.String({ minLength: 1, maxLength: 64 }),
  value: Type.Unknown(),
});
export const ShowFile = Type.Object({
  format: Type.Literal(1),
  takeId: Type.String(),
  at: Type.String(),
  atS: Type.Number({ minimum: 0 }),
  layout: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  values: Type.Array(moveValue),
});
export type ShowFile = Static<typeof ShowFile>;

export const showFileName = 'show.json';
const newName = '.show.json.new';
/** Many times what the largest desk has. */
const mostBytes = 64 * 1024 * 1024;
let validator: ReturnType<typeof Compile> | undefined;

/** Rejects with Error in words. */
export async function readShowFile(folder: string): Promise<ShowFile> {
  const file = await open(join(folder, showFileName), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${showFileName} is no regular file`);
    if (found.size > mostBytes) throw new Error(`${showFileName} is larger than ${mostBytes} bytes`);
    const value: unknown = JSON.parse(await file.readFile('utf8'));
    validator ??= Compile(ShowFile);
    if (!validator.Check(value)) throw new Error(`${showFileName} is not of format 1`);
    return value as ShowFile;
  } finally {
    await file.close();
  }
}

/** How many values are encoded in one turn of the event loop. */
const valuesInTurn = 1_000;

/** Rejects with what the disk says; then the file is as before. The values may not change meanwhile. */
export async function writeShowFile(folder: string, show: Immutable): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = await open(join(folder, newName), flags, 0o600);
  try {
    await file.writeFile(await encoded(show));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(join(folder, newName), join(folder, showFileName));
}

type Immutable = Omit<ShowFile, 'values'> & { readonly values: readonly ShowFile['values'][number][] };

async function encoded({ values, ...facts }: Immutable): Promise<string> {
  const turns = new Turns(valuesInTurn);
  const texts: string[] = [];
  for (const { path, field, value } of values) {
    texts.push(JSON.stringify({ path, field, value }));
    await turns.spend();
  }
  return `${JSON.stringify(facts).slice(0, -1)},"values":[${texts.join(',\n')}]}\n`;
}
