// Which Host is this desk: a page that points its own name at our address (DNS rebinding) sends its own name.
import { hostname, networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { request, sendRaw } from './raw.ts';

let service: Service;
let port: number;
beforeAll(async () => {
  const hostNames = ['desk.example.org', 'panel.example.org:443', 'wall.example.org:80'];
  service = await startService({
    config: { providers: ['console', 'telemetry'], drivers: [], devices: [], hostNames },
  });
  port = Number(new URL(service.url).port);
});
afterAll(stopServices);

/** `#` stands for our port. */
const lines = (host: string) => [`Host: ${host.replaceAll('#', String(port))}`];
const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

const ours: readonly string[] = [
  'localhost:#',
  'LOCALHOST:#',
  'LocalHost:#',
  'localhost.:#',
  '127.0.0.1:#',
  '127.0.0.2:#',
  '127.255.255.254:#',
  '[::1]:#',
  '[0:0:0:0:0:0:0:1]:#',
  '[0000:0000:0000:0000:0000:0000:0000:0001]:#',
  ...own.map((address) => `${address}:#`),
  ...own.map((address) => `${address.toUpperCase()}:#`),
  `${hostname()}:#`,
  `${hostname().toUpperCase()}:#`,
  `${hostname()}.local:#`,
  `${hostname()}.local.:#`,
  'desk.example.org:#',
  'DESK.Example.ORG.:#',
  'panel.example.org:443',
  'panel.example.org',
  'wall.example.org:80',
  'wall.example.org',
];

const misdirected: readonly string[] = [
  '',
  'localhost',
  'localhost:',
  'localhost:80',
  'localhost:1',
  'localhost:0000000#',
  'localhost:#0',
  'localhost:-#',
  'localhost..:#',
  '.localhost:#',
  'local host:#',
  'localhost:#/',
  'localhost:#/api',
  'localhost:#?',
  'localhost:##',
  'localhost:#, evil.example',
  'localhost:#@evil.example',
  'user@localhost:#',
  'http://localhost:#',
  'evil.example:#',
  'localhost.evil.example:#',
  'evil.example.localhost:#',
  'x.desk.example.org:#',
  'desk.example.org',
  'desk.example.org:443',
  'panel.example.org:#',
  'panel.example.org:80',
  '127.0.0.1.evil.example:#',
  '127.0.0.1',
  '127.1:#',
  '127.0.0.1.:#x',
  '2130706433:#',
  '0x7f000001:#',
  '0x7f.0.0.1:#',
  '0177.0.0.1:#',
  '127.0.0.256:#',
  '0.0.0.0:#',
  '198.51.100.7:#',
  '::1:#',
  '[::1]',
  '[::1',
  '[::]:#',
  '[::2]:#',
  '[::1%lo]:#',
  '[::ffff:127.0.0.1]:#',
  '[::ffff:7f00:1]:#',
  '[2001:db8::7]:#',
  'l\u00f6calhost:#',
];

test('the matrix has the forty cases that were asked for, and more', () => {
  expect(new Set([...ours, ...misdirected]).size).toBeGreaterThanOrEqual(40);
});

test.each(ours)('"%s" is this desk', async (host) => {
  const { status, text } = await sendRaw(port, request(['GET /api/console HTTP/1.1', ...lines(host)]));
  expect(status, text).toBe(200);
});

test.each(misdirected)('"%s" is not: nothing is read, nothing is written', async (host) => {
  const { body: before } = await service.get('/console');
  const read = await sendRaw(port, request(['GET /api/console HTTP/1.1', ...lines(host)]));
  expect([read.status, read.code], read.text).toEqual([421, 'host-not-ours']);
  expect(read.text).not.toContain(before.name === '' ? '"engine"' : before.name);
  const type = 'Content-Type: application/json';
  const write = request(['PATCH /api/console HTTP/1.1', ...lines(host), type], '{"name":"evil"}');
  expect((await sendRaw(port, write)).status).toBe(421);
  expect((await service.get('/console')).body).toEqual(before);
});

const oneHost = () => `Host: localhost:${port}`;
test.each<[string, () => readonly string[], number, string]>([
  ['no Host', () => ['GET /api/console HTTP/1.1'], 400, 'two-hosts'],
  ['no Host of the old HTTP', () => ['GET /api/console HTTP/1.0'], 400, 'two-hosts'],
  ['the same Host twice', () => ['GET /api/console HTTP/1.1', oneHost(), oneHost()], 400, 'two-hosts'],
  ['ours, then another', () => ['GET /api/console HTTP/1.1', oneHost(), 'Host: evil.example'], 400, 'two-hosts'],
  ['another, then ours', () => ['GET /api/console HTTP/1.1', 'hOsT: evil.example', oneHost()], 400, 'two-hosts'],
  ['a Host with a space before its colon', () => ['GET /api/console HTTP/1.1', `Host : localhost`], 400, 'bad-request'],
  ['a Host on a folded line', () => ['GET /api/console HTTP/1.1', 'X: 1', ` ${oneHost()}`], 400, 'bad-request'],
  [
    'the absolute form with our name',
    () => [`GET http://localhost:${port}/api/console HTTP/1.1`, oneHost()],
    400,
    'absolute-form',
  ],
  [
    'the absolute form with another name',
    () => ['GET http://evil.example/api/console HTTP/1.1', oneHost()],
    400,
    'absolute-form',
  ],
  ['the absolute form of another scheme', () => ['GET file:///api/console HTTP/1.1', oneHost()], 400, 'absolute-form'],
  ['a path that looks like a host', () => ['GET //evil.example/api/console HTTP/1.1', oneHost()], 404, 'unknown-row'],
  ['a wish for a tunnel', () => ['CONNECT localhost:1 HTTP/1.1', oneHost()], 400, 'absolute-form'],
])('%s is refused', async (_name, head, status, code) => {
  const answer = await sendRaw(port, request(head()));
  expect([answer.status, answer.code], answer.text).toEqual([status, code]);
});
