// What a page of a provider answers, and to whom; its files are read in page-files.test.ts.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProvidedPage } from './provided-page.ts';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

const html = `<!doctype html>${'<p>lights'.repeat(50)}`;
let folder = '';
let fixture: Fixture;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-page-'));
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'stage.html'), 'stage');
  mkdirSync(join(folder, 'parts'));
  writeFileSync(join(folder, 'parts/main-1a2b3c4d.js'), 'export {};');
});
afterEach(async () => {
  await fixture.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const pageAt = (path = '/lights', of = folder) =>
  new ProvidedPage({ path, title: 'Lights & <co>', about: 'lamps', folder: of });
const start = async (...pages: readonly ProvidedPage[]) => {
  fixture = await startServer(new RowsDouble({ '/clock': { rate: 48000 } }), { pages });
  return fixture.send;
};
const strict = /^default-src 'none'; script-src 'self';.* frame-ancestors 'none'$/;

test('its html answers without the ending, other files by name, all under a strict policy', async () => {
  const send = await start(pageAt());
  for (const [path, text] of [
    ['/lights', html],
    ['/lights/', html],
    ['/lights/stage', 'stage'],
    ['/lights/parts/main-1a2b3c4d.js', 'export {};'],
  ] as const) {
    const { status, headers, text: received } = await send('GET', path);
    expect([path, status, received]).toEqual([path, 200, text]);
    expect(headers['content-security-policy']).toMatch(strict);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-length']).toBe(String(text.length));
  }
});

test('a request that comes before the files are read waits for them', async () => {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const files = { files: new Map(), problems: [], leftOut: [] };
  const read = () => given.then(() => files);
  const send = await start(new ProvidedPage({ path: '/late', title: 'Late', about: 'late', folder }, read));
  const answered = send('GET', '/late');
  expect((await send('GET', '/api/clock')).status).toBe(200);
  give();
  expect((await answered).status).toBe(404);
});

test('only a name with a hash is kept for long; others are asked for again', async () => {
  const send = await start(pageAt());
  const cachingOf = async (path: string) => (await send('GET', path)).headers['cache-control'];
  expect(await cachingOf('/lights/parts/main-1a2b3c4d.js')).toBe('public, max-age=31536000, immutable');
  expect(await cachingOf('/lights')).toBe('no-cache');
});

test('a version that the browser has is not sent again, nor is a body to HEAD', async () => {
  const send = await start(pageAt());
  const etag = String((await send('GET', '/lights')).headers.etag);
  for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const { status, headers, text } = await send('GET', '/lights', { headers: { 'if-none-match': tag } });
    expect([tag, status, text]).toEqual([tag, 304, '']);
    expect(headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    expect(headers['content-security-policy']).toMatch(strict);
  }
  expect((await send('GET', '/lights', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const head = await send('HEAD', '/lights');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(html.length)]);
});

test('it is compressed for those who take that', async () => {
  await start(pageAt());
  const { port } = fixture;
  const answer = await fetch(`http://127.0.0.1:${port}/lights`, { headers: { 'accept-encoding': 'gzip' } });
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['gzip', html]);
  const { text, headers } = await fixture.send('GET', '/lights', { headers: { 'accept-encoding': 'gzip;q=0' } });
  expect([headers['content-encoding'], text]).toEqual([undefined, html]);
  // A short file is smaller as it is.
  const short = await fixture.send('GET', '/lights/stage', { headers: { 'accept-encoding': 'gzip' } });
  expect([short.headers['content-encoding'], short.text]).toEqual([undefined, 'stage']);
});

test('files that are replaced or taken away under a running desk are served as they were at its start', async () => {
  const page = pageAt();
  const send = await start(page);
  await page.ready;
  writeFileSync(join(folder, 'index.html'), 'another');
  expect((await send('GET', '/lights')).text).toBe(html);
  renameSync(folder, `${folder}.away`);
  expect((await send('GET', '/lights/parts/main-1a2b3c4d.js')).text).toBe('export {};');
  renameSync(`${folder}.away`, folder);
});

test.each([
  ['GET', '/lights/../package.json', {}, 404, 'unknown-row'],
  ['GET', '/lights/%2e%2e/page-files.ts', {}, 404, 'unknown-row'],
  ['GET', '/lights/..%2fpage-files.ts', {}, 404, 'unknown-row'],
  ['GET', '/lights//index.html', {}, 404, 'unknown-row'],
  ['GET', '/lights/index.html', {}, 404, 'unknown-row'],
  ['GET', '/lights/%00', {}, 404, 'unknown-row'],
  ['GET', '/lights/constructor', {}, 404, 'unknown-row'],
  ['GET', '/lightsx', {}, 404, 'unknown-row'],
  ['GET', '/LIGHTS', {}, 404, 'unknown-row'],
  ['GET', '/lights?watch=1', {}, 400, 'bad-query'],
  ['PATCH', '/lights', {}, 405, 'method-not-allowed'],
  ['OPTIONS', '/lights/stage', {}, 405, 'method-not-allowed'],
  ['GET', '/lights', { host: 'evil.example' }, 421, 'host-not-ours'],
  ['GET', '/lights', { origin: 'http://evil.example' }, 403, 'cross-origin'],
])('%s %s with %o is refused', async (method, path, headers, status, code) => {
  const send = await start(pageAt());
  const received = await send(method, path, { headers });
  expect([received.status, received.json.code]).toEqual([status, code]);
  const policy = received.headers['content-security-policy'];
  // Others don't reach the page.
  if (path.startsWith('/lights/') && method === 'GET')
    expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('a page whose folder is missing says so, and a browser goes to the next one', async () => {
  const missing = pageAt('/gone', join(folder, 'gone'));
  await missing.ready;
  const send = await start(missing, pageAt());
  const { status, json } = await send('GET', '/gone');
  expect([status, json.detail]).toEqual([404, expect.stringMatching(/^The page at \/gone is not there/)]);
  const home = await send('GET', '/', { headers: { accept: 'text/html' } });
  expect([home.status, home.headers.location]).toEqual([302, '/lights']);
  expect((await send('GET', '/')).json.pages[0]).toEqual({ path: '/gone', title: 'Lights & <co>', about: 'lamps' });
  const list = await send('GET', '/api', { headers: { accept: 'text/html' } });
  expect(list.text).toContain('<a href="/lights">Lights &amp; &lt;co&gt;</a>');
});

test('while the desk starts a browser at / gets a page that asks again, and goes on to the first page by itself', async () => {
  fixture = await startServer(undefined);
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const page = await fixture.send('GET', '/', { headers });
  expect([page.status, page.headers.refresh, page.headers['retry-after']]).toEqual([503, '1', '1']);
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.text).toContain('The desk starts. This page goes on by itself.');
  const waits = fixture.send('GET', '/lights', { headers });
  await expect.poll(() => fixture?.server.waiting).toBe(1);
  fixture.server.serve(
    new RowsDouble({}),
    () => ({}),
    () => [],
    [pageAt()],
  );
  expect((await waits).status).toBe(200);
  expect((await fixture.send('GET', '/', { headers })).headers.location).toBe('/lights');
});
