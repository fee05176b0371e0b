import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryStore, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const providers = ['console', 'channel', 'channelConfigs', 'warnings'];
let store: MemoryStore;
let desk: TestHost;
beforeEach(async () => {
  store = new MemoryStore();
  desk = await startTestHost({ providers, store });
});
afterEach(() => desk.close());

const applyPath = (id: string, strip: string) => `/channelConfigs/${id}/apply/${strip}`;
const confirmed = (id: string, strip: string) => desk.patch(applyPath(id, strip), { running: true, confirm: true });
const ended = async (path: string) => {
  for (;;) {
    const { body } = await desk.get(path);
    if (!body.running) return body;
  }
};
const apply = async (id: string, strip: string) => {
  const { status } = await confirmed(id, strip);
  expect(status).toBe(200);
  return (await ended(applyPath(id, strip))).report;
};
const preview = async (id: string, strip: string) => (await desk.get(`/channelConfigs/${id}/applyMoves/${strip}`)).body;
const processors = '/channel/input/1/chain/processors';

test('templates are listed by name, and each says what it sets and where its values are from', async () => {
  const { items } = (await desk.get('/channelConfigs')).body;
  expect(items.length).toBeGreaterThanOrEqual(24);
  const lead = { family: 'vocals', id: 'vocals-lead', name: 'Lead Vocal', nameKey: 'channelConfigs.vocals-lead' };
  expect(items).toContainEqual(lead);
  const { body } = await desk.get('/channelConfigs/vocals-lead');
  expect(body).toMatchObject(lead);
  expect(body.moves).toContainEqual({ row: 'chain/processors/hpf/values', field: 'frequencyHz', value: 100 });
  expect(body.moves).toContainEqual({ row: 'sends/fxSend/1', field: 'levelDb', value: -12 });
  expect(body.sources.length).toBeGreaterThan(0);
  expect((await desk.get('/channelConfigs/nothing')).status).toBe(404);
  expect((await desk.get(applyPath('vocals-lead', 'input/33'))).status).toBe(404);
});

test('the rows hold what rows must hold', async () => {
  for (const path of ['', '/vocals-lead', '/vocals-lead/applyMoves/main/1', '/vocals-lead/apply/dca/1']) {
    await walkRow(desk, `/channelConfigs${path}`, quickWalk);
  }
});

describe('applying', () => {
  test('without confirm says what would change, and changes nothing', async () => {
    const { revision } = desk.host.desk;
    const { body } = await desk.patch(applyPath('vocals-lead', 'input/1'), { running: true });
    expect(body.report).toEqual({ preview: true, ...(await preview('vocals-lead', 'input/1')) });
    expect(body.report.changes).toContainEqual({ path: `${processors}/hpf`, field: 'enabled', from: false, to: true });
    expect(desk.host.desk.revision).toBe(revision);
    expect((await desk.get(`${processors}/hpf`)).body.enabled).toBe(false);
  });

  test('does exactly what the preview said, in one commit and one entry of the history', async () => {
    await desk.patch(`${processors}/gate`, { enabled: true });
    const before = desk.host.desk.revision;
    const entries = desk.host.desk.history.entries.length;
    const { changes, leftOut } = await preview('vocals-lead', 'input/1');
    expect(leftOut).toEqual([]);
    const report = await apply('vocals-lead', 'input/1');
    expect(report).toEqual({ outcome: 'applied', changes, leftOut: [], durable: true });
    expect(desk.host.desk.revision).toBe(before + 1);
    const [entry, ...others] = desk.host.desk.history.entries.slice(entries);
    expect(others).toEqual([]);
    expect(entry?.label).toBe('Input 1 Lead Vocal');
    expect(entry?.changes).toEqual(changes);
    for (const { path, field, to } of changes)
      expect([path, field, (await desk.get(path)).body[field]]).toEqual([path, field, to]);
    expect((await desk.get(`${processors}/gate`)).body.enabled).toBe(false);
    expect((await preview('vocals-lead', 'input/1')).changes).toEqual([]);
  });

  test('leaves out what a strip does not have, and names it', async () => {
    const report = await apply('vocals-lead', 'main/1');
    expect(report.outcome).toBe('in-part');
    const rows = new Set(report.leftOut.map(({ row }: { row: string }) => row));
    expect([...rows]).toEqual(expect.arrayContaining(['chain/processors/gate', 'sends/fxSend/1']));
    expect(rows.has('chain/processors/comp')).toBe(false);
    const gate = report.leftOut.find(({ row }: { row: string }) => row === 'chain/processors/gate');
    expect(gate.reason).toMatch(/\/channel\/main\/1\/chain\/processors\/gate/);
    expect((await desk.get('/channel/main/1/chain/processors/hpf/values')).body.frequencyHz).toBe(100);
    const onGroup = await apply('vocals-lead', 'muteGroup/1');
    expect(onGroup.changes.map(({ field }: { field: string }) => field)).toEqual(['colour']);
  });

  test('reaches the linked partner, and says so beforehand', async () => {
    await desk.patch('/channel/input/1', { stereoLink: true });
    const { changes } = await preview('vocals-lead', 'input/1');
    const partner = { path: '/channel/input/2/chain/processors/hpf', field: 'enabled', from: false, to: true };
    expect(changes).toContainEqual(partner);
    expect((await apply('vocals-lead', 'input/1')).changes).toEqual(changes);
    expect((await desk.get(partner.path)).body.enabled).toBe(true);
  });

  test('is refused while the console is locked, and the refusal stays in the row', async () => {
    await desk.patch('/console', { locked: 'all' });
    expect((await preview('vocals-lead', 'input/1')).changes).toEqual([]);
    const { status, body } = await confirmed('vocals-lead', 'input/1');
    expect([status, body.code]).toEqual([423, 'console-locked']);
    expect((await desk.get(applyPath('vocals-lead', 'input/1'))).body).toMatchObject({
      ...{ running: false, report: null, startedAt: null, refusal: { code: 'console-locked', status: 423 } },
    });
    expect((await desk.get(`${processors}/hpf`)).body.enabled).toBe(false);
  });

  test('a preview that is watched follows the strip, its partner and the lock', async () => {
    const watched = await desk.watch('/channelConfigs/vocals-lead/applyMoves/input/1');
    const count = async () => (await watched.next()).row.changes.length;
    const all = await count();
    await desk.patch(`${processors}/hpf`, { enabled: true });
    expect(await count()).toBe(all - 1);
    await desk.patch('/channel/input/1', { stereoLink: true });
    expect(await count()).toBeGreaterThan(all);
    await desk.patch('/console', { locked: 'all' });
    expect(await count()).toBe(0);
    watched.close();
  });
});

test('starting it while it runs is refused', async () => {
  store.pauseWrites();
  expect((await confirmed('vocals-lead', 'input/1')).body.running).toBe(true);
  const { status, body } = await confirmed('vocals-lead', 'input/1');
  expect([status, body.code]).toEqual([409, 'already-running']);
  expect((await desk.patch(applyPath('vocals-lead', 'input/1'), { running: false })).body.code).toBe('not-cancellable');
  expect((await desk.get(`${processors}/hpf`)).body.enabled, 'it is heard before it is on the disk').toBe(true);
  store.resumeWrites();
  expect((await ended(applyPath('vocals-lead', 'input/1'))).report).toMatchObject({
    outcome: 'applied',
    durable: true,
  });
});

test('a file beside the configuration is a template more, and a faulty one a warning', async () => {
  await desk.close();
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-templates-'));
  const folder = join(stateFolder, 'channelConfigs');
  mkdirSync(folder);
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  const hot = { 'chain/processors/hpf/values': { frequencyHz: 5000, slope: '12' } };
  write('acme.json', { family: 'keys', moves: hot });
  write('broken.json', { family: 'keys' });
  write('names.en.json', { 'channelConfigs.acme': 'Acme', 'channelConfigs.broken': 'Broken' });
  desk = await startTestHost({ providers, stateFolder });
  const [warning] = (await desk.get('/warnings')).body.warnings;
  expect(warning).toMatchObject({ id: 'channel-templates', path: '/channelConfigs' });
  expect(warning.detail).toContain(`${join(folder, 'broken.json')}: /moves is missing: add it`);
  const report = await apply('acme', 'input/1');
  expect(report).toMatchObject({ outcome: 'in-part', changes: [{ field: 'slope', to: '12' }] });
  expect(report.leftOut).toEqual([
    { row: 'chain/processors/hpf/values', field: 'frequencyHz', reason: expect.stringContaining('400') },
  ]);
  await desk.close();
  rmSync(stateFolder, { recursive: true });
  desk = await startTestHost({ providers });
});

test('a template that names what is no setting has its preview, which lists that as left out', async () => {
  await desk.close();
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-templates-'));
  const folder = join(stateFolder, 'channelConfigs');
  mkdirSync(folder);
  const moves = { meter: { preDb: [0] }, 'chain/processors/hpf': { enabled: true } };
  writeFileSync(join(folder, 'acme.json'), JSON.stringify({ family: 'keys', moves }));
  writeFileSync(join(folder, 'names.en.json'), JSON.stringify({ 'channelConfigs.acme': 'Acme' }));
  desk = await startTestHost({ providers, stateFolder });
  expect((await desk.get('/channel/input/1/meter')).status).toBe(200);
  const { status, body } = await desk.get('/channelConfigs/acme/applyMoves/input/1');
  const reason = 'There is no setting at /channel/input/1/meter.';
  expect([status, body.leftOut]).toEqual([200, [{ row: 'meter', field: 'preDb', reason }]]);
  expect(body.changes).toMatchObject([{ field: 'enabled', to: true }]);
  expect(await apply('acme', 'input/1')).toMatchObject({ outcome: 'in-part', leftOut: body.leftOut });
  await desk.close();
  rmSync(stateFolder, { recursive: true });
  desk = await startTestHost({ providers });
});
