import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from './child.ts';
import { probe } from './probe.ts';
import { alarmAfterTalk, doubleTools, noAlarm } from './tool-doubles.ts';

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

test('a plugin that hangs fails after 20 s', async () => {
  expect(await run('hang', alarmAfterTalk())).toEqual({ ok: false, reason: 'Its probe said nothing for 20 s.' });
});

test('a program that is not there rejects', async () => {
  const options = { program: join(folder, 'none'), alarm: noAlarm, signal: new AbortController().signal };
  await expect(probe({ format: 'lv2', uri: 'urn:x', bundle: '/x' }, options)).rejects.toThrow('ENOENT');
});
