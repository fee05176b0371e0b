import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'cue', 'history', 'surface', 'warnings'] });
});
afterEach(() => desk.close());

const off = { role: 'mix', mapping: '', addresses: [] };

test('a surface is off until it is enabled, follows its row, and ends when it is disabled', async () => {
  expect(desk.surfaces.used.get('osc')).toBeUndefined();
  expect((await desk.get('/surface/osc')).body).toMatchObject({
    enabled: false,
    kind: 'osc',
    state: 'off',
    port: null,
  });
  await desk.patch('/surface/osc', { enabled: true });
  expect(desk.surfaces.used.get('osc')).toEqual(off);
  await desk.patch('/surface/osc', { role: 'view', addresses: ['192.0.2.7', '192.0.2.8:9000'] });
  expect(desk.surfaces.used.get('osc')).toMatchObject({ role: 'view', addresses: ['192.0.2.7', '192.0.2.8:9000'] });
  await desk.patch('/surface/osc', { enabled: false });
  expect(desk.surfaces.used.get('osc')).toBeUndefined();
});

test('its row shows what its process reports, and /surface all of them', async () => {
  const watched = await desk.watch('/surface/osc');
  await watched.next();
  desk.surfaces.become('osc', { state: 'running', port: 8710 });
  expect((await watched.next()).row).toMatchObject({ state: 'running', port: 8710, label: '' });
  watched.close();
  expect((await desk.get('/surface')).body.surfaces).toEqual([
    expect.objectContaining({ id: 'osc', enabled: false, state: 'running', port: 8710, peers: [] }),
  ]);
});

test.each([
  [{ addresses: ['300.1.1.1'] }, 'addresses/0', 'wrong-format'],
  [{ addresses: ['192.0.2.1:99999'] }, 'addresses/0', 'wrong-format'],
  [{ mapping: '../etc/passwd' }, 'mapping', 'wrong-format'],
  [{ role: 'admin' }, 'role', 'not-an-option'],
])('%j is refused', async (body, field, code) => {
  const refused = await desk.patch('/surface/osc', body);
  expect([refused.status, refused.body.errors[0].field, refused.body.errors[0].code]).toEqual([422, field, code]);
});

test('a surface that fails is a warning, until it runs', async () => {
  desk.surfaces.become('osc', { state: 'failed', reason: 'port 8710 is in use' });
  const warning = { id: 'surface-osc', path: '/surface/osc', detail: 'port 8710 is in use' };
  // Beside those of a busy machine.
  const ofSurfaces = async () => {
    const { warnings } = (await desk.get('/warnings')).body;
    return warnings.filter(({ id }: { readonly id: string }) => id.startsWith('surface-'));
  };
  expect(await ofSurfaces()).toEqual([expect.objectContaining(warning)]);
  desk.surfaces.become('osc', { state: 'absent', reason: 'no box' });
  expect(await ofSurfaces()).toEqual([]);
});

test('autodetect reports what it finds with what speaks for it, the surest first, and changes nothing', async () => {
  const ofNetwork = {
    kind: 'osc',
    label: 'Pad',
    address: '192.0.2.9',
    port: 9000,
    confidencePercent: 90,
    why: 'it says so',
  };
  desk.surfaces.found = [ofNetwork];
  desk.surfaces.become('osc', { strangers: [{ address: '192.0.2.8', lastSeenAt: '2026-01-01T00:00:00.000Z' }] });
  const before = (await desk.get('/surface/osc')).body;
  await desk.patch('/surface/autodetect', { running: true, timeoutMs: 500 });
  const { report } = await ended('/surface/autodetect');
  expect(report.found).toEqual([
    ofNetwork,
    expect.objectContaining({ address: '192.0.2.8', port: null, confidencePercent: 60 }),
  ]);
  expect((await desk.get('/surface/osc')).body).toEqual(before);
});

/** A task's row once it has ended. */
async function ended(path: string) {
  const watched = await desk.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (row.running === false && row.report !== null) {
      watched.close();
      return row;
    }
  }
}

test('changes of several rows are one commit and one step of the history, by who made it', async () => {
  const { revision } = desk.host.desk;
  const changes = [
    { path: '/channel/input/1', fields: { levelDb: -6, muted: true } },
    { path: '/channel/input/2', fields: { levelDb: -7 } },
    { path: '/channel/input/1/sends/mix/1', fields: { levelDb: -20 } },
  ];
  const answer = await desk.send('PATCH', '/surface/commit', JSON.stringify({ changes }), {
    'content-type': 'application/json',
    'rowdesk-actor': 'surface:osc 192.0.2.7:9000',
  });
  expect([answer.status, answer.body]).toEqual([200, { changes: [] }]);
  expect(desk.host.desk.revision).toBe(revision + 1);
  expect((await desk.get('/channel/input/1')).body).toMatchObject({ levelDb: -6, muted: true });
  const { entries } = (await desk.get('/history')).body;
  expect(entries[0]).toMatchObject({ actor: 'surface:osc 192.0.2.7:9000', count: 4 });
  await desk.patch('/history/cursor/undo', { running: true, override: true });
  expect((await desk.get('/channel/input/2')).body.levelDb).toBe(-144);
  expect((await desk.get('/channel/input/1/sends/mix/1')).body.levelDb).toBe(-144);
});

test('of several changes one that is refused refuses all, by its place', async () => {
  const changes = [
    { path: '/channel/input/1', fields: { levelDb: -6 } },
    { path: '/channel/input/2', fields: { levelDb: 60 } },
    { path: '/nowhere', fields: {} },
    { path: '/channel/input/1/clip', fields: { at: 'x' } },
  ];
  const { status, body } = await desk.patch('/surface/commit', { changes });
  expect(status).toBe(422);
  expect(body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
    ['changes/1/fields/levelDb', 'out-of-range'],
    ['changes/2/path', 'unknown-item'],
    ['changes/3/fields/at', 'read-only'],
  ]);
  expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
});

test('a path that can not be read is none of a row', async () => {
  const { status, body } = await desk.patch('/surface/commit', { changes: [{ path: '/%', fields: {} }] });
  expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, 'changes/0/path', 'unknown-item']);
});

test('what the desk does not keep has no part in a commit', async () => {
  const changes = [{ path: '/surface/autodetect', fields: { running: true } }];
  const { status, body } = await desk.patch('/surface/commit', { changes });
  expect([status, body.errors[0].field]).toEqual([422, 'changes/0/path']);
});

test('a console that is locked for surfaces refuses what a surface changes, and nothing of others', async () => {
  await desk.patch('/console', { locked: 'surface' });
  const body = JSON.stringify({ levelDb: -6 });
  const headers = { 'content-type': 'application/json', 'rowdesk-actor': 'surface:osc 192.0.2.7:9000' };
  expect((await desk.send('PATCH', '/channel/input/1', body, headers)).body.code).toBe('console-locked');
  expect((await desk.patch('/channel/input/1', { levelDb: -6 })).status).toBe(200);
});
