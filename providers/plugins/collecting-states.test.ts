import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CollectingNeeds, StateCollector } from './collecting-states.ts';
import { PluginStates } from './plugin-states.ts';

const nowMs = Date.UTC(2026, 0, 10);
const clock = { nowMs };
let folder: string;
beforeEach(() => {
  clock.nowMs = nowMs;
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const idOf = (digit: string) => digit.repeat(32);
const named = (digit: string) => ({ path: '/x', area: 'inserts', fields: { pluginState: idOf(digit) } });

/** A desk that names 1 in a row, 2 in a scene, 3 in a session, 4 in the clipboard, 5 and 6 in its history. */
function needs(content: CollectingNeeds['documents']['content']): CollectingNeeds {
  return {
    areas: { snapshot: async () => [named('1')] },
    documents: { list: (kind: string) => [{ kind, id: 'a', body: {} }], content },
    desk: { has: (path: string) => path === '/clipboard/1/content', read: () => ({ content: [named('4')] }) },
    history: { entries: [{ changes: [{ path: '/x', field: 'pluginState', from: idOf('5'), to: idOf('6') }] }] },
    time: { now: () => clock.nowMs },
  } as unknown as CollectingNeeds;
}

test('what is old and named nowhere is removed, and nothing else', async () => {
  for (const digit of '123456789a') {
    const ageMs = digit === '9' ? 3_600_000 : 172_800_000;
    writeFileSync(join(folder, idOf(digit)), digit);
    utimesSync(join(folder, idOf(digit)), new Date(nowMs - ageMs), new Date(nowMs - ageMs));
  }
  writeFileSync(join(folder, 'notes.txt'), '');
  mkdirSync(join(folder, 'folder'));
  const content = async (kind: string) => [named(kind === 'scene' ? '2' : '3')];
  const collector = new StateCollector(new PluginStates(folder), needs(content));
  expect(await collector.collect()).toBe(0);
  expect(await collector.collect()).toBe(3);
  expect(readdirSync(folder).sort()).toEqual([...[...'1234569'].map(idOf), 'folder', 'notes.txt'].sort());
});

test('where a scene can not be read, all are kept', async () => {
  writeFileSync(join(folder, idOf('8')), '');
  utimesSync(join(folder, idOf('8')), new Date(0), new Date(0));
  const fails = () => Promise.reject(new Error('no store'));
  const collector = new StateCollector(new PluginStates(folder), needs(fails));
  for (let look = 0; look < 3; look++) await expect(collector.collect()).rejects.toThrow('no store');
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a clock that is set a day on makes no new state old: the next look finds it named, or kept again', async () => {
  for (const digit of '78') {
    writeFileSync(join(folder, idOf(digit)), digit);
    utimesSync(join(folder, idOf(digit)), new Date(nowMs), new Date(nowMs));
  }
  let rows = [named('1')];
  const collector = new StateCollector(
    new PluginStates(folder),
    needs(async () => rows),
  );
  clock.nowMs += 90_000_000;
  expect(await collector.collect()).toBe(0);
  rows = [named('7')];
  utimesSync(join(folder, idOf('8')), new Date(clock.nowMs), new Date(clock.nowMs));
  expect(await collector.collect()).toBe(0);
  expect(readdirSync(folder).sort()).toEqual([...'78'].map(idOf));
  clock.nowMs += 90_000_000;
  rows = [];
  expect(await collector.collect()).toBe(0);
  expect(await collector.collect()).toBe(2);
});
