// `rowdesk log`: the last lines of the desk's log, and those that come.
import { defineProvider, Log } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localTime } from './local-time.ts';
import { runCommand } from './run.ts';
import { fakeTerminal } from './service-double.ts';

let desk: TestHost;
let log: Log;
const talkative = defineProvider({
  name: 'talkative',
  needs: { log: Log },
  rows: (given) => {
    log = given.log;
    return [];
  },
});
beforeEach(async () => {
  desk = await startTestHost({ providers: ['log', talkative] });
  log.warn({ driver: 'box' }, 'a slow\u001banswer');
  log.error({}, 'no answer');
});
afterEach(() => desk.close());

async function printed(...words: readonly string[]) {
  const terminal = fakeTerminal(100);
  const code = await runCommand(['log', ...words, '--url', desk.host.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}
const messages = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).message);

test('lines are printed by the clock of the reader, each with its severity and its source', async () => {
  const { code, out } = await printed('--severity', 'warning');
  const [warning, error] = (await desk.get('/log')).body.lines.slice(-2);
  expect([code, ...out.trimEnd().split('\n')]).toEqual([
    0,
    `${localTime(warning.at)} warning box: a slow answer`,
    `${localTime(error.at)} error   desk: no answer`,
  ]);
});

test('the last ones are asked for by number and by severity', async () => {
  expect(messages((await printed('-o', 'json', '--lines', '2')).out)).toEqual(['a slow answer', 'no answer']);
  expect(messages((await printed('-o', 'json', '--severity', 'error')).out)).toEqual(['no answer']);
  const { code, err } = await printed('--lines', '0');
  expect([code, err]).toEqual([2, expect.stringContaining('--lines takes a number from 1')]);
});

test('a watched log prints each line once', async () => {
  const terminal = fakeTerminal();
  const end = new AbortController();
  const words = ['log', '--watch', '--lines', '1', '--url', desk.host.url];
  const watching = runCommand(words, terminal, () => end.signal);
  await expect.poll(() => terminal.out).toContain('no answer');
  log.info({}, 'it answers');
  await expect.poll(() => terminal.out).toContain('it answers');
  log.info({}, 'again');
  await expect.poll(() => terminal.out).toContain('again');
  end.abort();
  await watching;
  expect(messages(terminal.out)).toEqual(['no answer', 'it answers', 'again']);
});
