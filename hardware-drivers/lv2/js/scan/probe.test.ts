import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from './alarm.ts';
import { probe } from './probe.ts';
import { doubleTools, noAlarm, passingAlarm } from './tool-doubles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-probe-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (name: string, alarm: Alarm = noAlarm) =>
  probe(
    { format: 'lv2', uri: `urn:test:${name}`, bundle: join(folder, 'x.lv2') },
    { program: doubleTools.rack, alarm, signal: new AbortController().signal },
  );

const hasBegun = () => existsSync(join(folder, 'probes.log'));

test('a plugin that passes has its latency', async () => {
  expect(await run('gain')).toEqual({ ok: true, latencyFrames: 64, meanUs: 12.5 });
});

test.each([
  ['crash', 'Its probe ended by SIGSEGV.'],
  ['quiet', 'Its probe ended without a result.'],
  ['bad', 'It gave a value that is not finite.'],
  ['odd', 'Its probe ended without a result.'],
  ['late', 'Its probe ended by SIGABRT.'],
])('a plugin that does otherwise fails with the reason: %s', async (name, reason) => {
  expect(await run(name)).toEqual({ ok: false, reason });
});

test('a plugin that hangs fails after 20 s, which is no verdict', async () => {
  const reason = 'Its probe said nothing for 20 s.';
  expect(await run('hang', passingAlarm({ passes: hasBegun }))).toEqual({ ok: false, reason, isLate: true });
});

test('a plugin that waits ten minutes for a processor is no fault, and answers then', async () => {
  const passed = (nowMs: number) => {
    if (nowMs > 600_000) writeFileSync(join(folder, 'go'), '');
  };
  const alarm = passingAlarm({ passes: hasBegun, waitedPart: 0.999, passed });
  expect(await run('starved', alarm)).toEqual({ ok: true, latencyFrames: 64, meanUs: 12.5 });
  expect(alarm.nowMs()).toBeGreaterThan(600_000);
});

test('a program that is not there rejects', async () => {
  const options = { program: join(folder, 'none'), alarm: noAlarm, signal: new AbortController().signal };
  await expect(probe({ format: 'lv2', uri: 'urn:x', bundle: '/x' }, options)).rejects.toThrow('ENOENT');
});
