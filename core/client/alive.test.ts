// Connections that die in silence, and programs that were asleep.
import { expect, test } from 'vitest';
import { Client, type ClientOptions } from './client.ts';
import { FakeDesk } from './desk-transport-double.ts';
import { silenceMs } from './silence.ts';
import { FakeTiming, settled } from './timing-double.ts';

const fader = '/channel/input/1';

/** A client that has a row of a fake desk, with the lives that the row had. */
async function following(options: ClientOptions = { aliveMs: 2000 }) {
  const [desk, timing] = [new FakeDesk(), new FakeTiming()];
  const client = new Client('http://desk/api', { transport: desk.transport, timing, ...options });
  const lives: string[] = [];
  client.subscribe([fader], ({ life }) => lives.push(life));
  await settled();
  desk.row(fader, 3, { levelDb: -6 });
  const probes = () => desk.asked.filter((each) => each.startsWith('GET /')).length;
  return { desk, timing, client, lives, probes };
}

test('a desk that hangs is lost after 2 s without an event and 1 s without an answer', async () => {
  const { desk, timing, client, lives } = await following();
  desk.isHanging = true;
  await timing.pass(2999);
  expect(lives).toEqual(['live']);
  await timing.pass(1);
  expect(lives).toEqual(['live', 'stale']);
  expect(client.status).toMatchObject({
    state: 'lost',
    reason: 'No Rowdesk at http://desk/api (no answer within 1 s).',
    error: { name: 'Unreachable' },
  });
});

test('a quiet desk that answers is alive, and one with events is not asked', async () => {
  const { desk, timing, lives, probes } = await following();
  for (let second = 0; second < 10; second++) {
    desk.row('/telemetry/rt', 3, { load: second });
    await timing.pass(1000);
  }
  expect(probes()).toBe(0);
  await timing.pass(8000);
  expect(probes()).toBeGreaterThanOrEqual(3);
  expect(lives).toEqual(['live']);
});

test('an open connection without beats is dead although its desk answers', async () => {
  const { desk, timing, client, lives } = await following();
  const reasons: string[] = [];
  client.onStatus(({ reason }) => reasons.push(reason));
  await timing.pass(silenceMs);
  expect([lives, reasons]).toEqual([['live', 'stale'], [`No sign of life for ${silenceMs / 1000} s.`]]);
  await timing.pass(500);
  expect([desk.streams, client.status.state]).toEqual([1, 'open']);
});

test('a desk that knows nothing of the demand was started anew: the connection is made again', async () => {
  const { desk, timing, client } = await following();
  desk.demands.push({ targets: [] });
  await timing.pass(2000);
  expect(client.status).toMatchObject({ state: 'lost', reason: 'The desk was started anew.' });
  await timing.pass(500);
  expect(desk.demands.at(-1)?.targets).toEqual([fader]);
});

test('while the desk is out of reach a moved field rejects at once, and nothing of it is sent later', async () => {
  const { desk, timing, client } = await following();
  desk.isHanging = true;
  const moved = [-30, -20].map((level) => client.move(fader, 'levelDb', level).catch((error) => error));
  await timing.pass(3000);
  expect((await Promise.all(moved)).map(({ name }) => name)).toEqual(['Unreachable', 'Unreachable']);
  const asked = desk.asked.length;
  await expect(client.move(fader, 'levelDb', -10)).rejects.toThrow('no answer within 1 s');
  expect(desk.asked).toHaveLength(asked);
  desk.isHanging = false;
  await timing.pass(20_000);
  expect(client.status.state).toBe('open');
  expect(desk.asked.filter((each) => each === `PATCH /api${fader}`)).toHaveLength(1);
});

test('a program that wakes asks at once whether its desk is there, and tries a lost one at once', async () => {
  const { desk, timing, client, lives, probes } = await following({});
  const back: string[] = [];
  client.onReconnect(() => back.push(client.status.state));
  timing.wake();
  timing.wake();
  await settled();
  expect([probes(), lives]).toEqual([1, ['live']]);
  desk.isHanging = true;
  timing.wake();
  await timing.pass(1000);
  expect([client.status.state, lives]).toEqual(['lost', ['live', 'stale']]);
  await timing.pass(60_000);
  desk.isHanging = false;
  desk.isDown = true;
  await timing.pass(30_000);
  desk.isDown = false;
  client.reconnect();
  await settled();
  desk.row(fader, 1, { levelDb: -8 });
  expect([back, lives]).toEqual([['open'], ['live', 'stale', 'live']]);
});
