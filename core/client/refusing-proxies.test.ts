// A proxy with a login before the desk: what it refuses is said in words, and asked for again rarely.
import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { FakeDesk } from './desk-transport-double.ts';
import { Refused } from './errors.ts';
import { FakeTiming, settled } from './timing-double.ts';

const fader = '/channel/input/1';

async function behindProxy(refusals: Readonly<Record<string, number>>) {
  const [desk, timing] = [new FakeDesk(), new FakeTiming()];
  for (const [kind, status] of Object.entries(refusals)) desk.refusals.set(kind, status);
  const client = new Client('http://desk/api', { transport: desk.transport, timing, aliveMs: 2000 });
  client.subscribe([fader], () => {});
  await settled();
  const asks = () => desk.asked.splice(0).length;
  return { desk, timing, client, asks };
}

test.each([401, 403])('a stream that is refused with %i is lost with the reason, and tried rarely', async (status) => {
  const { desk, timing, client, asks } = await behindProxy({ 'GET stream': status });
  expect(client.status).toMatchObject({
    state: 'lost',
    reason: expect.stringMatching(/./),
    error: { name: 'Refused', status },
  });
  asks();
  await timing.pass(60_000);
  expect(asks()).toBeLessThanOrEqual(4);
  await timing.pass(600_000);
  expect(asks()).toBeLessThanOrEqual(10);
  desk.refusals.clear();
  client.reconnect();
  await settled();
  expect([client.status.state, desk.demands.length]).toEqual(['open', 1]);
});

test('rows without the right to demand them are stale, not followed in silence', async () => {
  const { desk, timing, client, asks } = await behindProxy({});
  desk.row(fader, 3, { levelDb: -6 });
  desk.refusals.set('PATCH', 403);
  client.subscribe(['/console'], () => {});
  await settled();
  expect(client.known(fader)?.life).toBe('stale');
  expect(client.status).toMatchObject({ state: 'lost', error: { name: 'Refused', status: 403 } });
  expect(desk.streams).toBe(0);
  asks();
  await timing.pass(60_000);
  expect(asks()).toBeLessThanOrEqual(8);
  desk.refusals.clear();
  await timing.pass(60_000);
  expect(desk.demands.at(-1)?.targets).toEqual([fader, '/console']);
});

test('a refused request rejects with the status and the words of the proxy, without tags', async () => {
  const { client, asks } = await behindProxy({ GET: 401, PATCH: 403, OPTIONS: 401 });
  asks();
  const words = { name: 'Refused', message: 'Log in first' };
  await expect(client.get(fader)).rejects.toMatchObject({ ...words, status: 401 });
  await expect(client.options(fader)).rejects.toMatchObject({ ...words, status: 401 });
  await expect(client.patch(fader, { muted: true })).rejects.toMatchObject({ ...words, status: 403 });
  await expect(client.move(fader, 'levelDb', -3)).rejects.toMatchObject({ ...words, status: 403 });
  await expect(client.run('/scene/store')).rejects.toMatchObject({ ...words, status: 403 });
  expect(asks()).toBe(5);
});

test('a refusal without words has some', () => {
  expect([401, 403, 418].map((status) => Refused.of(status, '').message)).toEqual([
    'A login is missing (401).',
    'The right to do this is missing (403).',
    'The desk answered 418.',
  ]);
});

test.each([502, 503, 504])('a proxy that answers %i says that no desk is there', async (status) => {
  const { client } = await behindProxy({ GET: status });
  await expect(client.get(fader)).rejects.toMatchObject({ name: 'Unreachable', cause: { status } });
});

test('a login page in place of the stream is no desk, and is not asked for without a pause', async () => {
  const { timing, client, asks } = await behindProxy({ 'GET stream': 200 });
  expect(client.status).toMatchObject({ state: 'lost', reason: expect.stringContaining('is no event stream') });
  asks();
  await timing.pass(60_000);
  expect(asks()).toBeLessThanOrEqual(15);
});
