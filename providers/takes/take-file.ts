// take.json: what the recorder keeps of a take. Written by hardware-drivers/recorder, by rename, at its start, once a second
// while it grows, and at its end.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile, type Static, Type } from 'rowdesk/provider';
import { dropout, marker, mostPositions, mostTracks, part, soundRate, takeId, track } from './contract.ts';

/** '' for a part that the track has no file of. */
const fileName = Type.String({ pattern: '^[^/\\0]{0,255}$' });

/** Positions are seconds, and lengths frames, from the first frame of the take: pre-roll and gaps between parts included. */
export const TakeFile = Type.Object({
  format: Type.Literal(1),
  takeId,
  name: Type.String(),
  startedAt: Type.String(),
  rate: soundRate,
  tapPoint: Type.String(),
  fileFormat: Type.String(),
  bitDepth: Type.Integer({ minimum: 16, maximum: 32 }),
  preRollS: Type.Number({ minimum: 0, maximum: 3600 }),
  tracks: Type.Array(Type.Object({ ...track, files: Type.Array(fileName, { maxItems: mostPositions }) }), {
    maxItems: mostTracks,
  }),
  parts: Type.Array(Type.Object(part), { maxItems: mostPositions }),
  markers: Type.Array(Type.Object(marker), { maxItems: mostPositions }),
  dropouts: Type.Array(Type.Object(dropout), { maxItems: mostPositions }),
  state: Type.Enum(['recording', 'closed', 'recovered']),
  complete: Type.Boolean(),
  /** `dropouts` has the first of them. */
  dropoutCount: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Why it ended by itself. */
  fault: Type.Optional(Type.String()),
});
export type TakeFile = Static<typeof TakeFile>;

export const takeFileName = 'take.json';
/** Many times what a take of 256 tracks has. */
const mostBytes = 8 * 1024 * 1024;
let validator: ReturnType<typeof Compile> | undefined;

const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Rejects with Error in words: no file, no regular file, too large, no JSON, or another format. */
export async function readTakeFile(folder: string): Promise<TakeFile> {
  const file = await open(join(folder, takeFileName), flags);
  try {
    refuseUnread(await file.stat());
    return checked(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

/** As `readTakeFile`, at once: before anything else has to be done. Throws. */
export function readTakeFileSync(folder: string): TakeFile {
  const file = openSync(join(folder, takeFileName), flags);
  try {
    refuseUnread(fstatSync(file));
    return checked(readFileSync(file, 'utf8'));
  } finally {
    closeSync(file);
  }
}

function refuseUnread(found: Stats): void {
  if (!found.isFile()) throw new Error(`${takeFileName} is no regular file`);
  if (found.size > mostBytes) throw new Error(`${takeFileName} is larger than ${mostBytes} bytes`);
}

function checked(text: string): TakeFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${takeFileName} is no JSON: ${(error as Error).message}`);
  }
  validator ??= Compile(TakeFile);
  if (validator.Check(value)) return value as TakeFile;
  const [first] = validator.Errors(value);
  const where = first?.instancePath.slice(1) ?? '';
  throw new Error(`${takeFileName} is not of format 1: ${where || 'it'} ${first?.message ?? 'does not fit'}`);
}

/** Frames of the take: its parts and the gaps before them. */
export function framesOf({ parts }: Pick<TakeFile, 'parts'>): number {
  return parts.reduce((sum, { frames, gapFrames }) => sum + frames + gapFrames, 0);
}
