// The search of addresses at /api; what else stands there is in server.test.ts and provided-page.test.ts.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RowsDouble } from './row-api-double.ts';
import { type Fixture, startServer } from './server-fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startServer(new RowsDouble({ '/clock': { rate: 48000 }, '/console': {} }));
});
afterEach(() => fixture.server.close());

test('addresses are listed: how an address goes on, and those of a template, also for a browser', async () => {
  for (const headers of [{}, { accept: 'text/html' }] as { accept?: string }[]) {
    const found = async (query: string) => (await fixture.send('GET', `/api?${query}`, { headers })).json.addresses;
    expect(await found('begin=/c')).toEqual(['/clock', '/console']);
    expect(await found('begin=%2Fcl')).toEqual(['/clock']);
    expect(await found('begin=/nowhere')).toEqual([]);
    expect(await found(`of=${encodeURIComponent('/clock')}`)).toEqual(['/clock']);
  }
  expect((await fixture.send('HEAD', '/api?begin=/c')).text).toBe('');
});

test.each([
  ['/api?begin=/&of=/', 400, 'bad-query'],
  ['/api?begin=/&begin=/', 400, 'bad-query'],
  ['/api?watch=1', 400, 'bad-query'],
  ['/?begin=/', 400, 'bad-query'],
])('GET %s is refused', async (path, status, code) => {
  const { status: received, json } = await fixture.send('GET', path);
  expect([received, json.code]).toEqual([status, code]);
});

test('the policy of the page that core makes names the hash of its style', async () => {
  const { headers, text } = await fixture.send('GET', '/api', { headers: { accept: 'text/html' } });
  const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
});
