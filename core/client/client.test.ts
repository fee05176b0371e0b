import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { FakeDesk } from './desk-transport-double.ts';
import { silenceMs } from './silence.ts';
import { FakeTiming, settled } from './timing-double.ts';
import type { Watched } from './watched-rows.ts';

const [first, second] = ['/channel/input/1', '/channel/input/2'] as const;

/** A client of a fake desk that follows these rows, with what it has seen as `path life`. */
async function following(...targets: readonly string[]) {
  const [desk, timing] = [new FakeDesk(), new FakeTiming()];
  const client = new Client('http://desk/api', { transport: desk.transport, timing });
  const seen: string[] = [];
  const stop = client.subscribe(targets, ({ path, life }: Watched) => seen.push(`${path} ${life}`));
  await settled();
  return { desk, timing, client, seen, stop };
}

test('all rows share one stream, which is demanded once for the changes of a moment', async () => {
  const { desk, client, seen } = await following(first);
  client.subscribe([second], () => {});
  client.subscribe([first, '/scenes/*'], () => {});
  await settled();
  expect(desk.streams).toBe(1);
  expect(desk.demands.map(({ targets }) => targets)).toEqual([[first], [first, second, '/scenes/*']]);
  desk.row(first, 3, { levelDb: -6 });
  expect(seen).toEqual([`${first} live`]);
  expect(client.known(first)).toMatchObject({ row: { levelDb: -6 }, revision: 3 });
});

test('a row that is forgotten and followed again at once comes anew: the desk is told of both', async () => {
  const { desk, timing, client, stop } = await following(first, second);
  desk.row(second, 3, { levelDb: -6 });
  client.subscribe([first], () => {});
  stop();
  await timing.pass(999);
  // The sweep and the new subscription are before one demand.
  desk.holdsDemands = true;
  client.subscribe(['/scenes/*'], () => {});
  await settled();
  await timing.pass(1);
  client.subscribe([second], () => {});
  expect(client.known(second)).toBeUndefined();
  desk.letDemandsGo();
  await settled();
  expect(desk.demands.slice(1).map(({ targets }) => targets)).toEqual([
    [first, second, '/scenes/*'],
    [first, '/scenes/*'],
    [first, '/scenes/*', second],
  ]);
});

test('a row that there is not is forgotten, and another one followed after it', async () => {
  const { desk, timing, client } = await following(first);
  desk.absent.add('/scenes/a');
  const stop = client.subscribe(['/scenes/a'], () => {});
  await settled();
  stop();
  await timing.pass(1000);
  client.subscribe([second], () => {});
  await settled();
  expect(desk.demands.at(-1)?.targets).toEqual([first, second]);
});

test('a broken connection makes rows stale, and is tried again with longer pauses until it is back', async () => {
  const { desk, timing, client, seen } = await following(first);
  desk.row(first, 3, { levelDb: -6 });
  desk.isDown = true;
  desk.break();
  await settled();
  expect([client.status.state, seen.at(-1)]).toEqual(['lost', `${first} stale`]);
  await timing.pass(20_000);
  expect(client.status).toMatchObject({ state: 'lost', reason: expect.stringContaining('connection refused') });
  desk.isDown = false;
  await timing.pass(5000);
  expect(client.status.state).toBe('open');
  desk.row(first, 1, { levelDb: -8 });
  expect(client.known(first)).toMatchObject({ row: { levelDb: -8 }, life: 'live' });
});

test('a connection without a beat for two of their intervals is dead, although it is open', async () => {
  const { desk, timing, client, seen } = await following(first);
  desk.row(first, 3, { levelDb: -6 });
  for (let beat = 0; beat < 5; beat++) {
    await timing.pass(5000);
    desk.send('beat', 3, { revision: 3 });
  }
  expect(seen.at(-1)).toBe(`${first} live`);
  await timing.pass(silenceMs);
  expect([client.known(first)?.life, desk.streams]).toEqual(['stale', 0]);
});

test('a row without an address is gone, is not demanded with the others, and comes when there is one', async () => {
  const { desk, seen, client } = await following(first);
  desk.absent.add('/scenes/a');
  client.subscribe(['/scenes/a'], ({ path, life }) => seen.push(`${path} ${life}`));
  await settled();
  expect(seen).toEqual(['/scenes/a gone']);
  expect(desk.demands.map(({ targets }) => targets)).toEqual([[first], [first, '/scenes/a']]);
  client.subscribe([second], () => {});
  await settled();
  expect(desk.demands.at(-1)?.targets).toEqual([first, second]);
  desk.absent.clear();
  for (let beat = 0; beat < 3; beat++) desk.send('beat', 4, { revision: 4 });
  await settled();
  expect(desk.demands.at(-1)?.targets).toEqual([first, '/scenes/a', second]);
  desk.row('/scenes/a', 5, { name: 'A' });
  expect(seen.at(-1)).toBe('/scenes/a live');
});

test('what stays absent is asked for after two beats, then four, then each six', async () => {
  const { desk, client } = await following(first);
  desk.absent.add('/scenes/a');
  client.subscribe(['/scenes/a'], () => {});
  await settled();
  const before = desk.demands.length;
  const askedAfter: number[] = [];
  for (let beat = 1; beat <= 24; beat++) {
    const { length } = desk.demands;
    desk.send('beat', 4, { revision: 4 });
    await settled();
    if (desk.demands.length > length) askedAfter.push(beat);
  }
  expect(askedAfter).toEqual([2, 6, 12, 18, 24]);
  expect(desk.demands).toHaveLength(before + askedAfter.length);
});

test('after a reconnection what the desk sends no more is gone', async () => {
  const { desk, timing, seen } = await following(first, '/scenes/*');
  desk.row(first, 3, { levelDb: -6 });
  desk.row('/scenes/a', 3, { name: 'A' });
  desk.break();
  await timing.pass(600);
  desk.row(first, 4, { levelDb: -7 });
  for (let beat = 0; beat < 2; beat++) desk.send('beat', 4, { revision: 4 });
  expect(seen.slice(-2)).toEqual([`${first} live`, '/scenes/a gone']);
});

test('after the last subscription the stream is left, and a new one opens it again', async () => {
  const { desk, client, stop, timing } = await following(first);
  stop();
  await timing.pass(1000);
  expect([desk.streams, client.status.state]).toEqual([0, 'closed']);
  client.subscribe([second], () => {});
  await settled();
  expect(desk.streams).toBe(1);
  desk.row(second, 1, { levelDb: -1 });
  client.close();
  await settled();
  expect([desk.streams, client.known(second)?.life, client.status.state]).toEqual([0, 'stale', 'closed']);
});

test('views that change within a second send one demand, and none where they follow the same', async () => {
  const { desk, client, timing, seen, stop } = await following(first);
  desk.row(first, 3, { levelDb: -6 });
  stop();
  const again = client.subscribe([first], ({ path, life }) => seen.push(`again ${path} ${life}`));
  await timing.pass(5000);
  expect([desk.demands.length, seen.at(-1)]).toEqual([1, `again ${first} live`]);
  again();
  client.subscribe([second, '/scenes/*'], () => {});
  client.subscribe([second], () => {})();
  await settled();
  await timing.pass(5000);
  expect(desk.demands.map(({ targets }) => targets)).toEqual([
    [first],
    [first, second, '/scenes/*'],
    [second, '/scenes/*'],
  ]);
});

test('what arrives in one piece is one batch, and so is the loss of all rows', async () => {
  const [desk, timing] = [new FakeDesk(), new FakeTiming()];
  const batches: string[][] = [];
  const batch = (run: () => void) => {
    batches.push([]);
    run();
  };
  const client = new Client('http://desk/api', { transport: desk.transport, timing, batch });
  client.subscribe([first, second], ({ path, life }) => batches.at(-1)?.push(`${path} ${life}`));
  await settled();
  desk.rows(3, { [first]: { levelDb: -6 }, [second]: { levelDb: -7 } });
  desk.break();
  await settled();
  expect(batches.filter((seen) => seen.length > 0)).toEqual([
    [`${first} live`, `${second} live`],
    [`${first} stale`, `${second} stale`],
  ]);
});

test('an effect that throws at the end of a batch is reported, and the connection goes on', async () => {
  const [desk, timing] = [new FakeDesk(), new FakeTiming()];
  const errors: unknown[] = [];
  const batch = (run: () => void) => {
    run();
    throw new Error('a bug in an effect');
  };
  const listenerError = (error: unknown) => errors.push(error);
  const client = new Client('http://desk/api', { transport: desk.transport, timing, batch, listenerError });
  client.subscribe([first], () => {});
  await settled();
  desk.row(first, 3, { levelDb: -6 });
  await settled();
  expect([client.known(first)?.life, client.status.state, errors]).toEqual([
    'live',
    'open',
    [new Error('a bug in an effect')],
  ]);
});

test('a slow consumer of a watch gets the newest state only, and its end ends the subscription', async () => {
  const { desk, client, timing } = await following(first);
  const watch = client.watch(second);
  const states = watch[Symbol.asyncIterator]();
  const next = states.next();
  desk.row(second, 1, { levelDb: -1 });
  expect((await next).value.row).toEqual({ levelDb: -1 });
  for (let level = 2; level < 50; level++) desk.row(second, level, { levelDb: -level });
  expect((await states.next()).value.row).toEqual({ levelDb: -49 });
  const forgotten: string[] = [];
  client.onForget((path) => forgotten.push(path));
  await states.return?.();
  await timing.pass(1000);
  expect(forgotten).toEqual([second]);
  expect(client.known(second)).toBeUndefined();
});

test('an error of an answer has the refusal in its words and fields', async () => {
  const { desk, client } = await following();
  desk.absent.add('x');
  const refused = await client.requests.patch('/streams/x/demand', { targets: ['x'] }).catch((error) => error);
  expect(refused).toMatchObject({ name: 'Refused', status: 422, refusal: { code: 'invalid-fields' } });
  expect(refused.refusal.errors).toEqual([
    { field: 'targets/0', code: 'unknown-item', message: 'none', params: { target: 'x' } },
  ]);
  desk.isDown = true;
  await expect(client.get('/console')).rejects.toMatchObject({ name: 'Unreachable' });
});
