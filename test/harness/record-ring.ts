// A record ring as rowdesk/record_ring.h lays it out, read once from its file.
import { readFileSync } from 'node:fs';

/** Offsets of the header's members, in bytes. */
const at = {
  size: 8,
  epoch: 16,
  processId: 24,
  rate: 28,
  capacity: 32,
  tracks: 40,
  samples: 44,
  written: 48,
  gaps: 64,
};
const firstGap = 72;
const gapBytes = 24;
const mostGaps = 64;
const hasEnded = firstGap + mostGaps * gapBytes;
const firstTrack = hasEnded + 8;
const trackBytes = 80;

export interface RecordRing {
  readonly magic: number;
  readonly size: number;
  /** Hexadecimal. */
  readonly epoch: string;
  readonly processId: number;
  readonly rate: number;
  readonly capacity: number;
  /** Path and role (1: track, 2: programme) of each. */
  readonly tracks: readonly (readonly [path: string, role: number])[];
  readonly written: number;
  readonly gaps: readonly { readonly at: number; readonly frames: number; readonly kind: number }[];
  readonly hasEnded: boolean;
  /** Of a channel, at a frame of those that the ring still has. */
  sample(channel: number, frame: number): number;
}

/** link: `<runtime folder>/record-ring`, or a file. Throws Error where there is none. */
export function readRecordRing(link: string): RecordRing {
  const bytes = readFileSync(link);
  const [capacity, samples] = [bytes.readUInt32LE(at.capacity), bytes.readUInt32LE(at.samples)];
  const long = (offset: number) => Number(bytes.readBigUInt64LE(offset));
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  return {
    magic: bytes.readUInt32LE(0),
    size: long(at.size),
    epoch: bytes.readBigUInt64LE(at.epoch).toString(16),
    processId: bytes.readUInt32LE(at.processId),
    rate: bytes.readUInt32LE(at.rate),
    capacity,
    tracks: numbers(bytes.readUInt32LE(at.tracks)).map((n) => {
      const track = firstTrack + trackBytes * n;
      return [bytes.toString('latin1', track, track + 64).replace(/\0.*$/s, ''), bytes.readUInt32LE(track + 64)];
    }),
    written: long(at.written),
    gaps: numbers(Math.min(long(at.gaps), mostGaps)).map((n) => {
      const gap = firstGap + gapBytes * n;
      return { at: long(gap), frames: long(gap + 8), kind: bytes.readUInt32LE(gap + 16) };
    }),
    hasEnded: bytes.readUInt32LE(hasEnded) === 1,
    sample: (channel, frame) => bytes.readFloatLE(samples + 4 * (channel * capacity + (frame % capacity))),
  };
}
