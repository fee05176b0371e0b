// What a WAV file says of itself: RIFF WAVE (Multimedia Programming Interface 1.0, 1991) and RF64 (EBU Tech 3306).
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError } from '../command-error.ts';

export interface SoundFormat {
  readonly channels: number;
  /** Hz */
  readonly rate: number;
}

/** Throws CommandError refused, in words, for a file that is missing or is no WAV. */
export function readSoundFormat(file: string): SoundFormat {
  const handle = open(file);
  try {
    const head = readAt(handle, 0, 12);
    const isWave = /^(RIFF|RF64)$/.test(head.toString('latin1', 0, 4)) && head.toString('latin1', 8) === 'WAVE';
    const format = isWave ? findFormat(handle) : undefined;
    if (!format) throw new CommandError('refused', `${file} is not a WAV file`);
    return { channels: format.readUInt16LE(2), rate: format.readUInt32LE(4) };
  } finally {
    closeSync(handle);
  }
}

function open(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError('refused', `${file} can not be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

/** The body of the chunk `fmt `; chunks are padded to an even length. */
function findFormat(handle: number): Buffer | undefined {
  const { size } = fstatSync(handle);
  for (let at = 12; at + 8 <= size; ) {
    const chunk = readAt(handle, at, 8);
    const length = chunk.readUInt32LE(4);
    if (chunk.toString('latin1', 0, 4) === 'fmt ') {
      const body = readAt(handle, at + 8, Math.min(length, 16));
      return body.length === 16 ? body : undefined;
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

function readAt(handle: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(handle, buffer, 0, length, position));
}
