// moves.jsonl of a take: what the mixer got while the take was recorded. One JSON object for each line, ascending by `atS`:
//   { "atS": 12.345, "values": [{ "path": "/channel/input/1", "field": "levelDb", "value": -6, "fadeMs": 2000 }] }
// `atS` is the position in the take, seconds from its first frame; `fadeMs` is there where a level fades. After an
// interruption (the desk was started again) a line has all values of the mixer. The last line may be
//   { "atS": 812.4, "end": "why later moves are not kept" }
// A line that is no JSON was cut by the end of the desk, and counts as none.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile, type Static, Type } from 'rowdesk/provider';
import { moveValue } from './show-file.ts';

export const Move = Type.Object({
  atS: Type.Number({ minimum: 0 }),
  values: Type.Array(Type.Interface([moveValue], { fadeMs: Type.Optional(Type.Number({ minimum: 0 })) })),
});
export type Move = Static<typeof Move>;

export const movesFileName = 'moves.jsonl';
/** A line has at most all values of the largest desk. */
const mostLineBytes = 64 * 1024 * 1024;
let validator: ReturnType<typeof Compile> | undefined;

/** The moves in their order; none without the file. Throws Error in words for a line that is JSON and no move. */
export async function* readMoves(folder: string): AsyncGenerator<Move> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let file: FileHandle;
  try {
    file = await open(join(folder, movesFileName), flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    for await (const line of completeLines(file)) {
      const value = parsed(line);
      if (value === undefined) continue;
      if (typeof (value as { readonly end?: unknown } | null)?.end === 'string') return;
      validator ??= Compile(Move);
      if (!validator.Check(value)) throw new Error(`${movesFileName} has a line that is no move: ${line.slice(0, 80)}`);
      yield value as Move;
    }
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Lines that end with a line feed. */
async function* completeLines(file: FileHandle): AsyncGenerator<string> {
  let rest = '';
  for await (const text of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > mostLineBytes)
      throw new Error(`a line of ${movesFileName} is longer than ${mostLineBytes} bytes`);
    yield* lines;
  }
}
