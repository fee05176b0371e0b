import { FakeTime, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
let time: FakeTime;
let levels: { portId: string; levelDb: number }[];
beforeEach(async () => {
  time = new FakeTime();
  levels = [];
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'source'], time });
  desk.audio.answers.set('mixer inputLevels', () => ({ levels }));
});
afterEach(() => desk.close());

const port = (n: number) => `virtual-32x16:in-${n}`;

/** What takes a moment of listening first: time passes until it is there. */
async function passing<T>(promise: Promise<T>): Promise<T> {
  let isThere = false;
  const noted = promise.finally(() => {
    isThere = true;
  });
  while (!isThere) {
    time.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return noted;
}
const listened = async (path: string) => (await passing(desk.get(path))).body;

test('every input is a source: who hears it, by its right leg too, and whether it sounds now', async () => {
  await desk.patch('/channel/input/4', { sourceId: port(3), spareSourceId: port(9) });
  await desk.patch('/channel/aux/1', { sourceId: port(2) });
  levels = [
    { portId: port(3), levelDb: -20 },
    { portId: port(5), levelDb: -61 },
  ];
  const { sources } = await listened('/source');
  expect(sources).toHaveLength(32);
  expect(sources[2]).toEqual({
    ...{ id: port(3), label: 'in 3', device: 'virtual-32x16', port: 'in-3', connector: 'xlr' },
    ...{ present: true, kind: 'socket', hot: true },
    usedBy: [
      { kind: 'input', index: 4 },
      { kind: 'aux', index: 1 },
    ],
  });
  expect(sources[8].usedBy).toEqual([{ kind: 'input', index: 4 }]);
  expect(sources.filter(({ hot }: { hot: boolean }) => hot)).toHaveLength(1);
});

test('what is absent stays in the list while a strip hears it, or it has a label or a colour; all else goes', async () => {
  await desk.patch(`/source/${port(1)}`, { label: 'Lead' });
  await desk.patch(`/source/${port(2)}`, { colour: 'red' });
  await desk.patch('/channel/input/4', { sourceId: port(3), spareSourceId: port(9) });
  const here = desk.audio.devices;
  const server = {
    ...{ id: 'pipewire:mics-2', label: 'mics', driver: 'pipewire', kind: 'device' as const, hidden: false, reason: '' },
    ports: [{ id: 'pipewire:mics-2:out-1', label: 'mic', direction: 'source' as const, channel: 1 }],
  };
  desk.audio.graph.become({ others: [{ ...server, present: true }] as never });
  const ids = async () => (await listened('/source')).sources.map(({ id }: { id: string }) => id);
  expect(await ids()).toHaveLength(33);
  // The server was killed, and named its node anew; the box was unplugged.
  desk.audio.graph.become({ others: [{ ...server, present: false }] as never });
  desk.audio.become({ devices: here.map((device) => ({ ...device, present: false })) });
  expect(await ids()).toEqual([port(1), port(2), port(3), port(9)]);
  await desk.patch('/channel/input/4', { sourceId: '', spareSourceId: '' });
  await desk.patch(`/source/${port(2)}`, { colour: 'off' });
  expect(await ids()).toEqual([port(1)]);
  desk.audio.become({ devices: here });
  expect(await ids()).toHaveLength(32);
});

test('a row of what is gone is there while a strip hears it or it has a label or a colour, and 404 after that', async () => {
  const here = desk.audio.devices;
  const statusOf = async (n: number) => (await desk.get(`/source/${port(n)}`)).status;
  await desk.patch(`/source/${port(1)}`, { label: 'Lead' });
  await desk.patch('/channel/input/4', { sourceId: port(3) });
  desk.audio.become({ devices: here.map((device) => ({ ...device, present: false })) });
  expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 404, 200]);
  expect((await desk.patch(`/source/${port(2)}`, { label: 'Nobody' })).status).toBe(404);
  const watched = await desk.watch(`/source/${port(3)}`);
  await watched.next();
  await desk.patch('/channel/input/4', { sourceId: '' });
  await desk.patch(`/source/${port(1)}`, { label: '' });
  expect([await statusOf(1), await statusOf(3)]).toEqual([404, 404]);
  time.advance(100);
  watched.close();
  desk.audio.become({ devices: here });
  expect([await statusOf(1), await statusOf(2), await statusOf(3)]).toEqual([200, 200, 200]);
  await desk.patch(`/source/${port(2)}`, { label: 'Second' });
  expect((await desk.get(`/source/${port(2)}`)).body.label).toBe('Second');
});

test('a source has a name and a colour of its own, also while its device is away', async () => {
  await desk.patch(`/source/${port(1)}`, { label: 'Lead', colour: 'red' });
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false })) });
  const { sources } = await listened('/source');
  expect(sources[0]).toMatchObject({ label: 'Lead', present: false });
  expect((await desk.get(`/source/${port(1)}`)).body).toMatchObject({ label: 'Lead', colour: 'red', present: false });
  expect((await desk.get('/source/nobody:in-1')).status).toBe(404);
});

test('ports of audio servers and of programmes are sources of other kinds', async () => {
  const node = { label: 'x', device: 'server', present: true, driver: 'pipewire' };
  const ports = (id: string) => [{ id, label: 'x', direction: 'source' as const, channel: 1, latencyFrames: null }];
  desk.audio.graph.become({
    others: [
      { ...node, id: 'server:card', kind: 'device', ports: ports('server:card:capture_1') },
      { ...node, id: 'server:player', kind: 'stream', ports: ports('server:player:out') },
    ],
  });
  const { sources } = await listened('/source');
  expect(sources.slice(32)).toMatchObject([
    { kind: 'server', device: 'server:card', port: 'capture_1' },
    { kind: 'programme', device: 'server:player', port: 'out' },
  ]);
});

test('the mixer is asked only while somebody watches', async () => {
  const watched = await desk.watch('/source');
  await passing(watched.next());
  levels = [{ portId: port(7), levelDb: -10 }];
  expect((await passing(watched.next())).row.sources[6].hot).toBe(true);
  watched.close();
  while (desk.host.rows.watched.rows > 0) await new Promise((resolve) => setImmediate(resolve));
  const asked = desk.audio.calls.length;
  time.advance(5000);
  expect(desk.audio.calls).toHaveLength(asked);
});

test('holds what a row must hold', () => walkRow(desk, `/source/${port(1)}`, quickWalk));

test('a source has a meter of its own, whether a strip hears it or not: ten looks a second while it is shown', async () => {
  let looks = 0;
  levels = [{ portId: port(7), levelDb: -12.346 }];
  desk.audio.answers.set('mixer inputLevels', () => {
    looks += 1;
    return { levels };
  });
  expect(await listened(`/source/${port(7)}/meter`)).toEqual({ levelDb: -12.35, clip: false });
  const watched = await passing(desk.watch(`/source/${port(7)}/meter`));
  await passing(watched.next());
  levels = [{ portId: port(7), levelDb: 0 }];
  let row = (await passing(watched.next())).row;
  while (row.levelDb !== 0) row = (await passing(watched.next())).row;
  expect(row).toEqual({ levelDb: 0, clip: true });
  const before = looks;
  for (let n = 0; n < 20; n++) {
    time.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(looks - before).toBe(10);
  levels = [];
  row = (await passing(watched.next())).row;
  while (row.levelDb !== -144) row = (await passing(watched.next())).row;
  expect(row).toEqual({ levelDb: -144, clip: false });
  watched.close();
  const after = looks;
  time.advance(1000);
  expect(looks - after).toBeLessThanOrEqual(1);
});
