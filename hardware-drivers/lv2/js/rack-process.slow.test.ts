import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { lineOf } from './rack-line.ts';
import { type RackProcess, rackProgram, waitForEnd } from './rack-process.ts';

const double = fileURLToPath(new URL('./programs/rack-program-double.mjs', import.meta.url));
const begun: RackProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'rowdesk-racks-'));
const state = join(folder, 'plugins', 'state');
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const rack of begun.splice(0)) rack.kill();
});

const slots = { folder: '/run/slots', give() {}, take() {}, end() {} };

function begin(file = process.execPath, longestCallS?: number) {
  const heard = { lines: [] as string[], said: [] as string[], ended: '' };
  const start = rackProgram({
    file,
    before: [double],
    inserts: '/run/inserts',
    slots: () => slots,
    state,
    longestCallS,
  });
  const rack = start(3, {
    line: (text) => heard.lines.push(text),
    said: (text) => heard.said.push(text),
    damaged: () => {},
    ended: (how) => {
      heard.ended = how;
    },
  });
  begun.push(rack);
  return { rack, heard };
}

test('a rack is started with its number and folders, and lines go both ways whole', async () => {
  const { rack, heard } = begin();
  rack.send(lineOf(['value', 'input-1-insert1', 'a\tb%\n', 0.5]));
  for (const line of ['torn', 'rest', 'stderr']) rack.send(lineOf([line]));
  const args = `args --number 3 --inserts /run/inserts --slots /run/slots --state ${state}`;
  await expect.poll(() => heard.lines).toEqual([args, 'value\tinput-1-insert1\ta%09b%25%0A\t0.5', 'half a line']);
  await expect.poll(() => heard.said).toEqual(['a word of the plugin']);
  expect(existsSync(state)).toBe(true);
  rack.send(lineOf(['stop']));
  await expect.poll(() => heard.ended).toBe('exit code 7');
  rack.send(lineOf(['value']));
});

test('a rack is told how long a plugin may take where that is configured', async () => {
  const { rack, heard } = begin(process.execPath, 2);
  rack.send(lineOf(['stop']));
  const words = `args --number 3 --inserts /run/inserts --slots /run/slots --state ${state} --longest-call-s 2`;
  await expect.poll(() => heard.lines).toContain(words);
});

test('a rack that is killed says by what, and one that can not be started says why', async () => {
  const { rack, heard } = begin();
  rack.kill();
  await expect.poll(() => heard.ended).toBe('SIGKILL');
  expect(() => process.kill(rack.processId, 0)).toThrow();
  const none = begin('/no/such/program');
  await expect.poll(() => none.heard.ended).toContain('ENOENT');
  none.rack.send('stop\n');
  none.rack.kill();
});

test('a line without end fills no memory, and a rack that reads nothing gets no more', async () => {
  const { rack, heard } = begin();
  rack.send('flood\n');
  await expect.poll(() => heard.lines.at(-1)).toBe('after');
  rack.send('deaf\n');
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const line = `${'y'.repeat(1000)}\n`;
  for (let i = 0; i < 100_000; i++) rack.send(line);
  expect(process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
});

test('the end of racks is waited for while nothing else runs, and at most so long', async () => {
  const { rack, heard } = begin();
  const stays = begin();
  await expect.poll(() => heard.lines.length + stays.heard.lines.length).toBe(2);
  rack.send('stop\n');
  waitForEnd([rack.processId], 20_000);
  expect(heard.ended).toBe('');
  const beganMs = performance.now();
  waitForEnd([stays.rack.processId], 50);
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(50);
  await expect.poll(() => heard.ended).toBe('exit code 7');
});
