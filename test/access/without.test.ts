// A desk without keys answers as if there were none in the world, whatever a client shows; one with keys describes them.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '../../core/access/secrets.ts';
import { keyCodes } from '../../core/base/refusals.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { access, send } from './keys.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({
    providers: ['console', 'channel', 'safety', 'history', 'streams', 'warnings', 'surface'],
  });
});
afterEach(() => desk.close());

/** All that comes back but the date: status, header fields in their order, body. */
function answered(
  method: string,
  path: string,
  body: string | undefined,
  shown: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(new URL(path, desk.url), { method, headers: { ...type, ...shown }, agent: false });
    sent.once('error', reject).once('response', async (response) => {
      const fields = response.rawHeaders.filter((_, place, all) => all[place - (place % 2)] !== 'Date');
      resolve(JSON.stringify([response.statusCode, fields, await text(response)]));
    });
    sent.end(body);
  });
}

test('without keys no byte of an answer depends on what a client shows', async () => {
  const { registry } = desk.host.assembly;
  const rows = registry.rows.flatMap((row) => registry.list(row).slice(0, 1)).map(({ path }) => `/api${path}`);
  const cookie = `rowdesk-${new URL(desk.url).port}=TWFyaWE.x`;
  const tries = [
    ...rows.flatMap((path) => [
      ['GET', path],
      ['OPTIONS', path],
      ['PATCH', path, '{"nothing":1}'],
    ]),
    ...[
      ['GET', '/'],
      ['GET', '/api'],
      ['GET', '/api?begin=/ch'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/nowhere'],
    ],
    ...['GET', 'OPTIONS', 'POST', 'DELETE'].flatMap((method) => [
      [method, '/api/access'],
      [method, '/api/access/links'],
    ]),
    ['POST', '/api/access', '{"link":"rd_x"}'],
    ['PUT', '/api/console', '{}'],
  ] as const;
  const showing: readonly Record<string, string>[] = [
    { authorization: `Bearer ${newSecret()}` },
    { cookie },
    { authorization: 'Basic eDp5' },
  ];
  expect(rows.length).toBeGreaterThan(40);
  for (const [method = '', path = '', body] of tries) {
    const plain = await answered(method, path, body, {});
    // Of rows one each: all have the same way.
    const some = rows.includes(path) ? [{ ...showing[0], ...showing[1] }] : showing;
    for (const shown of some) expect(await answered(method, path, body, shown)).toBe(plain);
    expect(plain).not.toMatch(/WWW-Authenticate|Set-Cookie|"access":"\/api/);
  }
});

test('without keys there is nothing at /api/access, and the description names no code of keys and no scheme', async () => {
  expect((await desk.get('/access')).body).toMatchObject({ status: 404, code: 'unknown-row' });
  const description = JSON.stringify((await desk.get('/openapi.json')).body);
  for (const code of keyCodes) expect(description).not.toContain(`"${code}"`);
  expect(description).toContain('"security":[]');
  expect(description).not.toContain('securitySchemes');
});

test('with keys the description has their schemes and codes, in the eyes of an independent validator too', async () => {
  desk.host.access.use(access('view'));
  const { body } = await send(desk, 'anonymous', 'GET', '/openapi.json');
  expect(Object.keys(body.components.securitySchemes)).toEqual(['key', 'cookie']);
  expect(body.security).toEqual([{}, { key: [] }, { cookie: [] }]);
  expect(body.components.schemas.Refusal.properties.code.enum).toEqual(expect.arrayContaining([...keyCodes]));
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  expect((await send(desk, 'anonymous', 'GET', '')).body.access).toBe('/api/access');
});

test('a page of a trusted origin may ask beforehand without a key, and send one', async () => {
  await desk.close();
  const origin = 'https://panel.example.org';
  desk = await startTestHost({ providers: ['console'], config: { access: access(), trustedOrigins: [origin] } });
  const asks = { origin, 'access-control-request-method': 'PATCH' };
  const { status, headers, body } = await desk.send('OPTIONS', '/console', undefined, asks);
  expect([status, body]).toEqual([200, {}]);
  expect(headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect((await desk.send('OPTIONS', '/console', undefined, { origin })).status).toBe(401);
});
