// The page of a process whose driver holds its JavaScript, with and without an audio thread that counts blocks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import type { ControlLink } from './control-link.ts';
import { Pulse } from './pulse.ts';

let folder = '';
let page = '';
let time: FakeTime;
let told: string[] = [];
let isHeld = false;
let pulse: Pulse;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-pulse-'));
  page = join(folder, 'audio.crash');
  time = new FakeTime();
  told = [];
  isHeld = false;
  pulse = new Pulse(time, page, {
    dead: (driver) => told.push(`dead: ${driver}`),
    held: (words) => told.push(`held: ${words}`),
  });
});
afterEach(() => {
  pulse.stop();
  rmSync(folder, { recursive: true });
});

/** As crash_page.h lays it out: magic, number of heard blocks, the slot of JavaScript in the first package. */
function writePage(driver: string, heardBlocks: number): void {
  const bytes = Buffer.alloc(4096);
  bytes.writeUInt32LE(0x31504352, 0);
  bytes.writeUInt32LE(heardBlocks, 20);
  bytes.writeInt32LE(1, 64);
  bytes.writeUInt32LE(driver === '' ? 0 : 1, 68);
  bytes.write('javascript', 72);
  bytes.write(driver, 64 + 32 * 32);
  writeFileSync(page, bytes);
}

const link = {
  answers: (ms: number) =>
    isHeld ? new Promise((resolve) => time.after(ms, () => resolve(false))) : Promise.resolve(true),
} as unknown as ControlLink;

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    time.advance(100);
    if (passed % 1000 === 0) pulse.beat();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a process that answers is left alone', async () => {
  writePage('box', 0);
  pulse.greeted(link);
  await pass(60_000);
  expect(told).toEqual([]);
});

test('a driver that holds a process of which nothing is heard is named, and the process is to be ended', async () => {
  writePage('box', 7);
  pulse.greeted(link);
  isHeld = true;
  await pass(5_000);
  expect(told).toEqual([]);
  await pass(2_000);
  expect(told).toEqual(['dead: box']);
});

test('a process that says nothing after it was connected to is judged alike', async () => {
  writePage('box', 7);
  pulse.connected();
  await pass(6_000);
  expect(told).toEqual(['dead: box']);
});

test('a process whose sound goes on is never ended, and told of until it answers', async () => {
  let blocks = 0;
  const stop = time.every(100, () => writePage('box', ++blocks));
  pulse.greeted(link);
  isHeld = true;
  await pass(30_000);
  expect(new Set(told)).toEqual(
    new Set(['held: box holds its JavaScript: no value is taken or reported. The sound goes on.']),
  );
  isHeld = false;
  await pass(7_000);
  expect(told.at(-1)).toBe('held: ');
  stop();
});

test('one that names no package may get no processor: it is given the time twice', async () => {
  writePage('', 0);
  pulse.greeted(link);
  isHeld = true;
  await pass(8_000);
  expect(told).toEqual(['held: its JavaScript does not answer: no value is taken or reported.']);
  await pass(6_000);
  expect(told.at(-1)).toBe('dead: ');
});

test('without a page it is not known whether sound goes on: it is left alone', async () => {
  pulse.greeted(link);
  isHeld = true;
  await pass(60_000);
  expect(told.some((each) => each.startsWith('dead'))).toBe(false);
});
