import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeFile, writeTake } from './take-fixture.ts';

let desk: TestHost;
let folder: string;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['takes'] });
  folder = writeTake(desk.stateFolder, takeFile('friday'));
  await desk.get('/takes');
});
afterEach(() => desk.close());

const row = '/takes/friday/peaks/1';

/** A file of peaks; `at` gives lowest and highest of a channel. */
function writePeaks(count: number, channels: number, at: (peak: number, channel: number) => readonly [number, number]) {
  const bytes = Buffer.alloc(16 + count * channels * 4);
  bytes.write('RDPK', 'latin1');
  bytes.writeUInt16LE(1, 4);
  bytes.writeUInt16LE(channels, 6);
  bytes.writeUInt32LE(256, 8);
  bytes.writeUInt32LE(48_000, 12);
  for (let peak = 0; peak < count; peak++) {
    for (let channel = 0; channel < channels; channel++) {
      const place = 16 + (peak * channels + channel) * 4;
      const [lowest, highest] = at(peak, channel);
      bytes.writeInt16LE(lowest, place);
      bytes.writeInt16LE(highest, place + 2);
    }
  }
  writeFileSync(join(folder, '01.peaks'), bytes);
}

test('a short track has every peak, and a waveform that is not there yet is empty', async () => {
  expect((await desk.get(row)).body).toEqual({ rate: 48_000, frames: 0, fullScale: 127, zooms: [] });
  writePeaks(3, 2, (peak, channel) => (channel === 0 ? [-32_767, peak * 100] : [0, 32_767]));
  expect((await desk.get(row)).body).toEqual({
    ...{ rate: 48_000, frames: 768, fullScale: 127 },
    zooms: [
      {
        framesPerPeak: 256,
        channels: [
          { lowest: [-127, -127, -127], highest: [0, 1, 1] },
          { lowest: [0, 0, 0], highest: [127, 127, 127] },
        ],
      },
    ],
  });
});

test('a long track is folded: no peak is lost, and the answer stays small', async () => {
  const count = 500_000;
  writePeaks(count, 1, (peak) => (peak === count - 1 ? [-32_767, 16_383] : [0, 0]));
  const { body } = await desk.get(row);
  expect(body.frames).toBe(count * 256);
  expect(JSON.stringify(body).length).toBeLessThan(300_000);
  const sizes = body.zooms.map(({ channels }: { channels: { lowest: number[] }[] }) => channels[0]?.lowest.length);
  expect(sizes).toEqual([16_130, 4_033, 1_009, 253]);
  for (const { framesPerPeak, channels } of body.zooms) {
    const [{ lowest, highest }] = channels;
    expect(lowest.length * framesPerPeak).toBeGreaterThanOrEqual(body.frames);
    expect([lowest.at(-1), highest.at(-1), Math.min(...lowest.slice(0, -1))]).toEqual([-127, 64, 0]);
  }
});

test('a header that says 0, unknown or too much is refused in words, and draws nothing', async () => {
  const whole = () => writePeaks(300, 1, () => [-100, 100]);
  const broken: readonly [string, (bytes: Buffer) => void][] = [
    ['no channels', (bytes) => bytes.writeUInt16LE(0, 6)],
    ['too many channels', (bytes) => bytes.writeUInt16LE(0xffff, 6)],
    ['no frames in a peak', (bytes) => bytes.writeUInt32LE(0, 8)],
    ['too many frames in a peak', (bytes) => bytes.writeUInt32LE(0xffffffff, 8)],
    ['no rate', (bytes) => bytes.writeUInt32LE(0, 12)],
  ];
  for (const [name, change] of broken) {
    whole();
    const bytes = readFileSync(join(folder, '01.peaks'));
    change(bytes);
    writeFileSync(join(folder, '01.peaks'), bytes);
    const { status, body } = await desk.get(row);
    expect([status, body.detail], name).toEqual([409, expect.stringContaining('no file of peaks of version 1')]);
  }
  whole();
  expect((await desk.get(row)).status).toBe(200);
});

test('what is no file of peaks is refused in words, and there are as many rows as tracks', async () => {
  writeFileSync(join(folder, '01.peaks'), 'something else, and long enough');
  const { status, body } = await desk.get(row);
  expect([status, body.detail]).toEqual([409, expect.stringContaining('no file of peaks of version 1')]);
  expect((await desk.get('/takes/friday/peaks/3')).status).toBe(404);
});
