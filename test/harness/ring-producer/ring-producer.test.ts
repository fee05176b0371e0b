// The ring producer against rowdesk/record_ring.h, read byte by byte.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecordRing } from '../record-ring.ts';
import { RingProducer, ringSample } from './ring-producer.ts';

const tracks = [
  { path: '/channel/input/1', channels: 1 },
  { path: '/channel/main/1', channels: 2, role: 'programme' },
] as const;
let folder: string;
let link: string;
let producer: RingProducer;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ring-'));
  link = join(folder, 'record-ring');
  producer = new RingProducer(folder);
});
afterEach(() => producer.close());

const look = () => readRecordRing(link);

test('a ring has its tracks, and the samples of the signal beyond its capacity', async () => {
  const { epoch } = await producer.ring(48_000, tracks);
  expect(readlinkSync(link)).toMatch(/^\/dev\/shm\/rowdesk-/);
  expect(statSync(link).mode & 0o777).toBe(0o600);
  await producer.write(1_000_000, 1000);
  const ring = look();
  expect(ring).toMatchObject({ magic: 0x52445252, epoch, rate: 48_000, capacity: 960_000, written: 1_000_000 });
  expect(ring.size).toBe(statSync(link).size);
  expect(ring.tracks).toEqual([
    ['/channel/input/1', 1],
    ['/channel/main/1', 2],
  ]);
  for (let frame = 40_000; frame < 1_000_000; frame += 97) {
    for (const channel of [0, 1, 2]) expect(ring.sample(channel, frame)).toBe(ringSample(frame, channel));
  }
});

test('gaps stand where they are, and the signal goes on behind them with its clock', async () => {
  await producer.ring(48_000, tracks);
  await producer.write(1000);
  await producer.lose(300);
  await producer.write(100);
  await producer.silence(200);
  expect(await producer.write(100)).toMatchObject({ written: 1400, clock: 1700 });
  const ring = look();
  expect(ring.gaps).toEqual([
    { at: 1000, frames: 300, kind: 1 },
    { at: 1100, frames: 200, kind: 2 },
  ]);
  expect([999, 1000, 1100, 1300].map((frame) => ring.sample(1, frame))).toEqual([
    ringSample(999, 1),
    ringSample(1300, 1),
    0,
    ringSample(1600, 1),
  ]);
});

test('another ring ends the one before; a killed producer leaves its file, and the next one removes it', async () => {
  const first = await producer.ring(48_000, tracks);
  const file = readlinkSync(link);
  const second = await producer.ring(96_000, tracks);
  expect(second.epoch).not.toBe(first.epoch);
  expect(existsSync(file)).toBe(false);
  const left = readlinkSync(link);
  await producer.kill();
  expect(existsSync(left)).toBe(true);
  producer = new RingProducer(folder);
  await producer.ring(48_000, tracks);
  expect(existsSync(left)).toBe(false);
  const end = readlinkSync(link);
  await producer.close();
  expect(existsSync(end)).toBe(false);
  expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
});

test('it runs as fast as it is asked to', async () => {
  await producer.ring(48_000, tracks);
  await producer.run(20, 64);
  while ((await producer.state()).written < 9600);
  const { written, clock } = await producer.pause();
  expect(written % 64).toBe(0);
  expect(look().sample(2, written - 1)).toBe(ringSample(clock - 1, 2));
});

test('what it cannot make is refused in words', async () => {
  const wide = Array.from({ length: 256 }, () => ({ path: '/channel/mix/1', channels: 2 }) as const);
  await expect(producer.ring(48_000, [...wide, ...tracks])).rejects.toThrow('too many tracks');
  await expect(producer.write(64)).rejects.toThrow('there is no ring');
  mkdirSync(link);
  await expect(producer.ring(48_000, tracks)).rejects.toThrow('record-ring: Is a directory');
});
