import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

const input = '/channel/input/1';
let desk: TestHost;
let folder: string;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'scenes', 'sessions'] });
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-session-'));
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
const file = (content: string) => {
  const path = join(folder, 'session.json');
  writeFileSync(path, content);
  return path;
};

test('a session goes to a file and comes back as another one', async () => {
  await desk.patch(input, { levelDb: -6 });
  await rowdesk('run', '/scene/store', 'name=One');
  await rowdesk('run', '/session/save', 'name=Friday');
  const exported = await rowdesk('session', 'export', 'friday');
  expect([exported.code, exported.err]).toEqual([0, '']);
  expect(JSON.parse(exported.out)).toMatchObject({ format: 'rowdesk-session', version: 1, scenes: [{ id: 'one' }] });
  const imported = await rowdesk('session', 'import', file(exported.out), '--id', 'saturday');
  expect([imported.code, imported.err]).toEqual([0, '']);
  expect(JSON.parse(imported.out)).toMatchObject({ outcome: 'applied', id: 'saturday', scenes: 1 });
  await desk.patch(input, { levelDb: -20 });
  expect((await rowdesk('run', '/sessions/saturday/apply')).code).toBe(0);
  expect((await desk.get(input)).body.levelDb).toBe(-6);
  expect((await rowdesk('session', 'export', 'saturday')).out).toBe(exported.out.replace(/"order": 1/, '"order": 2'));
});

test('what is no session is refused, with the field in words', async () => {
  const wrong = await rowdesk('session', 'import', file('{"format": "rowdesk-session", "version": 2}'));
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain('file/version must be 1');
  expect(wrong.err).toContain('file/session');
  const broken = await rowdesk('session', 'import', file('{'));
  expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('session.json: ')]);
  expect((await rowdesk('session', 'import', join(folder, 'none.json'))).code).toBe(2);
  expect((await rowdesk('session', 'export', 'none')).code).toBe(1);
  expect((await rowdesk('session')).code).toBe(2);
});
