import { setImmediate } from 'node:timers/promises';
import { defineProvider, Log } from 'rowdesk/provider';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, expect, test } from 'vitest';

let desk: TestHost | undefined;
let log: Log;
/** A package that logs. */
const talkative = defineProvider({
  name: 'talkative',
  needs: { log: Log },
  rows: (given) => {
    log = given.log;
    return [];
  },
});
afterEach(() => desk?.close());

test('the last lines are a row that can be watched and not written, without keys of the configuration', async () => {
  const time = new FakeTime();
  const drivers = [{ name: 'virtual', config: { apiKey: 'open-sesame' } }];
  desk = await startTestHost({ providers: ['log', talkative], time, config: { drivers } });
  const { lines, mostPerSeverity } = (await desk.get('/log')).body;
  expect(mostPerSeverity).toBe(100);
  expect(lines.at(-1)).toMatchObject({
    severity: 'info',
    source: 'desk',
    message: expect.stringContaining('rows answer'),
  });
  const watcher = await desk.watch('/log');
  await watcher.next();
  log.error({ driver: 'box', process: 'driver-box' }, 'no answer with open-sesame');
  const { row } = await watcher.next();
  expect(row.lines.at(-1)).toEqual({
    ...{ number: row.lines.length, at: expect.any(String), severity: 'error', source: 'box' },
    message: 'no answer with …',
  });
  const { status } = await desk.patch('/log', { lines: [] });
  expect(status).toBe(405);
  watcher.close();
});

test('a storm of lines is a few events', async () => {
  const time = new FakeTime();
  desk = await startTestHost({ providers: ['log', talkative], time });
  const watcher = await desk.watch('/log');
  await watcher.next();
  for (let n = 0; n < 1_000; n++) log.warn({}, `line ${n}`);
  expect((await watcher.next()).row.lines.at(-1).message).toBe('line 999');
  for (let n = 0; n < 1_000; n++) {
    log.warn({}, `again ${n}`);
    await setImmediate();
  }
  time.advance(500);
  expect((await watcher.next()).row.lines.at(-1).message).toBe('again 999');
  watcher.close();
});
