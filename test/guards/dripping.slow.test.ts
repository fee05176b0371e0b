// Clients that send a byte now and then hold a connection each: they are closed by the time limits, and the desk answers
// everybody else meanwhile.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../harness/depth.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { readAll } from './raw.ts';

// In full as shipped: 1,000 clients, 5 s for the header and 10 s for the whole.
const clients = isFull ? 1_000 : 100;
const limits = isFull ? {} : { headersMs: 500, requestMs: 1_000 };
const dripMs = 200;

let service: Service;
let port: number;
beforeAll(async () => {
  const providers = ['console', 'telemetry'];
  service = await startService({ config: { providers, drivers: [], devices: [], limits } });
  port = Number(new URL(service.url).port);
});
afterAll(stopServices);

/** Begins a request, then drips what goes on for ever; answers with all that came once it is closed. */
function drip(begin: string, more: string): { readonly socket: Socket; readonly closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.write(begin);
  const dripping = setInterval(() => socket.writable && socket.write(more), dripMs);
  socket.once('close', () => clearInterval(dripping));
  return { socket, closed: readAll(socket) };
}

test.each([
  ['header', () => drip('GET /api/console HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ', 'x')],
  [
    'body',
    () =>
      drip(
        `PATCH /api/console HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
        ' ',
      ),
  ],
])(
  `${clients} clients that drip a %s are closed with 408 while GET keeps answering`,
  async (_what, begin) => {
    const before = (await service.get('/console')).body;
    const dripping = Array.from({ length: clients }, begin);
    let open = clients;
    for (const { closed } of dripping) closed.then(() => open--);
    let answered = 0;
    // As long as one of them is open: an answer that doesn't come fails the test by its time.
    while (open > 0) {
      expect((await service.get('/console')).status).toBe(200);
      if (open === clients) answered++;
    }
    expect(answered).toBeGreaterThan(10);
    for (const { closed } of dripping) expect(await closed).toMatch(/^HTTP\/1\.1 408 .*"code":"request-timeout"/s);
    expect((await service.get('/console')).body).toEqual(before);
  },
  60_000,
);
