// What a sound file says of itself: WAV (Multimedia Programming Interface 1.0, 1991), RF64 and BW64 (EBU Tech 3306, ITU-R
// BS.2088), FLAC (RFC 9639).
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError } from '../command-error.ts';

export interface SoundFormat {
  readonly channels: number;
  /** Hz */
  readonly rate: number;
}

/** As many as are looked at before the format; a file of other kinds is no sound file. */
const mostChunks = 4096;
const streamInfoBytes = 34;

/** Throws CommandError refused, in words, for a file that is missing or is neither a WAV nor a FLAC. */
export function readSoundFormat(file: string): SoundFormat {
  const handle = open(file);
  try {
    const head = readAt(handle, 0, 12);
    const isWave = /^(RIFF|RF64|BW64)$/.test(head.toString('latin1', 0, 4)) && head.toString('latin1', 8) === 'WAVE';
    const isFlac = head.toString('latin1', 0, 4) === 'fLaC';
    const format = isWave ? formatOfWave(handle) : isFlac ? formatOfFlac(handle) : undefined;
    if (format) return format;
    const words = isWave ? 'is damaged: it has no format' : isFlac ? 'is damaged: its header is incomplete' : '';
    throw new CommandError('refused', `${file} ${words || 'is neither a WAV nor a FLAC file'}`);
  } finally {
    closeSync(handle);
  }
}

function open(file: string): number {
  try {
    // Non-blocking: a named pipe would wait for its writer.
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (fstatSync(handle).isFile()) return handle;
    closeSync(handle);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError('refused', `${file} can not be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
  throw new CommandError('refused', `${file} can not be read: it is no regular file`);
}

/** Of the chunk `fmt `; chunks are padded to an even length. */
function formatOfWave(handle: number): SoundFormat | undefined {
  const { size } = fstatSync(handle);
  for (let at = 12, n = 0; at + 8 <= size && n < mostChunks; n++) {
    const chunk = readAt(handle, at, 8);
    const length = chunk.readUInt32LE(4);
    if (chunk.toString('latin1', 0, 4) === 'fmt ') {
      const body = readAt(handle, at + 8, Math.min(length, 16));
      return body.length === 16 ? { channels: body.readUInt16LE(2), rate: body.readUInt32LE(4) } : undefined;
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** Of STREAMINFO, which is the first block: 20 bits of rate, 3 of channels. */
function formatOfFlac(handle: number): SoundFormat | undefined {
  const block = readAt(handle, 4, 4 + streamInfoBytes);
  if (block.length < 4 + streamInfoBytes || (block.readUInt8(0) & 0x7f) !== 0) return undefined;
  const rateAndChannels = block.readUIntBE(14, 3);
  return { channels: ((rateAndChannels >> 1) & 7) + 1, rate: rateAndChannels >> 4 };
}

function readAt(handle: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(handle, buffer, 0, length, position));
}
