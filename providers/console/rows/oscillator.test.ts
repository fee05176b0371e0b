import { defineProvider, HeldSwitch, Refusal, Validators } from 'rowdesk/provider';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const path = '/console/oscillator';

const { noLeaseMs, retryMs } = HeldSwitch;

let desk: TestHost;
let time: FakeTime;
/** Whether commits that touch the oscillator are refused. */
let isRefused: boolean;
const refusing = defineProvider({
  name: 'refusing',
  needs: { validators: Validators },
  rows: () => [],
  start: ({ validators }) =>
    validators.use((_after, _before, paths) => {
      if (isRefused && paths.includes(path)) throw new Refusal('conflict', 'It is used elsewhere');
    }),
});
beforeEach(async () => {
  isRefused = false;
  time = new FakeTime();
  desk = await startTestHost({ providers: ['console', refusing], time });
});
afterEach(() => desk.close());

const isOn = async () => (await desk.get(path)).body.enabled;
const stuck = () => desk.host.warnings.list().filter((each) => each.path === path);
/** Sockets close when the other side gets to it. */
const untilOff = async () => {
  while (await isOn()) await new Promise((resolve) => setImmediate(resolve));
};

test('an oscillator that is on whileWatched is switched off when the last stream of its client ends', async () => {
  const [first, second] = [await desk.watch(path), await desk.watch(path)];
  await desk.patch(path, { enabled: true, whileWatched: true });
  time.advance(2 * noLeaseMs);
  first.close();
  await desk.patch(path, { levelDb: -40 });
  expect(await isOn()).toBe(true);
  second.close();
  await untilOff();
  expect(desk.audio.target('mixer').value(path, 'enabled')).toBe(false);
});

test('one that its client never watched is switched off after 10 s', async () => {
  await desk.patch(path, { enabled: true, whileWatched: true });
  time.advance(noLeaseMs - 1);
  expect(await isOn()).toBe(true);
  time.advance(1);
  await untilOff();
});

test('any other stays on without its client', async () => {
  const watched = await desk.watch(path);
  await desk.patch(path, { enabled: true });
  watched.close();
  time.advance(2 * noLeaseMs);
  expect(await isOn()).toBe(true);
});

test('a refusal to switch it off is an alarm, and tried again every second', async () => {
  await desk.patch(path, { enabled: true, whileWatched: true });
  isRefused = true;
  time.advance(noLeaseMs);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(await isOn()).toBe(true);
  expect(stuck()).toMatchObject([{ severity: 'alarm', titleCode: { code: 'oscillator-stuck' } }]);
  isRefused = false;
  time.advance(retryMs);
  await untilOff();
  expect(stuck()).toEqual([]);
});
