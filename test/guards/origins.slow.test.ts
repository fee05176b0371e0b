// Who may ask from a browser: the desk's own pages and the origins that the configuration trusts, for reads and writes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { request, sendRaw } from './raw.ts';

let service: Service;
let port: number;
beforeAll(async () => {
  const trustedOrigins = ['https://panel.example.org'];
  const providers = ['console', 'telemetry'];
  service = await startService({ config: { providers, drivers: [], devices: [], trustedOrigins } });
  port = Number(new URL(service.url).port);
});
afterAll(stopServices);

/** Which of our own names the request is sent to; `#` stands for our port. */
const hosts = ['127.0.0.1:#', 'localhost:#', '[::1]:#'];
const cases: readonly (readonly [origin: string | undefined, site: string | undefined, mayAsk: boolean])[] = [
  [undefined, undefined, true],
  [undefined, 'same-origin', true],
  [undefined, 'none', true],
  [undefined, 'same-site', false],
  [undefined, 'cross-site', false],
  ['http://HOST', undefined, true],
  ['http://HOST', 'same-origin', true],
  ['http://HOST', 'cross-site', false],
  ['HTTP://HOST', undefined, true],
  ['https://HOST', undefined, true],
  ['https://panel.example.org', undefined, true],
  ['https://panel.example.org', 'cross-site', true],
  ['https://panel.example.org.', undefined, false],
  ['https://panel.example.org:443', undefined, false],
  ['http://panel.example.org', undefined, false],
  ['https://x.panel.example.org', undefined, false],
  ['https://evil.example', undefined, false],
  ['http://evil.example:#', undefined, false],
  ['http://127.0.0.1:1', undefined, false],
  ['http://127.0.0.1', undefined, false],
  ['http://HOST/', undefined, false],
  ['http://HOST/api', undefined, false],
  ['http://HOST@evil.example', undefined, false],
  ['http://evil.example#HOST', undefined, false],
  ['http://HOST, https://evil.example', undefined, false],
  ['HOST', undefined, false],
  ['file://HOST', undefined, false],
  ['chrome-extension://HOST', undefined, false],
  ['null', undefined, false],
  ['', undefined, false],
];
const matrix = hosts.flatMap((host) => cases.map(([origin, site, mayAsk]) => [host, origin, site, mayAsk] as const));

test.each(matrix)('a request to %s from origin %s (site %s): %s', async (host, origin, site, mayAsk) => {
  const own = host.replace('#', String(port));
  const fields = [
    `Host: ${own}`,
    ...(origin === undefined ? [] : [`Origin: ${origin.replaceAll('HOST', own).replaceAll('#', String(port))}`]),
    ...(site === undefined ? [] : [`Sec-Fetch-Site: ${site}`]),
  ];
  const before = (await service.get('/console')).body;
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    const { status, text } = await sendRaw(port, request([`${method} /api/console HTTP/1.1`, ...fields]));
    expect([method, status], text).toEqual([method, mayAsk ? 200 : 403]);
    if (!mayAsk) expect(text).not.toMatch(/access-control/i);
  }
  const name = before.name === 'one' ? 'two' : 'one';
  const patch = ['PATCH /api/console HTTP/1.1', ...fields, 'Content-Type: application/json'];
  const written = await sendRaw(port, request(patch, JSON.stringify({ name })));
  expect(written.status, written.text).toBe(mayAsk ? 200 : 403);
  expect((await service.get('/console')).body.name).toBe(mayAsk ? name : before.name);
  if (mayAsk) return;
  expect(written.code).toBe('cross-origin');
  const watch = await sendRaw(port, request(['GET /api/telemetry/process?watch=1 HTTP/1.1', ...fields]));
  expect([watch.status, watch.code]).toEqual([403, 'cross-origin']);
  expect((await service.get('/telemetry/subscription')).body.process).toBe(0);
});

test('two Origins are no origin', async () => {
  const twice = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`, 'Origin: http://evil.example'];
  for (const fields of [twice, [twice[0], twice[2], twice[1]] as string[]]) {
    const { status, code } = await sendRaw(port, request(['GET /api/console HTTP/1.1', ...fields]));
    expect([status, code]).toEqual([403, 'cross-origin']);
  }
});
