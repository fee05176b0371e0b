import { afterAll, beforeAll, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

const rows = new RowsDouble({ '/console': { name: 'FOH' } }, ['/console']);
let fixture: Fixture;
let here: string;
beforeAll(async () => {
  fixture = await startServer(rows, { trustedOrigins: ['https://panel.example.org'] });
  here = `127.0.0.1:${fixture.port}`;
});
afterAll(() => fixture.server.close());

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
const rawGet = (lines: readonly string[]) =>
  fixture.raw(['GET /api/console HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));

test('exactly one Host is asked for', async () => {
  expect(statusOf(await rawGet([`Host: ${here}`]))).toBe(200);
  for (const lines of [[], [`Host: ${here}`, `Host: ${here}`], [`Host: ${here}`, 'hOST: evil.example']]) {
    const answer = await rawGet(lines);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain('"code":"two-hosts"');
  }
});

test('a foreign Host is misdirected, so that a name pointed here reads nothing', async () => {
  const answer = await rawGet([`Host: evil.example:${fixture.port}`]);
  expect(statusOf(answer)).toBe(421);
  expect(answer).toContain('"code":"host-not-ours"');
});

test.each([
  ['its own page', () => `http://${here}`, 200],
  ['its own page behind TLS', () => `https://${here}`, 200],
  ['a trusted origin', () => 'https://panel.example.org', 200],
  ['another origin', () => 'https://evil.example', 403],
  ['the same machine on another port', () => 'http://127.0.0.1:1', 403],
  ['the same name without the port', () => 'http://127.0.0.1', 403],
  ['a trusted name without TLS', () => 'http://panel.example.org', 403],
  ['null', () => 'null', 403],
  ['nothing at all', () => '', 403],
  ['words', () => `http://${here}/path`, 403],
])('an Origin that is %s', async (_name, origin, status) => {
  for (const path of ['/api/console', '/api/nowhere']) {
    const get = await fixture.send('GET', path, { headers: { origin: origin() } });
    expect(get.status).toBe(status === 200 && path === '/api/nowhere' ? 404 : status);
    if (status === 403) expect(get.json.code).toBe('cross-origin');
  }
  const before = rows.written.length;
  const patch = await fixture.send('PATCH', '/api/console', { body: '{}', headers: { origin: origin() } });
  expect(patch.status).toBe(status);
  expect(rows.written.length - before).toBe(status === 200 ? 1 : 0);
});

test.each([
  ['same-origin', 200],
  ['none', 200],
  ['same-site', 403],
  ['cross-site', 403],
])('Sec-Fetch-Site %s without an Origin is answered with %i', async (site, status) => {
  const { status: answered } = await fixture.send('GET', '/api/console', { headers: { 'sec-fetch-site': site } });
  expect(answered).toBe(status);
});

test('only an answer to a trusted origin has the CORS fields', async () => {
  const cors = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));
  const own = await fixture.send('GET', '/api/console', { headers: { origin: `http://${here}` } });
  expect(cors(own.headers)).toEqual([]);
  const trusted = { origin: 'https://panel.example.org', 'sec-fetch-site': 'cross-site' };
  const read = await fixture.send('GET', '/api/console', { headers: trusted });
  expect(read.headers).toMatchObject({
    'access-control-allow-origin': 'https://panel.example.org',
    vary: 'Origin',
    'access-control-expose-headers': expect.stringContaining('ETag'),
  });
  const refused = await fixture.send('GET', '/api/nowhere', { headers: trusted });
  expect(refused.headers['access-control-allow-origin']).toBe('https://panel.example.org');
});

test('a trusted origin may ask beforehand, others may not', async () => {
  const ask = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' };
  const trusted = await fixture.send('OPTIONS', '/api/console', {
    headers: { ...ask, origin: 'https://panel.example.org' },
  });
  expect(trusted.headers).toMatchObject({
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('Content-Type'),
  });
  const other = await fixture.send('OPTIONS', '/api/console', { headers: { ...ask, origin: 'https://evil.example' } });
  expect(other.status).toBe(403);
  expect(other.headers['access-control-allow-methods']).toBeUndefined();
});

test('what is no HTTP, or a proxy request, is refused in the same form', async () => {
  const garbage = await fixture.raw('HELLO\r\n\r\n');
  expect(statusOf(garbage)).toBe(400);
  expect(garbage).toContain('application/problem+json');
  const connect = await fixture.raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
  expect(connect).toContain('"code":"absolute-form"');
  const both = `PATCH /api/console HTTP/1.1\r\nHost: ${here}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`;
  expect(statusOf(await fixture.raw(both))).toBe(400);
});

test('too large a header is 431', async () => {
  const answer = await rawGet([`Host: ${here}`, `X-Large: ${'x'.repeat(9_000)}`]);
  expect(statusOf(answer)).toBe(431);
  expect(answer).toContain('"code":"headers-too-large"');
});

test('an unknown expectation is ignored', async () => {
  expect(statusOf(await rawGet([`Host: ${here}`, 'Expect: the-unexpected']))).toBe(200);
});

test.each<[string, Record<string, string>, number]>([
  ['no page named', {}, 403],
  ['a page of others', { referer: 'http://evil.example/page' }, 403],
  ['a page whose name begins like ours', { referer: 'http://HERE.evil.example/' }, 403],
  ['a page that puts our name elsewhere', { referer: 'http://evil.example/?http://HERE/' }, 403],
  ['its own page', { referer: 'http://HERE/docs' }, 200],
  ['a trusted page', { referer: 'https://panel.example.org/mix' }, 200],
  ['a header that needs asking first', { 'rowdesk-actor': 'panel' }, 200],
])(
  'a browser that sends neither Origin nor Sec-Fetch-Site, with %s, begins a watch: %o -> %i',
  async (_, given, status) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('HERE', here)]),
    );
    const sent = { ...headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
    const head = await fixture.send('HEAD', '/api/console?watch=1', { headers: sent });
    expect(head.status).toBe(status);
    // A plain read starts nothing: a person may type its address.
    expect((await fixture.send('GET', '/api/console', { headers: sent })).status).toBe(200);
  },
);

test('what is no browser watches without a word', async () => {
  const sent = { 'user-agent': 'curl/8.5.0' };
  expect((await fixture.send('HEAD', '/api/console?watch=1', { headers: sent })).status).toBe(200);
});
