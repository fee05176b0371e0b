import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import shows from '../providers/shows/jobs.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
let folder: string;
beforeEach(async () => {
  const providers = ['console', 'channel', 'patch', 'scenes', 'sessions', 'shows'];
  desk = await startTestHost({ providers });
  desk.audio.jobs.answer = async ({ args }) => ({ ...(await shows.jobs.read(args)) });
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-show-'));
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

async function rowdesk(...words: string[]) {
  const terminal = fakeTerminal();
  const code = await runCommand([...words, '--url', desk.host.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

test('a file is looked at, then stored as a session, and what it names as boxes is what the words say', async () => {
  const file = join(folder, 'friday.scn');
  writeFileSync(file, '#4.0# "Friday" "" %000000000 1\n/ch/01/config "Kick" 1 YE 1\n/ch/01/mix/fader -6.0\n');
  const looked = await rowdesk('show', 'import', file);
  expect([looked.code, JSON.parse(looked.out).counts]).toMatchObject([0, { lines: 2, mapped: 2 }]);
  expect(looked.err).toContain('2 lines: 2 mapped, 0 approximated, 0 not carried');
  expect(looked.err).toContain('x32-local');
  expect((await desk.get('/sessions')).body.items).toEqual([]);
  const stored = await rowdesk('show', 'import', file, '--apply', '--device', 'x32-local=virtual-32x16');
  expect(stored.err).toContain('rowdesk run /sessions/friday/apply');
  await rowdesk('run', '/sessions/friday/apply');
  const strip = (await desk.get('/channel/input/1')).body;
  expect(strip).toMatchObject({ name: 'Kick', colour: 'yellow', levelDb: -6, sourceId: 'virtual-32x16:in-1' });
});

test('a device without its other half is refused before anything is sent', async () => {
  const wrong = await rowdesk('show', 'import', join(folder, 'x.scn'), '--device', 'x32-local');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('x32-local=stage-left')]);
  const missing = await rowdesk('show', 'import', join(folder, 'x.scn'));
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('is not there')]);
});

test('formats are listed', async () => {
  const { out } = await rowdesk('show', 'formats');
  expect(JSON.parse(out).formats.map(({ id }: { id: string }) => id)).toContain('x32-scene');
});
