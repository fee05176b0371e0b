// `rowdesk warnings`: what the desk warns of, and what to do.
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineCommands } from './commands.ts';
import { candidates } from './completion/candidates.ts';
import { listCommands } from './completion/command-list.ts';
import { localTime } from './local-time.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['warnings'] });
});
afterEach(() => desk.close());

async function warnings(...words: readonly string[]) {
  const terminal = fakeTerminal(100);
  const code = await runCommand(['warnings', ...words, '--url', desk.host.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

const raise = (code: string, severity: 'info' | 'alarm', detail = '') =>
  desk.host.warnings.raise({
    id: code,
    title: `Title of ${code}`,
    titleCode: { code, params: {} },
    detail,
    severity,
    path: severity === 'alarm' ? '/clock' : '',
  });

test('warnings are listed with what to do, the gravest first', async () => {
  expect(await warnings()).toEqual({ code: 0, out: '', err: 'No warnings\n' });
  raise('unheard-of', 'info', 'Its own\u001b words.');
  raise('clock-lost', 'alarm');
  await desk.patch('/warnings/clock-lost', { acknowledged: true });
  const { code, out } = await warnings();
  const [first, second] = desk.host.warnings.list().map(({ since }) => localTime(since));
  expect([code, ...out.trimEnd().split('\n')]).toEqual([
    0,
    `alarm: Title of clock-lost (since ${second}, /clock, acknowledged)`,
    '  Look at the cable of the clock, or choose another reference.',
    `info: Title of unheard-of (since ${first})`,
    '  Its own\\u001b words.',
  ]);
  const listed = JSON.parse((await warnings('-o', 'json')).out);
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(['clock-lost', 'unheard-of']);
});

test('a time of another day has its day', () => {
  const now = new Date(2026, 0, 2, 12, 0, 0);
  expect(localTime(new Date(2026, 0, 2, 9, 5, 7).toISOString(), now)).toBe('09:05:07');
  expect(localTime(new Date(2026, 0, 1, 23, 59, 59).toISOString(), now)).toBe('2026-01-01 23:59:59');
  expect(localTime('never', now)).toBe('never');
});

test('the command is completed', async () => {
  expect(await candidates(['warn'], listCommands(defineCommands), AbortSignal.timeout(1000))).toEqual(['warnings']);
});
