import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeFile } from './take-document.ts';
import { findUnclosed } from './take-recovery.ts';

const [minute, day] = [60_000, 86_400_000];
const boot = 'this-boot';
const sinceBootMs = 60 * minute;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-recovery-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A take that was left so long ago; since then the clock of the system was set by `stepMs`. */
async function isFresh({ agoMs, stepMs, bootId = boot }: { agoMs: number; stepMs: number; bootId?: string }) {
  const lengthMs = 2_000;
  const monotonicMs = sinceBootMs - agoMs - lengthMs;
  const take = {
    ...{ format: 1, takeId: 'friday', rate: 48_000, state: 'recording', bootId },
    ...{ tracks: [], markers: [], dropouts: [] },
    parts: [{ number: 1, startedAt: '', monotonicMs, frames: (lengthMs * 48_000) / 1000, gapFrames: 0 }],
  };
  mkdirSync(join(folder, 'friday'), { recursive: true });
  const file = join(folder, 'friday', takeFile);
  writeFileSync(file, JSON.stringify(take));
  const writtenS = (Date.now() - agoMs - stepMs) / 1000;
  utimesSync(file, writtenS, writtenS);
  const [found] = await findUnclosed(folder, boot, sinceBootMs);
  return found?.isFresh;
}

test.each([0, day, -day, -minute])('a take left a moment ago goes on, the clock set by %d ms since', async (stepMs) => {
  expect(await isFresh({ agoMs: 1_000, stepMs })).toBe(true);
  expect(await isFresh({ agoMs: 1_000, stepMs, bootId: 'another' })).toBe(false);
});

test.each([0, day, -day])(
  'a take left ten minutes ago does not go on, the clock set by %d ms since',
  async (stepMs) => {
    expect(await isFresh({ agoMs: 10 * minute, stepMs })).toBe(false);
  },
);
