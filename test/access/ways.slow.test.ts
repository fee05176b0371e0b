// What is no row, and the ways around rows: lists of strips, commits of several rows, streams, leases, files, pages.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashOf } from '../../core/access/secrets.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { access, bearer, type Holder, holders, secrets, send } from './keys.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({
    providers: [
      'console',
      'channel',
      'cue',
      'talkback',
      'safety',
      'history',
      'streams',
      'surface',
      'warnings',
      'backup',
      'scenes',
    ],
    config: { access: access() },
  });
});
afterEach(() => desk.close());

const id = 'a-random-stream-id-of-one';
const file = '/backup/0123456789abcdef';

/** The root of the desk, beside /api. */
const atRoot = (holder: Holder, path: string, headers = {}) =>
  fetch(new URL(path, desk.url), { headers: { ...bearer(holder), ...headers }, redirect: 'manual' });

test.each([
  ['GET', '', [401, 200, 200, 200, 200]],
  ['GET', '?begin=/console', [401, 200, 200, 200, 200]],
  ['GET', '/openapi.json', [401, 200, 200, 200, 200]],
  ['GET', file, [401, 403, 403, 403, 404]],
  ['PUT', file, [401, 403, 403, 403, 415]],
  ['OPTIONS', file, [401, 403, 403, 403, 200]],
  ['GET', '/nowhere', [401, 404, 404, 404, 404]],
  ['DELETE', '/console', [401, 405, 405, 405, 405]],
  ['GET', '/access', [200, 200, 200, 200, 200]],
  ['POST', '/access/links', [401, 403, 403, 403, 415]],
  ['GET', '/access/links', [405, 405, 405, 405, 405]],
] as const)('%s %s', async (method, path, statuses) => {
  const got = [];
  for (const holder of holders) got.push((await send(desk, holder, method, path)).status);
  expect(got).toEqual(statuses);
});

test('the first page asks for a key: what it says of the desk is for those who have one', async () => {
  expect((await atRoot('anonymous', '/')).status).toBe(401);
  expect((await atRoot('view', '/')).status).toBe(200);
});

test('a list of strips is written as far as each of its parts may be', async () => {
  const strips = (kind: string, index: number, fields: object) => ({ strips: [{ kind, index, ...fields }] });
  const tries = [
    strips('mix', 1, { levelDb: -6 }),
    strips('mix', 2, { levelDb: -6 }),
    strips('input', 1, { muted: true }),
    strips('input', 1, { sourceId: 'virtual-32x16:in-2' }),
    {
      strips: [
        { kind: 'mix', index: 1, levelDb: -7 },
        { kind: 'mix', index: 2, levelDb: -7 },
      ],
    },
  ];
  const statuses = async (holder: Holder) => {
    const got = [];
    for (const body of tries) got.push((await send(desk, holder, 'PATCH', '/channel', body)).status);
    return got;
  };
  expect(await statuses('anonymous')).toEqual([401, 401, 401, 401, 401]);
  expect(await statuses('view')).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses('bus')).toEqual([200, 403, 403, 403, 403]);
  expect((await send(desk, 'view', 'GET', '/channel/mix/1')).body.levelDb).toBe(-6);
  expect(await statuses('mix')).toEqual([200, 200, 200, 403, 200]);
  expect(await statuses('run')).toEqual([200, 200, 200, 200, 200]);
});

test('a commit of several rows is refused for one of them, and changes none', async () => {
  const changes = [
    { path: '/channel/mix/1', fields: { levelDb: -8 } },
    { path: '/channel/input/1/sends/mix/1', fields: { levelDb: -8 } },
  ];
  const other = [...changes, { path: '/channel/input/1/sends/mix/2', fields: { levelDb: -8 } }];
  expect((await send(desk, 'bus', 'PATCH', '/surface/commit', { changes: other })).body).toMatchObject({
    status: 403,
    code: 'not-permitted',
    params: { bus: 'mix/1', field: 'levelDb', path: '/channel/input/1/sends/mix/2' },
  });
  expect((await send(desk, 'bus', 'GET', '/channel/mix/1')).body.levelDb).toBe(0);
  expect((await send(desk, 'bus', 'PATCH', '/surface/commit', { changes })).status).toBe(200);
  expect(
    (await send(desk, 'mix', 'PATCH', '/surface/commit', { changes: [{ path: '/console', fields: { name: 'X' } }] }))
      .status,
  ).toBe(403);
});

test('a bus mutes itself, and does not panic; those that mix do', async () => {
  expect((await send(desk, 'bus', 'PATCH', '/channel/mix/1', { muted: true })).status).toBe(200);
  expect((await send(desk, 'bus', 'PATCH', '/channel/muteGroup/1', { muted: true })).status).toBe(403);
  expect((await send(desk, 'bus', 'PATCH', '/safety/panic', { scope: 'all' })).status).toBe(403);
  expect((await send(desk, 'view', 'PATCH', '/safety/panic', { scope: 'all' })).status).toBe(403);
  expect((await send(desk, 'mix', 'PATCH', '/safety/panic', { scope: 'all' })).status).toBe(200);
});

test('an equaliser that is an alias is written with the rights of what it stands for', async () => {
  expect((await send(desk, 'bus', 'PATCH', '/channel/mix/1/eq/bands/1', { gainDb: 3 })).status).toBe(200);
  expect((await send(desk, 'bus', 'PATCH', '/channel/mix/2/eq/bands/1', { gainDb: 3 })).status).toBe(403);
});

test('the actor is the name of the key, whatever the client says', async () => {
  const headers = { ...bearer('mix'), 'content-type': 'application/json', 'rowdesk-actor': 'somebody else' };
  await desk.send('PATCH', '/channel/input/1', '{"levelDb":-20}', headers);
  const { entries } = (await send(desk, 'view', 'GET', '/history')).body;
  expect(entries.at(-1) ?? entries[0]).toMatchObject({ actor: 'mix' });
  desk.host.access.use(access('mix'));
  const without = { 'content-type': 'application/json', 'rowdesk-actor': 'run' };
  expect((await desk.send('PATCH', '/channel/input/2', '{"levelDb":-20}', without)).status).toBe(200);
  const actors = (await send(desk, 'view', 'GET', '/history')).body.entries.map(
    ({ actor }: { actor: string }) => actor,
  );
  expect(actors).toContain('anonymous 127.0.0.1');
  expect(actors).not.toContain('run');
});

test('a stream carries what the key asks for that made it, and not what another one asks', async () => {
  const demand = { targets: ['/console'] };
  expect((await send(desk, 'mix', 'PATCH', `/streams/${id}/demand`, demand)).status).toBe(200);
  expect((await send(desk, 'bus', 'PATCH', `/streams/${id}/demand`, { targets: [] })).body.code).toBe('not-permitted');
  expect((await send(desk, 'bus', 'GET', `/streams/${id}`)).body.targets).toEqual(['/console']);
  expect((await send(desk, 'bus', 'PATCH', '/streams/another-random-stream-id/demand', demand)).status).toBe(200);
});

test('a key that is withdrawn: its streams end, and the talkback that it held is let go', async () => {
  const { host } = desk;
  const watching = await fetch(`${desk.url}/talkback/1?watch=1`, { headers: bearer('mix') });
  const others = await fetch(`${desk.url}/console?watch=1`, { headers: bearer('view') });
  const ended = watching.text().then(
    () => 'ended',
    () => 'ended',
  );
  const on = { mode: 'push', on: true };
  expect((await send(desk, 'mix', 'PATCH', '/talkback/1', on)).status).toBe(200);
  expect(host.desk.read('/talkback/1').on).toBe(true);
  const { keys, anonymous } = access();
  host.access.use({ anonymous, keys: keys.filter(({ name }) => name !== 'mix') });
  expect(await ended).toBe('ended');
  while (host.desk.read('/talkback/1').on) await new Promise((resolve) => setImmediate(resolve));
  expect(host.rows.watched.rows).toBe(1);
  expect((await send(desk, 'mix', 'GET', '/console')).body.code).toBe('key-unknown');
  const reader = others.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});

test('a key whose role is another one: its streams end, and what it may do is the new role', async () => {
  const watching = await fetch(`${desk.url}/console?watch=1`, { headers: bearer('mix') });
  const ended = watching.text().catch(() => 'ended');
  desk.host.access.use({ anonymous: 'none', keys: [{ name: 'mix', hash: hashOf(secrets.mix), role: 'view' }] });
  await ended;
  expect((await send(desk, 'mix', 'PATCH', '/channel/input/1', { muted: true })).status).toBe(403);
});

test('streams of the time before the desk had keys end when it gets them', async () => {
  desk.host.access.use(undefined);
  const before = await fetch(`${desk.url}/console?watch=1`);
  const text = before.text();
  desk.host.access.use(access());
  expect(await text).toContain('event: bye');
});

test('a link is good once, for a cookie that no script reads and no other page sends', async () => {
  const { status, body } = await send(desk, 'run', 'POST', '/access/links', { name: 'bus' });
  expect([status, body.expiresInS]).toEqual([200, 600]);
  const login = await send(desk, 'anonymous', 'POST', '/access', { link: body.link });
  expect(login.body).toEqual({ name: 'bus', role: 'mix', bus: 'mix/1' });
  const port = new URL(desk.url).port;
  const set = login.headers.get('set-cookie') ?? '';
  expect(set).toMatch(new RegExp(`^rowdesk-${port}=[\\w.-]+; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+$`));
  expect((await send(desk, 'anonymous', 'POST', '/access', { link: body.link })).body.code).toBe('link-spent');
  const cookie = set.split(';')[0] as string;
  const withCookie = (method: string, path: string, sent?: object) =>
    desk.send(method, path, sent && JSON.stringify(sent), {
      cookie,
      ...(sent ? { 'content-type': 'application/json' } : {}),
    });
  expect((await withCookie('PATCH', '/channel/mix/1', { levelDb: -9 })).status).toBe(200);
  expect((await withCookie('PATCH', '/channel/mix/2', { levelDb: -9 })).status).toBe(403);
  // Signed: another name with this signature is no cookie.
  const [, seal] = cookie.split('.');
  const forged = `rowdesk-${port}=${Buffer.from('run').toString('base64url')}.${seal}`;
  const refused = await desk.send('GET', '/console', undefined, { cookie: forged });
  expect([refused.body.code, refused.headers.get('set-cookie')]).toEqual([
    'key-unknown',
    expect.stringContaining('Max-Age=0'),
  ]);
  expect((await withCookie('DELETE', '/access')).headers.get('set-cookie')).toContain('Max-Age=0');
});

test('a page whose key was withdrawn opens with a link to another one', async () => {
  const { link } = (await send(desk, 'run', 'POST', '/access/links', { name: 'bus' })).body;
  const cookie = `rowdesk-${new URL(desk.url).port}=TWFyaWE.withdrawn`;
  const asked = await desk.send('GET', '/access', undefined, { cookie });
  expect([asked.status, asked.body.role, asked.headers.get('set-cookie')]).toEqual([
    ...[200, 'none', expect.stringContaining('Max-Age=0')],
  ]);
  const headers = { cookie, 'content-type': 'application/json' };
  const login = await desk.send('POST', '/access', JSON.stringify({ link }), headers);
  expect([login.body.name, login.headers.get('set-cookie')]).toEqual(['bus', expect.not.stringContaining('Max-Age=0')]);
});

test('a page of another origin can not use the cookie, nor log in', async () => {
  const { body } = await send(desk, 'run', 'POST', '/access/links', { name: 'run' });
  const foreign = { origin: 'http://127.0.0.1:1', 'content-type': 'application/json' };
  expect((await desk.send('POST', '/access', JSON.stringify({ link: body.link }), foreign)).body.code).toBe(
    'cross-origin',
  );
  const form = { 'content-type': 'text/plain' };
  expect((await desk.send('POST', '/access', JSON.stringify({ link: body.link }), form)).status).toBe(415);
  expect((await send(desk, 'anonymous', 'POST', '/access', { link: body.link })).status).toBe(200);
});

test('what those without a key may do is for the configuration to say', async () => {
  desk.host.access.use(access('view'));
  expect((await send(desk, 'anonymous', 'GET', '/console')).status).toBe(200);
  expect((await send(desk, 'anonymous', 'PATCH', '/channel/input/1', { muted: true })).body).toMatchObject({
    code: 'not-permitted',
    params: { role: 'view' },
  });
  expect((await send(desk, 'anonymous', 'POST', '/access/links', { name: 'run' })).status).toBe(403);
  desk.host.access.use(access('mix'));
  expect((await send(desk, 'anonymous', 'PATCH', '/channel/input/1', { muted: true })).status).toBe(200);
  expect((await send(desk, 'anonymous', 'PATCH', '/console', { name: 'X' })).status).toBe(403);
  // A wrong key is none of those without one.
  expect((await desk.send('GET', '/console', undefined, { authorization: 'Bearer nothing' })).body.code).toBe(
    'key-unknown',
  );
});

test('a refusal says how to show a key', async () => {
  const { status, headers, body } = await send(desk, 'anonymous', 'GET', '/console');
  expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rowdesk"']);
  expect(body).toMatchObject({ code: 'key-needed', instance: '/api/console' });
});
