import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastVersionIn } from './last-version.ts';
import { OwnSessions } from './own-sessions.ts';
import { parseSdp } from './sdp/parse.ts';
import type { Announcement } from './session.ts';

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-sessions-'));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stream: Announcement = {
  ...{ id: 'main', name: 'Stage', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
  paths: [{ address: '239.1.2.3', port: 5004, ttl: 32 }],
  ...{ channelLabels: ['Vox', 'Guitar'], packetTimeUs: 1_000, packetFrames: 48, clock: null },
};
const card = { name: 'eth0', address: '192.168.7.1', mac: '00:1d:c1:12:34:56', netmask: '255.255.255.0' };
const todayMs = Date.UTC(2026, 10, 28);
const state = () => join(folder, 'drivers', 'aes67-sessions');

/** A start of the driver, by a clock that the test sets. */
function start(nowMs: number) {
  const clock = { nowMs };
  const own = new OwnSessions(
    () => clock.nowMs,
    lastVersionIn(state(), (line) => lines.push(line)),
  );
  const version = (name: string) => {
    const described = own.describe(new Map([['aes67/main', { ...stream, name }]]), [card as never]);
    return Number(parseSdp(described.get('aes67/main')?.text ?? '').origin.version);
  };
  return { clock, own, version };
}

test('a version is the time of its change, and stays while the description does', () => {
  const { clock, version } = start(todayMs);
  expect(version('Stage')).toBe(todayMs / 1000);
  clock.nowMs += 60_000;
  expect(version('Stage')).toBe(todayMs / 1000);
  expect(version('Stage left')).toBe(todayMs / 1000 + 60);
});

test('no version goes back, with the clock set back while the desk runs, over a restart, and where a stream comes again', () => {
  const first = start(todayMs);
  const versions = [first.version('Stage')];
  first.clock.nowMs = 0;
  versions.push(first.version('Stage left'));
  first.own.describe(new Map(), [card as never]);
  versions.push(first.version('Stage'));
  // A board without a battery, after a loss of power.
  for (const year of [1970, 2024, 2025]) versions.push(start(Date.UTC(year, 0)).version('Stage'));
  versions.push(start(todayMs + 3_600_000).version('Stage'));
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(versions.at(-1)).toBe(todayMs / 1000 + 3600);
});

test('what is kept is one number; one that is damaged counts for none', () => {
  const { version } = start(todayMs);
  for (let n = 0; n < 100; n++) version(`Stage ${n}`);
  expect(readFileSync(join(state(), 'last-version'), 'utf8')).toBe(`${todayMs / 1000 + 99}\n`);
  for (const damaged of ['', 'x', '1e300', '-5', '1.5']) {
    writeFileSync(join(state(), 'last-version'), damaged);
    expect(start(todayMs).version('Stage')).toBe(todayMs / 1000);
  }
});

test('a folder that can not be written is said, and the description is there', () => {
  writeFileSync(join(folder, 'drivers'), 'a file');
  expect(start(todayMs).version('Stage')).toBe(todayMs / 1000);
  expect(lines).toEqual([expect.stringContaining('is not kept')]);
});
