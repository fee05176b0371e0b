// What /docs answers, and to whom; how the page works is tested in a browser (test/docs).
import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

let fixture: Fixture;
const start = async (
  rows = new RowsDouble({ '/clock': { rate: 48000 }, '/console': {} }) as RowsDouble | undefined,
) => {
  fixture = await startServer(rows);
  return fixture.send;
};
afterEach(() => fixture.server.close());

test('the page and all its files are served, each with its type and a policy that lets nothing else in', async () => {
  const send = await start();
  for (const file of ['', '/', ...readdirSync(new URL('docs', import.meta.url)).filter((f) => f !== 'page.html')]) {
    const { status, headers } = await send('GET', `/docs${file === '' || file === '/' ? file : `/${file}`}`);
    expect([file, status]).toEqual([file, 200]);
    expect(headers['content-type']).toMatch(/^text\/(html|css|javascript); charset=utf-8$/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
  expect((await send('HEAD', '/docs')).text).toBe('');
});

test('addresses are listed: how an address goes on, and those of a template', async () => {
  const send = await start();
  expect((await send('GET', '/docs/addresses?begin=/c')).json).toEqual({ addresses: ['/clock', '/console'] });
  expect((await send('GET', `/docs/addresses?of=${encodeURIComponent('/clock')}`)).json).toEqual({
    addresses: ['/clock'],
  });
});

test('a pattern is described, and one without a description is empty', async () => {
  const send = await start();
  const wordsOf = async (pattern: string) =>
    (await send('GET', `/docs/words?pattern=${encodeURIComponent(pattern)}`)).json.words;
  expect([await wordsOf('^[a-z]{3}$'), await wordsOf('(')]).toEqual(['3 small letters', '']);
});

test.each([
  ['GET', '/docs/words', {}, 400, 'bad-query'],
  ['GET', '/docs/../package.json', {}, 404, 'unknown-row'],
  ['GET', '/docs/%2e%2e/docs.ts', {}, 404, 'unknown-row'],
  ['GET', '/docsx', {}, 404, 'unknown-row'],
  ['GET', '/docs/constructor', {}, 404, 'unknown-row'],
  ['GET', '/docs?watch=1', {}, 400, 'bad-query'],
  ['GET', '/docs/addresses', {}, 400, 'bad-query'],
  ['GET', '/docs/addresses?begin=/&of=/', {}, 400, 'bad-query'],
  ['PATCH', '/docs', {}, 405, 'method-not-allowed'],
  ['GET', '/docs', { host: 'evil.example' }, 421, 'host-not-ours'],
  ['GET', '/docs/addresses?begin=/', { origin: 'http://evil.example' }, 403, 'cross-origin'],
])('%s %s with %o is refused', async (method, path, headers, status, code) => {
  const received = await (await start())(method, path, { headers });
  expect([received.status, received.json.code]).toEqual([status, code]);
});

test('while the desk starts there is no page yet', async () => {
  fixture = await startServer(undefined);
  expect((await fixture.send('GET', '/docs')).status).toBe(503);
});
