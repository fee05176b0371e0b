import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Service, startService, stopServices } from '../harness/service.ts';

afterEach(stopServices);

/** Rows of each counter of interface.md 6.3; a spectrum is of one strip, and strips that are analysed are counted too. */
const rows = {
  convergence: '/telemetry/convergence',
  latency: '/telemetry/latency',
  meters: '/channel/input/1/meter',
  process: '/telemetry/process',
  rt: '/telemetry/rt',
  spectrum: '/channel/input/2/spectrum',
} as const;
const counted = Object.keys(rows) as (keyof typeof rows)[];
const none = { ...Object.fromEntries(counted.map((counter) => [counter, 0])), rtaInstances: 0 };

/** Asks for a watch on a socket of its own. `answered` resolves with its first event, or when the socket ends. */
function watch(service: Service, path: string): { readonly socket: Socket; readonly answered: Promise<void> } {
  const { hostname, port, pathname, host } = new URL(service.url + path);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET ${pathname}?watch=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const answered = new Promise<void>((resolve) => {
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString();
      if (received.includes('event: snapshot')) resolve();
    });
    socket.once('close', () => resolve());
  });
  return { socket, answered };
}

const counts = async (service: Service) => (await service.get('/telemetry/subscription')).body;

test('watchers are counted right after a thousand connects and aborts, of whatever kind', async () => {
  const service = await startService();
  expect(await counts(service)).toEqual(none);
  const staying = counted.map((counter) => watch(service, rows[counter]));
  await Promise.all(staying.map(({ answered }) => answered));
  const once = { ...none, ...Object.fromEntries(counted.map((counter) => [counter, 1])), rtaInstances: 1 };
  await service.until('/telemetry/subscription', (row) => row.spectrum === 1);
  expect(await counts(service)).toEqual(once);

  let opened = 0;
  while (opened < 1000) {
    const batch = Array.from({ length: 40 }, () => watch(service, rows[counted[opened++ % counted.length] ?? 'rt']));
    await Promise.all(
      batch.map(async ({ socket, answered }, place) => {
        // a third goes before it is connected, a third once it has sent its request, the rest when it has its row
        if (place % 3 === 1) await new Promise((resolve) => socket.once('connect', resolve));
        if (place % 3 === 2) await answered;
        if (place % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      }),
    );
    for (const count of Object.values(await counts(service))) expect(count).toBeGreaterThanOrEqual(0);
  }

  await service.until('/telemetry/subscription', (row) => counted.every((counter) => row[counter] === 1));
  expect(await counts(service)).toEqual(once);
  for (const { socket } of staying) socket.destroy();
  await service.until('/telemetry/subscription', (row) => Object.values(row).every((count) => count === 0));
}, 120_000);
