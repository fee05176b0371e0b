import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel'] });
  desk.audio.answers.set('mixer resetHowl', () => ({}));
});
afterEach(() => desk.close());

async function rowdesk(words: readonly string[], width?: number) {
  const terminal = fakeTerminal(width);
  const code = await runCommand([...words, '--url', desk.host.url], terminal, () => new AbortController().signal);
  return { code, out: terminal.out, err: terminal.err };
}

test('protects strips, lists them with their notches, and ends the protection', async () => {
  expect((await rowdesk(['hrp'], 80)).err).toContain('No strip is protected');
  expect(JSON.parse((await rowdesk(['hrp', 'on', 'main/1', '--lift', '0'])).out)).toMatchObject({
    enabled: true,
    liftAfterS: 0,
  });
  expect((await rowdesk(['hrp', 'on', 'input/2', '--mode', 'detect'])).code).toBe(0);
  const notch = { slot: 0, fixed: false, frequencyHz: 2503.1, q: 30, gainDb: -6, since: '' };
  desk.audio.target('mixer').report('/channel/main/1/hrp/report', 'notches', [notch]);
  const { out } = await rowdesk(['hrp'], 80);
  expect(out.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['STRIP', 'MODE', 'HOWLING', 'NOTCHES'],
    ['input/2', 'detect', 'none'],
    ['main/1', 'suppress', '2503', 'Hz', '-6', 'dB'],
    [''],
  ]);
  expect(JSON.parse((await rowdesk(['hrp'])).out).strips).toHaveLength(2);
  expect(JSON.parse((await rowdesk(['hrp', 'fix', 'main/1'])).out)).toMatchObject({ outcome: 'applied', added: 1 });
  expect(JSON.parse((await rowdesk(['hrp', 'reset', 'main/1', '--scope', 'all'])).out)).toMatchObject({ fixed: 1 });
  expect(JSON.parse((await rowdesk(['hrp', 'off', 'main/1'])).out)).toMatchObject({ enabled: false });
});

test('says what is wrong with a strip or a number', async () => {
  const { code, err } = await rowdesk(['hrp', 'on', 'dca/1']);
  expect([code, err.includes('dca/1 is no strip like input/1')]).toEqual([2, true]);
  const refused = await rowdesk(['hrp', 'on', 'input/1', '--depth', '-40']);
  expect([refused.code, refused.err.includes('maxDepthDb')]).toEqual([1, true]);
});
