// Takes on the disk with waveforms, for what is looked at and judged: a band of four, with a marker, a gap and a dropout.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeFile, writeTake } from '../../providers/takes/take-fixture.ts';

const rate = 48_000;
const framesPerPeak = 256;
const names = ['Kick', 'Snare', 'Bass DI', 'Maria'];

/** Bytes of NN.peaks (hardware-drivers/recorder/src/files/peaks.h): bars of a beat, louder from bar to bar. */
function peaksOf(frames: number, channels: number, seed: number): Buffer {
  const count = Math.ceil(frames / framesPerPeak);
  const bytes = Buffer.alloc(16 + 4 * count * channels);
  bytes.write('RDPK', 0, 'latin1');
  bytes.writeUInt16LE(1, 4);
  bytes.writeUInt16LE(channels, 6);
  bytes.writeUInt32LE(framesPerPeak, 8);
  bytes.writeUInt32LE(rate, 12);
  for (let peak = 0; peak < count; peak++) {
    const atS = (peak * framesPerPeak) / rate;
    const beat = (atS * (1 + seed / 4)) % 1;
    const level = Math.exp(-beat * (3 + seed)) * (0.3 + 0.6 * Math.abs(Math.sin(atS / 9 + seed)));
    for (let channel = 0; channel < channels; channel++) {
      const at = 16 + 4 * (peak * channels + channel);
      bytes.writeInt16LE(Math.round(-32_767 * level), at);
      bytes.writeInt16LE(Math.round(32_767 * level), at + 2);
    }
  }
  return bytes;
}

export interface WrittenTake {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly lengthS: number;
  readonly changes?: Parameters<typeof takeFile>[1];
}

/** Writes a take of four tracks into the state folder of a desk. */
export function writeBandTake(state: string, { id, name, startedAt, lengthS, changes = {} }: WrittenTake): void {
  const tracks = names.map((called, place) => ({
    ...{ number: place + 1, path: `/channel/input/${[1, 2, 8, 14][place]}`, name: called },
    ...{ channels: called === 'Maria' ? 2 : 1, role: 'track' as const, files: [`0${place + 1}-${called}.wav`] },
  }));
  const parts = [{ number: 1, startedAt, frames: lengthS * rate, gapFrames: 0 }];
  const take = takeFile(id, { name, startedAt, tracks, parts, markers: [], preRollS: 0, ...changes });
  const folder = writeTake(state, take, 100_000);
  const frames = take.parts.reduce((sum, part) => sum + part.frames + part.gapFrames, 0);
  for (const { number, channels } of tracks)
    writeFileSync(join(folder, `0${number}.peaks`), peaksOf(frames, channels, number));
}

/** Three takes: one with a marker, a gap and a dropout; one that was recovered. */
export function writeTakes(state: string): void {
  const startedAt = '2026-08-01T18:15:00.000Z';
  writeBandTake(state, {
    ...{ id: '20260801-181500', name: 'Friday, first set', startedAt, lengthS: 180 },
    changes: {
      parts: [
        { number: 1, startedAt, frames: 120 * rate, gapFrames: 0 },
        { number: 2, startedAt: '2026-08-01T18:17:04.000Z', frames: 56 * rate, gapFrames: 4 * rate },
      ],
      markers: [
        { atS: 30.5, label: 'Chorus' },
        { atS: 90, label: '' },
      ],
      dropouts: [{ atS: 61, lengthMs: 240, reason: 'the disk was too slow' }],
    },
  });
  writeBandTake(state, {
    id: '20260801-201500',
    name: 'Friday, second set',
    startedAt: '2026-08-01T20:15:00.000Z',
    lengthS: 90,
  });
  writeBandTake(state, {
    ...{ id: '20260731-190000', name: 'Rehearsal', startedAt: '2026-07-31T19:00:00.000Z', lengthS: 30 },
    changes: { state: 'recovered', complete: false },
  });
}
