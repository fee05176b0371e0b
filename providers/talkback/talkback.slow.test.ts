import { defineProvider, HeldSwitch, Refusal, Validators } from 'rowdesk/provider';
import { FakeTime, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const { noLeaseMs, retryMs } = HeldSwitch;

let desk: TestHost;
let time: FakeTime;
/** Whether commits that touch the talkback are refused. */
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
  desk = await startTestHost({ providers: ['console', 'channel', 'talkback', 'streams', refusing], time });
});
afterEach(() => desk.close());

const path = '/talkback/1';
const isOn = async () => (await desk.get(path)).body.on;
const press = (body: object = {}) => desk.patch(path, { ...body, on: true });
/** Sockets close when the other side gets to it. */
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
};
const warnings = () => desk.host.warnings.list().filter((each) => each.path === path);
const isOff = async () => !(await isOn());

test('it is told to the mixer, listed, and not kept: the rest of it is', async () => {
  const body = {
    ...{ mode: 'latch', sourceId: 'virtual-32x16:in-9', levelDb: -6, dimBusesDb: -20, maxOnS: 60 },
    destinations: [{ kind: 'mix', index: 2 }],
  };
  expect((await press(body)).body).toEqual({ ...body, on: true, mutedBy: [] });
  for (const field of ['mode', 'sourceId', 'levelDb', 'dimBusesDb', 'destinations'] as const) {
    expect(desk.audio.target('mixer').value(path, field), field).toEqual(body[field]);
  }
  expect((await desk.get('/talkback')).body.items).toMatchObject([
    { id: '1', on: true },
    { id: '2', on: false },
  ]);
  expect((await desk.get('/talkback/3')).status).toBe(404);
  expect((await desk.patch(path, { destinations: [{ kind: 'input', index: 1 }] })).status).toBe(422);
  expect(desk.host.desk.history.entries).toEqual([]);
});

describe('who holds it', () => {
  test.each(['push', 'auto'])('%s: a client that watches it holds it until its stream ends', async (mode) => {
    const [first, second] = [await desk.watch(path), await desk.watch('/console')];
    await press({ mode });
    second.close();
    time.advance(2 * noLeaseMs);
    expect(await isOn()).toBe(true);
    first.close();
    await until(isOff);
    expect(desk.audio.target('mixer').value(path, 'on')).toBe(false);
  });

  test('a stream that carries the row holds it too', async () => {
    const stream = '/streams/a-random-stream-id';
    await desk.patch(`${stream}/demand`, { targets: ['/talkback/*'] });
    const watched = await desk.watch(stream);
    await watched.next();
    await watched.next();
    await press({ mode: 'push' });
    time.advance(2 * noLeaseMs);
    expect(await isOn()).toBe(true);
    watched.close();
    await until(isOff);
  });

  test('a page that names itself holds it by an EventSource, which can not', async () => {
    await desk.patch('/streams/a-random-stream-id/demand', { targets: [path] });
    const [first, second] = [await desk.watch('/streams/a-random-stream-id'), await desk.watch(path)];
    await first.next();
    await first.next();
    const { rows } = desk.host.rows.watched;
    expect((await desk.patch(path, { on: true }, { 'rowdesk-actor': 'foh' })).body.mode).toBe('auto');
    first.close();
    await until(async () => desk.host.rows.watched.rows < rows);
    time.advance(2 * noLeaseMs);
    expect(await isOn(), 'another tab of it is there').toBe(true);
    second.close();
    await until(isOff);
  });

  test('latch stays on whoever goes', async () => {
    const watched = await desk.watch(path);
    await press({ mode: 'latch' });
    watched.close();
    await until(async () => desk.host.rows.watched.rows === 0);
    time.advance(60 * 60 * 1000);
    expect(await isOn()).toBe(true);
  });

  test.each(['push', 'auto'])('%s: nobody holds it for 10 s, unless its client has begun to watch', async (mode) => {
    await press({ mode });
    time.advance(noLeaseMs - 1);
    expect(await isOn()).toBe(true);
    time.advance(1);
    expect(await isOn()).toBe(false);
    await press();
    const watched = await desk.watch(path);
    time.advance(noLeaseMs);
    expect(await isOn()).toBe(true);
    watched.close();
    await until(isOff);
  });

  test('another client that leaves does not let it go', async () => {
    const watched = await desk.watch(path);
    const changes = [{ path, field: 'on', value: true }];
    await desk.host.desk.commit({ actor: 'surface:left', label: 'Talk', changes });
    watched.close();
    await until(async () => desk.host.rows.watched.rows === 0);
    expect(await isOn()).toBe(true);
  });
});

test('it is switched off when it was on for so long, whatever was changed meanwhile', async () => {
  await press({ mode: 'latch', maxOnS: 30 });
  time.advance(29_000);
  await desk.patch(path, { maxOnS: 60, levelDb: -3 });
  time.advance(30_999);
  expect(await isOn()).toBe(true);
  time.advance(1);
  expect(await isOn()).toBe(false);
  await press();
  await desk.patch(path, { on: false });
  await press();
  time.advance(59_999);
  expect(await isOn()).toBe(true);
});

test('one that can not be let go is a warning, and is tried again every second for as long as it is on', async () => {
  await press({ maxOnS: 60 });
  isRefused = true;
  time.advance(noLeaseMs);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await isOn()).toBe(true);
  const stuck = {
    ...{ id: 'stuck-talkback-1', severity: 'alarm', path },
    detail: 'It is tried again every second: It is used elsewhere',
  };
  expect(warnings()).toMatchObject([stuck]);
  time.advance(70_000);
  expect(await isOn()).toBe(true);
  isRefused = false;
  // neither who comes to hold it nor another change keeps it open
  const watched = await desk.watch(path);
  await desk.patch(path, { levelDb: -3 });
  const timers = time.timers;
  time.advance(retryMs);
  expect(await isOn()).toBe(false);
  expect(warnings()).toEqual([]);
  expect(time.timers).toBeLessThan(timers);
  watched.close();
});

test('a lock keeps nobody from letting it go', async () => {
  const watched = await desk.watch(path);
  await press({ mode: 'push' });
  await desk.patch('/console', { locked: 'all' });
  expect((await desk.patch(path, { levelDb: -10 })).status).toBe(423);
  watched.close();
  await until(isOff);
});

test('holds what a row must hold', async () => {
  await walkRow(desk, '/talkback', quickWalk);
  await walkRow(desk, path, quickWalk);
});
