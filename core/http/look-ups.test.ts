import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { alias, defineProvider, setting, Type, task, view } from '../provider.ts';
import { Registry } from '../rows/registry.ts';
import { startTestHost, type TestHost } from '../testing/test-host.ts';

const params = { n: Type.Integer({ minimum: 1 }) };
let lamps: readonly number[];
const brightness = Type.Number({ minimum: 0, maximum: 100, default: 0 });
const lit = Type.Boolean({ default: false });
const provider = defineProvider({
  name: 'lamp',
  rows: () => [
    setting('/lamp/{n}', {
      params,
      addresses: { has: ({ n }) => lamps.includes(n), list: () => lamps.map((n) => ({ n })) },
      fields: { brightness, lit },
      writable: ['brightness', 'lit'],
      limits: () => ({}),
    }),
    alias('/lamp/first', {
      fields: { brightness },
      get: () => ({ brightness: 0 }),
      set: (_at, change) => [{ path: '/lamp/1', field: 'brightness', value: change.brightness }],
      writable: ['brightness'],
    }),
    view('/lamp/light', { fields: { lit }, get: () => ({ lit: true }), writable: ['lit'], write: () => {} }),
    task('/lamp/test', { run: () => ({}) }),
  ],
});

let desk: TestHost;
let located: string[];

beforeAll(async () => {
  desk = await startTestHost({ providers: [provider] });
  const { locate } = Registry.prototype;
  vi.spyOn(Registry.prototype, 'locate').mockImplementation(function (this: Registry, path) {
    located.push(path);
    return locate.call(this, path);
  });
});

beforeEach(() => {
  lamps = [1, 2];
  located = [];
});

afterAll(async () => {
  vi.restoreAllMocks();
  await desk.close();
});

it.each([
  ['GET', '/lamp/1'],
  ['GET', '/lamp/first'],
  ['GET', '/lamp/light'],
  ['GET', '/lamp/test'],
  ['HEAD', '/lamp/1'],
  ['HEAD', '/lamp/1?watch=1'],
  ['OPTIONS', '/lamp/1'],
  ['POST', '/lamp/1'],
  ['PATCH', '/lamp/1', { brightness: 10, lit: true }],
  ['PATCH', '/lamp/light', { lit: false }],
  ['PATCH', '/lamp/test', { running: true }],
])('%s %s looks its address up once', async (method, path, body?: object) => {
  const answer = await fetch(desk.host.url + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(answer.status).toBe(method === 'POST' ? 405 : 200);
  expect(located).toEqual([path.replace('?watch=1', '')]);
});

it('watching a row looks its address up once, and a change of the row not at all', async () => {
  const gone = new AbortController();
  const answer = await fetch(`${desk.host.url}/lamp/1?watch=1`, { signal: gone.signal });
  expect(answer.status).toBe(200);
  expect(located).toEqual(['/lamp/1']);
  await desk.patch('/lamp/1', { brightness: 20 });
  expect(located).toEqual(['/lamp/1', '/lamp/1']);
  gone.abort();
});

it('PATCH of an alias looks up the alias and each setting that it changes', async () => {
  await desk.patch('/lamp/first', { brightness: 30 });
  expect(located).toEqual(['/lamp/first', '/lamp/1']);
});

it('a row that goes while its body arrives is unknown', async () => {
  const request = httpRequest(`${desk.host.url}/lamp/2`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
  });
  request.flushHeaders();
  await vi.waitUntil(() => located.includes('/lamp/2'));
  lamps = [1];
  request.end('{"brightness":10}');
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(404);
  expect(await json(answer)).toMatchObject({ code: 'unknown-row', params: { path: '/lamp/2' } });
});
