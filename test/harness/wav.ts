// Reads and writes the WAV files that tests play and record: 16-bit PCM and 32-bit float, any number of channels.
import { readFileSync, writeFileSync } from 'node:fs';

export interface Sound {
  /** Hz */
  readonly rate: number;
  /** One array a channel, full scale ±1. */
  readonly channels: readonly Float64Array[];
  readonly frames: number;
}

const pcm = 1;
const ieeeFloat = 3;
const extensible = 0xfffe;

/** Throws Error where the file is no WAV of a kind named above. */
export function readWav(file: string): Sound {
  const bytes = readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new Error(`${file} is no WAV file`);
  let format = 0;
  let channelCount = 0;
  let rate = 0;
  let bits = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (tag(at) === 'fmt ') {
      format = view.getUint16(at + 8, true);
      channelCount = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
      bits = view.getUint16(at + 22, true);
      if (format === extensible) format = view.getUint16(at + 32, true);
    } else if (tag(at) === 'data') {
      const sample = sampleReader(file, view, format, bits);
      const width = bits / 8;
      const frames = Math.floor(Math.min(length, bytes.length - at - 8) / (width * channelCount));
      const channels = Array.from({ length: channelCount }, () => new Float64Array(frames));
      for (let frame = 0; frame < frames; frame++) {
        for (let channel = 0; channel < channelCount; channel++) {
          (channels[channel] as Float64Array)[frame] = sample(at + 8 + (frame * channelCount + channel) * width);
        }
      }
      return { rate, channels, frames };
    }
    at += 8 + length + (length & 1);
  }
  throw new Error(`${file} has no data`);
}

function sampleReader(file: string, view: DataView, format: number, bits: number): (at: number) => number {
  if (format === ieeeFloat && bits === 32) return (at) => view.getFloat32(at, true);
  if (format === pcm && bits === 16) return (at) => view.getInt16(at, true) / 32768;
  throw new Error(`${file}: format ${format} with ${bits} bits is not read by these tests`);
}

/** Writes 32-bit float. */
export function writeWav(file: string, rate: number, channels: readonly ArrayLike<number>[]): void {
  const count = channels.length;
  const frames = channels[0]?.length ?? 0;
  const data = Buffer.alloc(frames * count * 4);
  for (let frame = 0; frame < frames; frame++) {
    for (let channel = 0; channel < count; channel++) {
      data.writeFloatLE(channels[channel]?.[frame] ?? 0, (frame * count + channel) * 4);
    }
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(ieeeFloat, 20);
  head.writeUInt16LE(count, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * count * 4, 28);
  head.writeUInt16LE(count * 4, 32);
  head.writeUInt16LE(32, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  writeFileSync(file, Buffer.concat([head, data]));
}
