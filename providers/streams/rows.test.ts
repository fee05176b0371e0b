import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'streams', 'telemetry'] });
});
afterEach(() => desk.close());

const path = '/streams/a-random-stream-id';

test('one event stream carries the rows that its demand names: first what is carried, then each row, then changes', async () => {
  const stream = await desk.watch(path);
  expect(await stream.next()).toMatchObject({ event: 'snapshot', row: { targets: [] } });
  const targets = ['/console', '/channel/dca/*'];
  expect((await desk.patch(`${path}/demand`, { targets, intervalMs: 20 })).body).toEqual({ targets, intervalMs: 20 });
  expect(await stream.next()).toMatchObject({ event: 'snapshot', row: { targets } });
  const carried = [];
  for (let n = 0; n < 9; n++) carried.push(await stream.next());
  expect(carried.every(({ event }) => event === 'change')).toBe(true);
  expect(carried.map(({ row }) => row.path)).toEqual([
    '/console',
    ...Array.from({ length: 8 }, (_, place) => `/channel/dca/${place + 1}`),
  ]);
  expect(carried[0]?.row.row).toEqual((await desk.get('/console')).body);
  await desk.patch('/channel/dca/3', { levelDb: -3 });
  let event = await stream.next();
  while (event.row.path !== '/channel/dca/3') event = await stream.next();
  expect(event.row.row).toEqual((await desk.get('/channel/dca/3')).body);
  stream.close();
});

test('streams are listed with their readers, and the watchers that they add are counted', async () => {
  await desk.patch(`${path}/demand`, { targets: ['/telemetry/rt'] });
  expect((await desk.get('/streams')).body.items).toEqual([
    { id: 'a-random-stream-id', readers: 0, intervalMs: 40, conflated: 0 },
  ]);
  expect((await desk.get('/telemetry/subscription')).body.rt).toBe(0);
  const stream = await desk.watch(path);
  expect((await desk.get('/streams')).body.items[0].readers).toBe(1);
  expect((await desk.get('/telemetry/subscription')).body.rt).toBe(1);
  stream.close();
});

test('a stream that nobody asked for carries nothing, and its row is not listed', async () => {
  expect((await desk.get(path)).body).toEqual({ targets: [] });
  expect((await desk.get(`${path}/demand`)).body).toEqual({ targets: [], intervalMs: 40 });
  expect((await desk.get('/streams')).body.items).toEqual([]);
});

test('an id that could be guessed is none', async () => {
  expect((await desk.get('/streams/short')).status).toBe(404);
});

test('a demand with a fault is refused, each faulty target by its place', async () => {
  const { status, body } = await desk.patch(`${path}/demand`, { targets: ['/console', '/nowhere', path] });
  expect(status).toBe(422);
  expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
    ['targets/1', 'unknown-item'],
    ['targets/2', 'not-an-option'],
  ]);
  expect((await desk.get('/streams')).body.items).toEqual([]);
});

test('the seventeenth stream of one address is refused before anything is sent, and nothing of it stays', async () => {
  const { rows } = desk.host;
  const begin = (n: number) =>
    rows.open(`/streams/a-random-stream-${n}`).watch({ publish: () => {} }, { actor: 'tablet', address: '192.0.2.1' });
  const stops = Array.from({ length: 16 }, (_, n) => begin(n));
  const watched = rows.watched;
  expect(() => begin(16)).toThrow('There may be 16 streams of one address at most.');
  expect(rows.watched).toEqual(watched);
  for (const stop of stops) stop();
});
