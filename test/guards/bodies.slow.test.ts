// What a request may cost before anything looks into it: media type, size, depth, members, strings, target and header.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { type RawAnswer, request, sendRaw } from './raw.ts';

let service: Service;
let port: number;
let untouched: unknown;
beforeAll(async () => {
  const providers = ['console', 'channel', 'telemetry'];
  service = await startService({ config: { providers, drivers: [], devices: [] } });
  port = Number(new URL(service.url).port);
  untouched = await state();
});
afterAll(async () => {
  // Of all that is sent here nothing is a change.
  expect(await state()).toEqual(untouched);
  await stopServices();
});

const state = async () => [
  (await service.get('/console')).body,
  (await service.get('/telemetry/convergence')).body.revision,
];
const host = () => `Host: 127.0.0.1:${port}`;
const json = 'Content-Type: application/json';
const patch = (body: string, path = '/api/console', type = json): Promise<RawAnswer> =>
  sendRaw(port, request([`PATCH ${path} HTTP/1.1`, host(), ...(type === '' ? [] : [type])], body));
const outcome = ({ status, code }: RawAnswer) => `${status} ${code}`;

/** A good body of exactly so many bytes, with a field that no row has. */
const sized = (bytes: number) => `{"nothing":1}${' '.repeat(bytes - 13)}`;
const deep = (levels: number) => `{"nothing":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const wide = (members: number) =>
  JSON.stringify({ nothing: Object.fromEntries(Array.from({ length: members }, (_, n) => [`m${n}`, n])) });
const long = (characters: number) => JSON.stringify({ nothing: 'x'.repeat(characters) });

test.each([
  ['text/plain', '415 unsupported-media-type'],
  ['application/x-www-form-urlencoded', '415 unsupported-media-type'],
  ['multipart/form-data; boundary=x', '415 unsupported-media-type'],
  ['application/merge-patch+json', '415 unsupported-media-type'],
  ['application/problem+json', '415 unsupported-media-type'],
  ['application/jsonx', '415 unsupported-media-type'],
  ['application/json, text/plain', '415 unsupported-media-type'],
  ['text/plain; application/json', '415 unsupported-media-type'],
  ['application/json; charset=utf-16', '415 unsupported-media-type'],
  ['application/json; charset=utf-8; charset=latin1', '415 unsupported-media-type'],
  ['', '415 unsupported-media-type'],
  ['application/json', '422 invalid-fields'],
  ['APPLICATION/JSON', '422 invalid-fields'],
  ['application/json;charset=UTF-8', '422 invalid-fields'],
  ['application/json ; charset="utf-8"', '422 invalid-fields'],
])('a body called "%s": %s', async (type, expected) => {
  expect(outcome(await patch('{"nothing":1}', '/api/console', `Content-Type: ${type}`))).toBe(expected);
});

test('a body without a Content-Type, and one of two, are refused', async () => {
  expect(outcome(await patch('{"nothing":1}', '/api/console', ''))).toBe('415 unsupported-media-type');
  const twice = ['PATCH /api/console HTTP/1.1', host(), 'Content-Type: text/plain', json];
  expect(outcome(await sendRaw(port, request(twice, '{"nothing":1}')))).toBe('415 unsupported-media-type');
});

test('a compressed body is not opened', async () => {
  const body = gzipSync(sized(1_000)).toString('latin1');
  const head = ['PATCH /api/console HTTP/1.1', host(), json, 'Content-Encoding: gzip'];
  const bytes = [...head, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n');
  expect(outcome(await sendRaw(port, bytes))).toBe('415 unsupported-media-type');
});

test.each([
  ['64 KiB', () => patch(sized(65_536)), '422 invalid-fields'],
  ['a byte more', () => patch(sized(65_537)), '413 body-too-large'],
  ['1 MiB where that is allowed', () => patch(sized(1_048_576), '/api/channel'), '422 invalid-fields'],
  ['a byte more there', () => patch(sized(1_048_577), '/api/channel'), '413 body-too-large'],
  ['32 levels', () => patch(deep(32)), '422 invalid-fields'],
  ['33 levels', () => patch(deep(33)), '400 bad-request'],
  ['30000 levels', () => patch(deep(30_000)), '400 bad-request'],
  ['1000 members', () => patch(wide(1_000)), '422 invalid-fields'],
  ['1001 members', () => patch(wide(1_001)), '400 bad-request'],
  ['a string of 65536 characters', () => patch(long(65_536), '/api/channel'), '422 invalid-fields'],
  ['a string of 65537 characters', () => patch(long(65_537), '/api/channel'), '400 bad-request'],
  ['a member called __proto__', () => patch('{"__proto__":{"polluted":1}}'), '422 invalid-fields'],
  ['a member called constructor', () => patch('{"constructor":{"prototype":{}}}'), '422 invalid-fields'],
  ['bytes that are no UTF-8', () => patch('{"name":"\xff\xfe"}'), '400 bad-json'],
  ['an overlong escape of UTF-8', () => patch('{"name":"\xc0\xaf"}'), '400 bad-json'],
  ['a byte order mark', () => patch('\xef\xbb\xbf[]'), '400 bad-request'],
  ['nothing', () => patch(''), '400 bad-request'],
  ['a list', () => patch('[{"name":"x"}]'), '400 bad-request'],
  ['a number that is none', () => patch('{"name":NaN}'), '400 bad-json'],
])('a body of %s', async (_name, send, expected) => {
  expect(outcome(await send())).toBe(expected);
});

test('a chunked body is bounded as it comes, and so is a chunk that announces too much', async () => {
  const head = `PATCH /api/console HTTP/1.1\r\n${host()}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  expect(outcome(await sendRaw(port, `${head}${chunk.repeat(5)}`))).toBe('413 body-too-large');
  expect(outcome(await sendRaw(port, `${head}ffffffffffffffffff\r\n`))).toBe('400 bad-request');
  expect(outcome(await sendRaw(port, `${head}xyz\r\n`))).toBe('400 bad-request');
});

test.each([
  ['Content-Length and Transfer-Encoding', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
  ['a length below zero', ['Content-Length: -2']],
  ['a length in hexadecimal', ['Content-Length: 0x2']],
  ['an unknown transfer coding', ['Transfer-Encoding: chunked, identity']],
  ['a zero byte in a field', ['X: a\0b']],
  ['a line feed alone in a field', ['X: a\nHost: evil.example']],
])('a request with %s is no request', async (_name, fields) => {
  const bytes = ['PATCH /api/console HTTP/1.1', host(), json, ...fields, '', '{}'].join('\r\n');
  const { status, text } = await sendRaw(port, bytes);
  expect(status, text).toBe(400);
});

test('the target of a request has 2048 characters at most', async () => {
  const get = (length: number) => `/api/${'x'.repeat(length - 5)}`;
  expect(outcome(await sendRaw(port, request([`GET ${get(2_048)} HTTP/1.1`, host()])))).toBe('404 unknown-row');
  expect(outcome(await sendRaw(port, request([`GET ${get(2_049)} HTTP/1.1`, host()])))).toBe('400 bad-request');
});

test('a header has 8 KiB at most, in one field or in many', async () => {
  const fields = (bytes: number) => [`X: ${'x'.repeat(bytes)}`];
  const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: ${'x'.repeat(50)}`);
  const get = (more: readonly string[]) => sendRaw(port, request(['GET /api/console HTTP/1.1', host(), ...more]));
  expect((await get(fields(7_900))).status).toBe(200);
  expect((await get(many(100))).status).toBe(200);
  expect(outcome(await get(fields(8_300)))).toBe('431 headers-too-large');
  expect(outcome(await get(many(200)))).toBe('431 headers-too-large');
  expect(outcome(await sendRaw(port, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`))).toBe('431 headers-too-large');
});

test('what stands behind thousands of short fields is seen as well: a second Host, an origin of others', async () => {
  const get = (last: string) =>
    sendRaw(port, request(['GET /api/console HTTP/1.1', host(), ...Array.from({ length: 2_500 }, () => 'X:'), last]));
  expect(outcome(await get('X: none'))).toBe('200 ');
  expect(outcome(await get('Host: elsewhere.example'))).toBe('400 two-hosts');
  expect(outcome(await get('Origin: http://elsewhere.example'))).toBe('403 cross-origin');
});

test('state changes by PATCH only: every other method is refused with what is allowed', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK']) {
    const fields = [`${method} /api/console HTTP/1.1`, host(), json];
    const answer = await sendRaw(port, request(fields, '{"name":"evil"}'));
    expect([method, outcome(answer)]).toEqual([method, '405 method-not-allowed']);
    expect(answer.text).toMatch(/^allow: GET, HEAD, OPTIONS, PATCH/im);
  }
  // Another way to say it, which some frameworks heed.
  for (const field of ['X-HTTP-Method-Override: PATCH', 'X-Method-Override: PATCH']) {
    const answer = await sendRaw(port, request(['POST /api/console HTTP/1.1', host(), json, field], '{"name":"evil"}'));
    expect(answer.status).toBe(405);
  }
  expect((await sendRaw(port, request(['GET /api/console?_method=PATCH HTTP/1.1', host()]))).status).toBe(400);
  expect((await sendRaw(port, request(['GET /api/console HTTP/1.1', host(), json], '{"name":"evil"}'))).status).toBe(
    200,
  );
});
