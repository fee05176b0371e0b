// rowdesk/client against the service as it is shipped.
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { byFetch } from '../../core/client/transport.ts';
import { Client, type Transport, type Watched } from '../../core/client.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { scriptForPages } from './for-pages.ts';

afterAll(stopServices);

/** A client that follows a service to the port of its next start. */
function clientOf(service: Service, actor: string) {
  let { url } = service;
  const transport: Transport = (asked, request) => byFetch(asked.replace(service.url, url), request);
  const client = new Client(service.url, { actor, transport });
  return {
    client,
    moveTo(next: Service) {
      url = next.url;
    },
  };
}

/** Resolves once the client knows the row like this. */
function until(client: Client, path: `/${string}`, isLike: (watched: Watched) => boolean): Promise<Watched> {
  return new Promise((resolve) => {
    const stop = client.subscribe([path], (watched) => {
      if (!isLike(watched)) return;
      setImmediate(() => stop());
      resolve(watched);
    });
  });
}

test('rows follow the writes of others, come and go, and survive a kill of the control process', async () => {
  const service = await startService({ strips: 'all' });
  const { client, moveTo } = clientOf(service, 'Ämma');
  const fader = '/channel/input/1';
  const stop = client.subscribe(['/channel/input/*', '/scenes/*'], () => {});

  await until(client, '/channel/input/16', ({ life }) => life === 'live');
  await service.patch(fader, { levelDb: -12.3 });
  await until(client, fader, ({ row }) => row.levelDb === -12.3);
  const { row, revision } = await client.patch(fader, { levelDb: -7 });
  expect(client.known(fader)).toEqual({ path: fader, row, revision, life: 'live' });
  const { entries } = await client.get('/history');
  expect(entries.at(0)?.actor).toBe('Ämma');

  await client.run('/scene/store', { name: 'Evening' });
  await until(client, '/scenes/evening', ({ life }) => life === 'live');
  await expect(client.run('/scene/delete', { id: 'no-such', confirm: true })).rejects.toMatchObject({
    name: 'Refused',
  });
  await client.run('/scene/delete', { id: 'evening', confirm: true });
  await until(client, '/scenes/evening', ({ life }) => life === 'gone');

  await service.kill();
  await until(client, fader, ({ life }) => life === 'stale');
  await expect(client.patch(fader, { levelDb: 0 })).rejects.toMatchObject({ name: 'Unreachable' });
  const next = await startService({ strips: 'all', state: service.state });
  moveTo(next);
  expect(await until(client, fader, ({ life }) => life === 'live')).toMatchObject({ row: { levelDb: -7 } });
  await client.move(fader, 'levelDb', -3);
  expect((await next.get(fader)).body.levelDb).toBe(-3);
  stop();
  client.close();
});

test('a task of some length tells its progress, and is cancelled by a signal', async () => {
  const service = await startService({ strips: 'all' });
  const client = new Client(service.url);
  await client.patch('/channel/input/1', { levelDb: -60 });
  await client.run('/scene/store', { name: 'Low' });
  await client.patch('/scenes/low', { fadeMs: 60_000 });
  await client.patch('/channel/input/1', { levelDb: 0 });
  const leave = new AbortController();
  const progress: number[] = [];
  const report = await client.run(
    '/scenes/low/recall',
    {},
    {
      signal: leave.signal,
      progress({ done }) {
        progress.push(done);
        leave.abort();
      },
    },
  );
  expect(progress.length).toBeGreaterThan(0);
  expect(report.outcome).toBe('cancelled');
});

test('in a page the client with all that it needs is at most 8 kB on the wire', async () => {
  const { code, modules } = await scriptForPages('core/client.ts');
  expect(modules.filter((path) => path.includes('eventsource-parser'))).toHaveLength(1);
  expect(gzipSync(code).length).toBeLessThanOrEqual(8000);
});
