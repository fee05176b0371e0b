import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { systemTime } from '../system/time.ts';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, type FixtureOptions, LogDouble, startServer } from './server-fixture.ts';

let fixture: Fixture | undefined;
afterEach(async () => {
  await fixture?.server.close();
  fixture = undefined;
});

const makeRows = () =>
  new RowsDouble({ '/clock': { rate: 48000 }, '/console': { name: 'FOH' }, '/channel': { strips: [] } }, [
    '/console',
    '/channel',
  ]);

async function serve(rows = makeRows(), options: FixtureOptions = {}): Promise<Fixture> {
  fixture = await startServer(rows, options);
  return fixture;
}

test('a row is answered as it is, with header fields that keep it out of caches and of pages of others', async () => {
  const { send } = await serve();
  const { status, headers, json } = await send('GET', '/api/clock');
  expect(status).toBe(200);
  expect(json).toEqual({ rate: 48000 });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': '14',
    date: expect.any(String),
  });
  expect(headers.etag).toBeUndefined();
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a row with writable fields has an ETag', async () => {
  const { send } = await serve();
  expect((await send('GET', '/api/console')).headers.etag).toBe('"test-1"');
});

test('HEAD answers the header of GET without the body', async () => {
  const { send } = await serve();
  const { status, headers, text } = await send('HEAD', '/api/clock');
  expect([status, headers['content-length'], text]).toEqual([200, '14', '']);
});

test('HEAD of a watch answers the header of a stream and begins none', async () => {
  const rows = makeRows();
  const { send } = await serve(rows);
  const { status, headers, text } = await send('HEAD', '/api/clock?watch=1');
  expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream', '']);
  expect(rows.sinks.size).toBe(0);
  expect((await send('HEAD', '/api/nowhere?watch=1')).status).toBe(404);
});

test('OPTIONS answers the contract, what is allowed, and what a PATCH must be', async () => {
  const { send } = await serve();
  const console = await send('OPTIONS', '/api/console');
  expect(console.json).toMatchObject({ template: '/console', methods: ['GET', 'HEAD', 'OPTIONS', 'PATCH'] });
  expect(console.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS, PATCH', 'accept-patch': 'application/json' });
  const clock = await send('OPTIONS', '/api/clock?watch=1');
  expect(clock.headers.allow).toBe('GET, HEAD, OPTIONS');
  expect(clock.headers['accept-patch']).toBeUndefined();
});

test('PATCH answers the row after the write, its version and its revision', async () => {
  const rows = makeRows();
  const { send } = await serve(rows);
  const { status, headers, json } = await send('PATCH', '/api/console', { body: '{"name":"Monitors"}' });
  expect([status, json]).toEqual([200, { name: 'Monitors' }]);
  expect(headers).toMatchObject({ etag: '"test-2"', 'rowdesk-revision': '2' });
  expect(headers['rowdesk-durable']).toBeUndefined();
  expect(rows.written[0]).toMatchObject({ path: '/console', actor: '127.0.0.1' });
});

test('a write that is in memory only says so', async () => {
  const rows = makeRows();
  rows.durable = false;
  const { send } = await serve(rows);
  const { status, headers } = await send('PATCH', '/api/console', { body: '{"name":"Monitors"}' });
  expect([status, headers['rowdesk-durable']]).toEqual([200, 'no']);
});

test('If-Match reaches the rows, and a 412 carries the version there is', async () => {
  const { send } = await serve();
  const body = '{"name":"x"}';
  const stale = await send('PATCH', '/api/console', { body, headers: { 'if-match': '"test-0"' } });
  expect([stale.status, stale.headers.etag, stale.json.code]).toEqual([412, '"test-1"', 'precondition-failed']);
  expect((await send('PATCH', '/api/console', { body, headers: { 'if-match': '"test-1"' } })).status).toBe(200);
});

test('an actor is at most 64 printable characters, else the remote address is', async () => {
  const rows = makeRows();
  const { send } = await serve(rows);
  const utf8 = (name: string) => Buffer.from(name, 'utf8').toString('latin1');
  for (const name of ['Zoë', 'x'.repeat(64), 'x'.repeat(65), 'tab\there', '  ']) {
    await send('PATCH', '/api/console', { body: '{}', headers: { 'rowdesk-actor': utf8(name) } });
  }
  expect(rows.written.map(({ actor }) => actor)).toEqual([
    'Zoë',
    'x'.repeat(64),
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
  ]);
});

test('a program that asks at the root, or at the base of rows, gets links to rows, pages and the description', async () => {
  const { send } = await serve();
  for (const path of ['/', '/api', '/api/']) {
    const { status, headers, json } = await send('GET', path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(json).toMatchObject({ openapi: '/api/openapi.json', addresses: '/api{?begin,of}', pages: [] });
    expect(json.rows).toEqual(expect.arrayContaining(['/api/clock', '/api/console']));
    for (const link of [json.openapi, '/api/clock']) expect((await send('GET', link)).status).toBe(200);
  }
});

test('a browser gets a page with links to what is there', async () => {
  const { send } = await serve();
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const path of ['/', '/api']) {
    const { status, headers, text } = await send('GET', path, { headers: { accept } });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link as string);
    expect(links).toEqual(['data:,', '/api/openapi.json']);
    for (const link of links.slice(1)) expect((await send('GET', link)).status).toBe(200);
  }
});

test('a refusal is a problem with its code, and names the path that was asked for', async () => {
  const { send } = await serve();
  const { status, headers, json } = await send('GET', '/api/nowhere?watch=0');
  expect(status).toBe(404);
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  expect(json).toEqual({
    type: 'urn:rowdesk:refusal:unknown-row',
    title: 'There is no row at this path',
    status: 404,
    detail: 'There is no row at /nowhere',
    instance: '/api/nowhere?watch=0',
    code: 'unknown-row',
    params: {},
    errors: [],
  });
});

test.each([
  ['GET', '/?watch=1', 400, 'bad-query'],
  ['PATCH', '/', 405, 'method-not-allowed'],
  ['POST', '/api', 405, 'method-not-allowed'],
  ['GET', '/index.html', 404, 'unknown-row'],
  ['GET', '/apiclock', 404, 'unknown-row'],
  ['POST', '/elsewhere', 404, 'unknown-row'],
  ['POST', '/api/nowhere', 404, 'unknown-row'],
  ['POST', '/api/console', 405, 'method-not-allowed'],
  ['DELETE', '/api/clock', 405, 'method-not-allowed'],
  ['PROPFIND', '/api/clock', 405, 'method-not-allowed'],
  ['PATCH', '/api/clock', 405, 'method-not-allowed'],
  ['PATCH', '/api/nowhere', 404, 'unknown-row'],
  ['OPTIONS', '/api/nowhere', 404, 'unknown-row'],
  ['OPTIONS', '*', 404, 'unknown-row'],
  ['POST', '/api/openapi.json', 405, 'method-not-allowed'],
  ['OPTIONS', '/api/openapi.json', 405, 'method-not-allowed'],
  ['GET', '/api/clock?watch=2', 400, 'bad-query'],
  ['GET', '/api/clock?watch=1&watch=1', 400, 'bad-query'],
  ['GET', '/api/clock?Watch=1', 400, 'bad-query'],
  ['GET', '/api/clock?depth=1', 400, 'bad-query'],
  ['OPTIONS', '/api/clock?depth=1', 400, 'bad-query'],
  ['PATCH', '/api/console?watch=1', 400, 'bad-query'],
  ['GET', '/api/openapi.json?watch=1', 400, 'bad-query'],
  ['GET', '/api/openapi.json/', 404, 'unknown-row'],
  ['PUT', '/api', 405, 'method-not-allowed'],
  ['GET', `/api/${'x'.repeat(2048)}`, 400, 'bad-request'],
  ['GET', 'http://127.0.0.1/api/clock', 400, 'absolute-form'],
])('%s %s is refused with %i %s', async (method, path, status, code) => {
  const { send } = await serve();
  const body = method === 'PATCH' ? '{}' : undefined;
  const received = await send(method, path, { body });
  expect([received.status, received.json.code]).toEqual([status, code]);
  if (status === 405) expect(received.headers.allow).toMatch(/^GET, HEAD/);
});

test.each([
  ['text/plain', '{}', 415, 'unsupported-media-type'],
  ['application/merge-patch+json', '{}', 415, 'unsupported-media-type'],
  ['application/json; charset=latin1', '{}', 415, 'unsupported-media-type'],
  ['application/json; charset=utf-8', '{}', 200, undefined],
  ['Application/JSON', '{}', 200, undefined],
  ['application/json', '', 400, 'bad-request'],
  ['application/json', '[]', 400, 'bad-request'],
  ['application/json', 'null', 400, 'bad-request'],
  ['application/json', '{', 400, 'bad-json'],
  ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'bad-json'],
  ['application/json', `{"name":"${'x'.repeat(65_536)}"}`, 413, 'body-too-large'],
])('a body of %s is judged (%#)', async (type, body, status, code) => {
  const { send } = await serve();
  const received = await send('PATCH', '/api/console', { body, headers: { 'content-type': type } });
  expect([received.status, received.json.code]).toEqual([status, code]);
  if (status === 415) expect(received.headers['accept-patch']).toBe('application/json');
});

test('a body without a type is refused, and so is a compressed one', async () => {
  const { raw, port, send } = await serve();
  const head = `PATCH /api/console HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
  expect(await raw(head)).toMatch(/^HTTP\/1\.1 415 /);
  const gzip = await send('PATCH', '/api/console', { body: '{}', headers: { 'content-encoding': 'gzip' } });
  expect(gzip.json.code).toBe('unsupported-media-type');
});

test('rows that say so take a large body, and even that has an end', async () => {
  const rows = makeRows();
  rows.large.add('/channel');
  const { send } = await serve(rows);
  const body = (bytes: number) => JSON.stringify({ strips: ['x'.repeat(60_000)], pad: Array(bytes).fill(1) });
  expect((await send('PATCH', '/api/channel', { body: body(100_000) })).status).toBe(200);
  expect((await send('PATCH', '/api/channel', { body: body(600_000) })).status).toBe(413);
});

test('a chunked body is counted as it comes', async () => {
  const { raw, port } = await serve();
  const head = `PATCH /api/console HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const answer = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('a handler that throws or rejects is a 500 that the log names, and the service goes on', async () => {
  const { send, log } = await serve();
  for (const path of ['/api/broken', '/api/later']) {
    const { status, json } = await send('GET', path);
    expect([status, json.code]).toEqual([500, 'fault']);
    expect(log.lines.find(({ fields }) => 'id' in fields && fields.id === json.params.id)).toBeDefined();
  }
  expect((await send('GET', '/api/clock')).status).toBe(200);
});

test('the description is made once', async () => {
  let made = 0;
  const { send } = await serve(makeRows(), { describe: () => ({ made: ++made }) });
  expect((await send('GET', '/api/openapi.json')).json).toEqual({ made: 1 });
  expect((await send('GET', '/api/openapi.json')).json).toEqual({ made: 1 });
});

test('closing answers what is under way', async () => {
  const rows = makeRows();
  let release: (() => void) | undefined;
  const patch = rows.patch.bind(rows);
  rows.patch = async (...given) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return patch(...given);
  };
  const { send, server } = await serve(rows);
  const answer = send('PATCH', '/api/console', { body: '{"name":"late"}', headers: { connection: 'keep-alive' } });
  await expect.poll(() => release).toBeDefined();
  const closed = server.close();
  release?.();
  expect((await answer).status).toBe(200);
  await closed;
});

test('closing does not wait for a connection that has asked nothing', async () => {
  // No connection ends by a time limit.
  const time = { ...systemTime(new LogDouble()), after: () => () => {} };
  const { server, port, send } = await serve(makeRows(), { time });
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  // Taken by the server in their order.
  await send('GET', '/api/clock');
  await server.close();
  await ended;
});
