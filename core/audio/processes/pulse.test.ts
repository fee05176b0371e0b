// The page of a process whose driver holds its JavaScript, with and without an audio thread that counts blocks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { grantedTime } from '../../system/granted-time.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { Pulse, type PulseOptions } from './pulse.ts';

let folder = '';
let page = '';
let time: FakeTime;
let reports: string[] = [];
let isHeld = false;
let pulse: Pulse;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-pulse-'));
  page = join(folder, 'audio.crash');
  time = new FakeTime();
  reports = [];
  isHeld = false;
  questions = 0;
  pulse = pulseBy({ time, graceMs: 0 });
});
function pulseBy(options: Omit<PulseOptions, 'files'>): Pulse {
  const events = {
    silent: (isSilent: boolean) => reports.push(isSilent ? 'silent' : 'answers'),
    dead: (driver: string) => reports.push(`dead: ${driver}`),
    held: (words: string) => reports.push(`held: ${words}`),
  };
  return new Pulse({ ...options, files: { crashPage: page } }, events);
}
afterEach(() => {
  pulse.stop();
  rmSync(folder, { recursive: true });
});

/** As crash_page.h lays it out: magic, number of heard blocks, the slot of JavaScript in the first package. */
function writePage(driver: string, heardBlocks: number, processId = 0): void {
  const bytes = Buffer.alloc(4096);
  bytes.writeUInt32LE(0x31504352, 0);
  bytes.writeInt32LE(processId, 8);
  bytes.writeUInt32LE(heardBlocks, 20);
  bytes.writeInt32LE(1, 64);
  bytes.writeUInt32LE(driver === '' ? 0 : 1, 68);
  bytes.write('javascript', 72);
  bytes.write(driver, 64 + 32 * 32);
  writeFileSync(page, bytes);
}

let questions = 0;
const link = {
  answers: () => {
    questions += 1;
    return Promise.resolve(true);
  },
  takeSigns: () => {
    const wasHeard = !isHeld && questions > 0;
    if (!isHeld) questions = 0;
    return { wasHeard, isDue: questions > 0 };
  },
};
function greet(): void {
  pulse.connected(link);
  pulse.greeted();
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    time.advance(100);
    if (passed % 1000 === 0) pulse.beat();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a process that answers is left alone', async () => {
  writePage('box', 0);
  greet();
  await pass(60_000);
  expect(reports).toEqual([]);
});

test('a process that misses two heartbeats is silent, until it answers', async () => {
  greet();
  await pass(3_000);
  isHeld = true;
  await pass(2_000);
  expect(reports).toEqual(['silent']);
  isHeld = false;
  await pass(2_000);
  expect(reports).toEqual(['silent', 'answers']);
});

test('a driver that holds a process of which nothing is heard is named, and the process is to be ended', async () => {
  writePage('box', 7);
  greet();
  isHeld = true;
  await pass(5_000);
  expect(reports).toEqual(['silent']);
  await pass(10_000);
  expect(reports).toEqual(['silent', 'dead: box']);
  pulse.stop();
  expect(reports.at(-1)).toBe('answers');
});

test('a process that says nothing after it was connected to is judged alike', async () => {
  writePage('box', 7);
  pulse.connected(link);
  await pass(6_000);
  expect(reports).toEqual(['dead: box']);
});

test('a process whose sound goes on is never ended, and reported until it answers', async () => {
  let blocks = 0;
  const stop = time.every(100, () => writePage('box', ++blocks));
  greet();
  isHeld = true;
  await pass(30_000);
  const words = 'held: box holds its JavaScript: no value is taken or reported. The sound goes on.';
  expect(reports).toEqual(['silent', words]);
  isHeld = false;
  await pass(2_000);
  expect(reports.slice(2)).toEqual(['answers', 'held: ']);
  stop();
});

test('sound that stops later, while it is held, ends it', async () => {
  let blocks = 0;
  const stop = time.every(100, () => writePage('box', ++blocks));
  greet();
  isHeld = true;
  await pass(10_000);
  stop();
  await pass(2_000);
  expect(reports.at(-1)).toBe('dead: box');
});

test('one that names no package may get no processor: it is given the time twice', async () => {
  writePage('', 0);
  greet();
  isHeld = true;
  await pass(8_000);
  expect(reports).toEqual(['silent', 'held: its JavaScript does not answer: no value is taken or reported.']);
  await pass(4_000);
  expect(reports.at(-1)).toBe('dead: ');
});

test('a process that stood still itself judges nobody by that: what was said meanwhile is read first', async () => {
  writePage('box', 7);
  greet();
  await pass(2_000);
  isHeld = true;
  time.advance(60_000);
  pulse.beat();
  isHeld = false;
  await pass(3_000);
  expect(reports).toEqual([]);
});

test('without a page it is not known whether sound goes on: it is left alone', async () => {
  greet();
  isHeld = true;
  await pass(60_000);
  expect(reports.some((each) => each.startsWith('dead'))).toBe(false);
});

/** A machine on which a process waits for this share of the time for its processor. */
function busyPulse(waiting: { own: number; other: number }, graceMs = 0): { readonly starved: number[] } {
  const starved: number[] = [];
  const read = (processId: number | 'self') =>
    new Map([[String(processId), time.monotonicMs() * (processId === 'self' ? waiting.own : waiting.other)]]);
  const granted = grantedTime(time, read);
  granted.onStarved((waitedMs, ofMs) => starved.push(waitedMs / ofMs));
  pulse = pulseBy({ time: { monotonicMs: () => time.monotonicMs(), granted }, graceMs });
  return { starved };
}

test.each([
  ['the driver process', { own: 0, other: 0.96 }],
  ['the control process', { own: 0.96, other: 0 }],
])('where %s hardly gets a processor, nothing is ended, and the load is reported', async (_which, waiting) => {
  writePage('mixer', 7, 4711);
  const { starved } = busyPulse(waiting);
  greet();
  isHeld = true;
  await pass(60_000);
  expect(reports.filter((each) => !/^silent/.test(each))).toEqual([]);
  expect(starved.length).toBeGreaterThan(10);
  isHeld = false;
  await pass(3_000);
  expect(reports).not.toContain('dead: mixer');
});

test('a driver that loops on a busy machine is ended when it has had the processor for five seconds', async () => {
  writePage('box', 7, 4711);
  busyPulse({ own: 0.5, other: 0.8 });
  greet();
  isHeld = true;
  await pass(25_000);
  expect(reports).not.toContain('dead: box');
  await pass(3_000);
  expect(reports.at(-1)).toBe('dead: box');
});

test('a process that asks for a grace is reported in time, and ended when the grace is over', async () => {
  writePage('recorder', 7, 4711);
  busyPulse({ own: 0, other: 0 }, 20_000);
  greet();
  isHeld = true;
  await pass(20_000);
  expect(reports).toEqual(['silent', 'held: recorder holds its JavaScript: no value is taken or reported.']);
  await pass(3_000);
  expect(reports.at(-1)).toBe('dead: recorder');
});
