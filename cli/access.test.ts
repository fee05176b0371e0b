// `rowdesk access`: keys that are made, listed and withdrawn, and a code that a phone reads.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessFile } from '../core/access/access-paths.ts';
import { hashOf } from '../core/access/secrets.ts';
import { scanned } from '../test/access/scanned.ts';
import { keyFor } from './access-key.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let state: string;
let desk: TestHost | undefined;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(async () => {
  await desk?.close();
  desk = undefined;
  rmSync(state, { recursive: true, force: true });
  delete process.env.ROWDESK_STATE;
});

async function access(...words: readonly string[]) {
  const terminal = fakeTerminal(100);
  const code = await runCommand(['access', ...words], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

const inState = (...words: readonly string[]) => access(...words, '--state', state);
const kept = () => JSON.parse(readFileSync(accessFile(state), 'utf8'));

test('a key is said once and kept as its hash; keys are listed, and withdrawn', async () => {
  expect((await inState()).err).toContain('everybody who reaches the desk may do all');
  const { code, out, err } = await inState('add', 'Maria', '--role', 'mix', '--bus', 'mix/3');
  expect([code, err]).toEqual([0, expect.stringContaining('Without a key nobody may do anything.')]);
  expect(kept()).toEqual({
    anonymous: 'none',
    keys: [{ name: 'Maria', hash: hashOf(out.trim()), role: 'mix', bus: 'mix/3' }],
  });
  expect((await inState('add', 'FOH', '--role', 'run', '--anonymous', 'view')).code).toBe(0);
  const listed = await inState();
  expect(listed.out.split('\n').map((line) => line.trim().split(/ +/))).toEqual([
    ['NAME', 'ROLE', 'BUS'],
    ['Maria', 'mix', 'mix/3'],
    ['FOH', 'run'],
    [''],
  ]);
  expect(listed.err).toContain('may look on');
  expect((await inState('withdraw', 'Maria')).code).toBe(0);
  expect(kept().keys.map(({ name }: { readonly name: string }) => name)).toEqual(['FOH']);
  expect((await inState('off')).code).toBe(0);
  expect((await inState('withdraw', 'FOH')).code).toBe(1);
});

test.each([
  ['add', 'Maria', '--role', 'king'],
  ['add', 'Maria', '--role', 'run', '--bus', 'mix/3'],
  ['add', 'Maria', '--role', 'mix', '--bus', 'everything'],
  ['add', 'surface:osc', '--role', 'run'],
  ['add', 'anonymous', '--role', 'run'],
  ['add', '', '--role', 'run'],
])('%s %s %s %s is no key, and nothing is written', async (...words) => {
  expect((await inState(...words)).code).toBe(2);
  expect(kept).toThrow('ENOENT');
});

test('a name that is there is refused', async () => {
  await inState('add', 'Maria', '--role', 'mix');
  const before = kept();
  expect((await inState('add', 'Maria', '--role', 'run')).code).toBe(1);
  expect(kept()).toEqual(before);
});

test('a command of the user who runs the desk needs no key, and shows a code that a phone reads', async () => {
  await inState('add', 'Maria', '--role', 'mix', '--bus', 'mix/3');
  desk = await startTestHost({ providers: ['console'], stateFolder: state });
  expect((await desk.get('/console')).status).toBe(401);
  process.env.ROWDESK_STATE = state;
  expect(keyFor('http://127.0.0.1:1/api')).toBeUndefined();
  const { code, out, err } = await access('link', 'Maria', '--url', desk.url, '--at', 'http://desk.local:8700');
  expect(code).toBe(0);
  expect(out).toMatch(/^http:\/\/desk\.local:8700\/mix#link=rd_[\w-]{43}\n$/);
  expect(scanned(err)).toBe(out.trim());
  const answer = await fetch(`${desk.url}/access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: out.trim().split('#link=')[1] }),
  });
  expect(await answer.json()).toEqual({ name: 'Maria', role: 'mix', bus: 'mix/3' });
  expect((await access('link', 'Jo', '--url', desk.url)).code).toBe(1);
});
