import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({
    strips: 'all',
    providers: ['console', 'channel', 'stagebox', 'history', 'measurement'],
  });
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-1' });
});
afterEach(() => desk.close());

async function rowdesk(words: readonly string[], { width, signal }: { width?: number; signal?: AbortSignal } = {}) {
  const terminal = fakeTerminal(width);
  const interrupted = () => signal ?? new AbortController().signal;
  const code = await runCommand([...words, '--url', desk.host.url], terminal, interrupted);
  return { code, out: terminal.out, err: terminal.err };
}

test('a move says what would change, changes it with --apply, and takes either sign', async () => {
  const preview = await rowdesk(['gain', 'move', 'input/1', '+6'], { width: 100 });
  expect(preview.err).toContain('Nothing is written: --apply writes it.');
  expect(preview.out).toMatch(/^PATH +FIELD +FROM +TO\n/);
  expect(preview.out).toMatch(/\/stagebox\/virtual-32x16\/inputs\/1 +gainDb +0 +6\n/);
  expect(preview.out).toMatch(/\/channel\/input\/1 +trimDb +0 +-6\n/);
  expect((await desk.get('/channel/input/1')).body.trimDb).toBe(0);
  expect((await rowdesk(['gain', 'move', 'input/1', '+6', '--apply'])).code).toBe(0);
  expect((await desk.get('/channel/input/1')).body.trimDb).toBe(-6);
  const back = await rowdesk(['gain', 'move', 'input/1', '-2', '--apply']);
  expect(JSON.parse(back.out)).toMatchObject({ outcome: 'applied', movedDb: -2 });
  expect((await desk.get('/channel/input/1')).body.trimDb).toBe(-4);
});

test('what can not be is said, with the exit code of a refusal or of a wrong word', async () => {
  const beyond = await rowdesk(['gain', 'move', 'input/1', '-6']);
  expect([beyond.code, beyond.err]).toEqual([1, expect.stringContaining('from 0 to 55 dB')]);
  expect((await rowdesk(['gain', 'move', 'input/1', 'much'])).code).toBe(2);
  expect((await rowdesk(['gain', 'move', 'bass', '3'])).code).toBe(2);
  expect((await rowdesk(['gain', '--seconds', '1'])).err).toContain('seconds');
});

test('an interruption ends the listening', async () => {
  const { code, err } = await rowdesk(['gain', 'input/1', '--apply'], { signal: AbortSignal.abort() });
  expect([code, err]).toEqual([1, expect.stringContaining('cancelled')]);
});

test('strips are completed', async () => {
  const after = (...words: string[]) =>
    candidates(['gain', ...words], listCommands(defineCommands), new AbortController().signal);
  const url = ['--url', desk.host.url];
  expect(await after(...url, 'input/3')).toEqual(['input/3', 'input/30', 'input/31', 'input/32']);
  expect(await after(...url, 'aux/1', 'aux/')).toEqual(['aux/2', 'aux/3', 'aux/4']);
  expect(await after('move', ...url, 'fxReturn/4')).toEqual(['fxReturn/4']);
  expect(await after('mo')).toEqual(['move']);
});
