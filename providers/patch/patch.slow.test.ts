import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const strip = (kind: string, index: number) => ({ kind, index });
const input = (index: number, port: string) => ({
  strip: strip('input', index),
  leg: 'left',
  sourceId: `virtual-32x16:${port}`,
  spareSourceId: '',
});
const output = (index: number, leg: string, port: string, levelDb = 0) => ({
  strip: strip('main', index),
  leg,
  portId: `virtual-32x16:${port}`,
  levelDb,
});

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'patch'] });
});
afterEach(() => desk.close());

/** Runs a task and answers its row once it has ended. */
async function ended(of: TestHost, path: string, extra: object = {}) {
  const started = await of.patch(path, { running: true, ...extra });
  if (started.status !== 200) return started.body;
  const watched = await of.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (row.running) continue;
    watched.close();
    return row;
  }
}

const run = (path: string, extra: object = {}) => ended(desk, path, extra);

describe('/patch', () => {
  test('begins with the mains on the first outputs of what drives, and the mixer is told so', async () => {
    const { body } = await desk.get('/patch');
    expect(body).toMatchObject({ inputs: [], inserts: [], missing: [], dirty: false });
    expect(body.outputs).toEqual([
      { strip: strip('main', 1), leg: 'left', portId: 'driving:out-1', levelDb: 0 },
      { strip: strip('main', 1), leg: 'right', portId: 'driving:out-2', levelDb: 0 },
      { strip: strip('main', 2), leg: 'left', portId: 'driving:out-3', levelDb: 0 },
      { strip: strip('main', 2), leg: 'right', portId: 'driving:out-4', levelDb: 0 },
    ]);
    expect(desk.audio.target('mixer').value('/patch/outputs', 'outputs')).toEqual(body.outputs);
  });

  test('its inputs are the sources of the strips: one value, stored once', async () => {
    await desk.patch('/patch', { inputs: [input(2, 'in-7'), input(1, 'in-3')] });
    expect((await desk.get('/channel/input/2')).body.sourceId).toBe('virtual-32x16:in-7');
    await desk.patch('/channel/input/2', { sourceId: 'virtual-32x16:in-8', spareSourceId: 'virtual-32x16:in-9' });
    expect((await desk.get('/patch')).body.inputs).toEqual([
      input(1, 'in-3'),
      { ...input(2, 'in-8'), spareSourceId: 'virtual-32x16:in-9' },
    ]);
    // A strip that the list does not name hears nothing.
    await desk.patch('/patch', { inputs: [{ strip: strip('input', 2), sourceId: 'virtual-32x16:in-8' }] });
    expect((await desk.get('/channel/input/1')).body.sourceId).toBe('');
    expect((await desk.get('/channel/input/2')).body.spareSourceId).toBe('');
  });

  test('the right leg of a stereo strip may hear a port of its own', async () => {
    const aux = { strip: strip('aux', 1), spareSourceId: '' };
    const inputs = [
      { ...aux, leg: 'left', sourceId: 'virtual-32x16:in-1' },
      { ...aux, leg: 'right', sourceId: 'virtual-32x16:in-9' },
    ];
    expect((await desk.patch('/patch', { inputs })).body.inputs).toEqual(inputs);
    expect(desk.audio.target('mixer').value('/patch/rightLegs/aux/1', 'sourceId')).toBe('virtual-32x16:in-9');
    const mono = [{ ...inputs[1], strip: strip('input', 1) }];
    expect((await desk.patch('/patch', { inputs: mono })).status).toBe(422);
  });

  test('all or nothing: a list with a fault changes nothing', async () => {
    const before = (await desk.get('/patch')).body;
    const twice = await desk.patch('/patch', { inputs: [input(1, 'in-1'), input(1, 'in-2')] });
    expect([twice.status, twice.body.errors[0]]).toMatchObject([422, { field: 'inputs/1', code: 'duplicate' }]);
    const faulty = [{ outputs: [output(1, 'middle', 'out-1')] }, { outputs: [output(3, 'left', 'out-1')] }];
    for (const body of faulty) expect((await desk.patch('/patch', body)).status).toBe(422);
    const outputs = [output(1, 'left', 'out-1'), output(1, 'left', 'out-1', -6)];
    expect((await desk.patch('/patch/outputs', { outputs })).body.errors[0]).toMatchObject({ code: 'duplicate' });
    expect((await desk.get('/patch')).body).toEqual(before);
  });

  test('what is patched and not there is named with its reason, stays, and is heard again when it is back', async () => {
    const inputs = [input(1, 'in-99'), { ...input(2, 'in-1'), sourceId: 'usb-box:in-1' }, input(3, 'in-3')];
    const { body } = await desk.patch('/patch', { inputs, outputs: [output(1, 'mono', 'in-1')] });
    expect(body.missing).toEqual([
      { edge: 'virtual-32x16:in-99~-mixer:input-1', reason: expect.stringContaining('no such port') },
      { edge: 'usb-box:in-1~-mixer:input-2', reason: 'no device of this name is known' },
      { edge: 'mixer:main-1-mono~-virtual-32x16:in-1', reason: expect.stringContaining('is an input') },
    ]);
    const watched = await desk.watch('/patch');
    await watched.next();
    const { devices, clock } = desk.audio;
    desk.audio.become({
      devices: devices.map((device) => ({ ...device, present: false })),
      clock: { ...clock, driving: '' },
    });
    expect((await watched.next()).row.missing).toContainEqual({
      edge: 'virtual-32x16:in-3~-mixer:input-3',
      reason: expect.stringContaining('is not there'),
    });
    desk.audio.become({ devices, clock });
    expect((await watched.next()).row).toMatchObject({ missing: body.missing, inputs });
    watched.close();
  });

  test('holds what a row must hold', async () => {
    for (const path of [
      '/patch',
      '/patch/outputs',
      '/patch/rightLegs/aux/1',
      '/patch/cables',
      '/patch/servers/pipewire-0',
      '/patches',
      '/patches/store',
      '/patches/delete',
    ])
      await walkRow(desk, path, quickWalk);
  });
});

describe('stored patches', () => {
  test('a patch is stored, shown, told as not dirty, renamed, and deleted only when that is confirmed', async () => {
    await desk.patch('/patch', { inputs: [input(1, 'in-1')] });
    expect((await desk.get('/patch')).body.dirty).toBe(true);
    const { report } = await run('/patches/store', { name: 'Sunday, 9 o’clock' });
    expect(report).toEqual({ outcome: 'applied', id: 'sunday-9-o-clock', replaced: false });
    expect((await desk.get('/patch')).body.dirty).toBe(false);
    expect((await desk.get('/patches')).body.items).toMatchObject([
      { id: report.id, name: 'Sunday, 9 o’clock', edges: 5 },
    ]);
    await desk.patch(`/patches/${report.id}`, { name: 'Sunday' });
    expect((await desk.get(`/patches/${report.id}`)).body).toMatchObject({
      name: 'Sunday',
      inputs: [input(1, 'in-1')],
    });
    await walkRow(desk, `/patches/${report.id}`, quickWalk);
    expect((await run('/patches/delete', { id: report.id })).report).toMatchObject({ preview: true });
    expect((await desk.get(`/patches/${report.id}`)).status).toBe(200);
    expect((await run('/patches/delete', { id: report.id, confirm: true })).report).toMatchObject({
      outcome: 'applied',
    });
    expect((await desk.get(`/patches/${report.id}`)).status).toBe(404);
    expect((await run('/patches/store', { id: 'delete' })).code).toBe('conflict');
  });

  test('a patch without a name is refused, and one that is stored anew keeps its name', async () => {
    expect(await run('/patches/store')).toMatchObject({ status: 422, errors: [{ field: 'name', code: 'missing' }] });
    expect((await desk.get('/patches')).body.items).toEqual([]);
    await run('/patches/store', { id: 'a', name: 'Evening' });
    expect((await run('/patches/store', { id: 'a' })).report).toMatchObject({ outcome: 'applied', replaced: true });
    expect((await desk.get('/patches/a')).body).toMatchObject({ name: 'Evening' });
    await run('/patches/delete', { id: 'a', confirm: true });
  });

  test('applying one is one commit: what it touches is silent meanwhile, and the report says what was done', async () => {
    await desk.patch('/patch', { inputs: [input(1, 'in-1'), input(2, 'in-99')] });
    await run('/patches/store', { name: 'a' });
    await desk.patch('/patch', { inputs: [input(1, 'in-5')] });
    await desk.patch('/channel/input/1', { mainAssigned: false });
    await desk.patch('/channel/input/2', { mainAssigned: false });
    const { revision } = desk.host.desk;
    const { report, refusal } = await run('/patches/a/apply');
    expect(refusal).toBeNull();
    expect(report).toMatchObject({
      outcome: 'applied',
      applied: ['virtual-32x16:in-1~-mixer:input-1', 'virtual-32x16:in-99~-mixer:input-2'],
      removed: ['virtual-32x16:in-5~-mixer:input-1'],
      missing: [{ edge: 'virtual-32x16:in-99~-mixer:input-2' }],
      muted: [],
    });
    expect(report.kept).toHaveLength(4);
    expect(desk.host.desk.revision).toBe(revision + 1);
    expect((await desk.get('/channel/input/1')).body.sourceId).toBe('virtual-32x16:in-1');

    await desk.patch('/patch', { outputs: [output(1, 'left', 'out-5'), output(1, 'right', 'out-2')] });
    desk.audio.calls.length = 0;
    const second = (await run('/patches/a/apply')).report;
    expect(new Set(second.muted)).toEqual(new Set([1, 2, 3, 4, 5].map((port) => `virtual-32x16:out-${port}`)));
    expect(desk.audio.calls).toEqual([
      { target: 'mixer', method: 'holdOutputs', args: { ports: second.muted, forMs: 3000 } },
      { target: 'mixer', method: 'holdOutputs', args: { ports: [], forMs: 0 } },
    ]);
  });

  test('is not confirmed where the mixer has applied the commit and keeps another value', async () => {
    await desk.patch('/patch', { inputs: [input(1, 'in-1')] });
    await run('/patches/store', { name: 'a' });
    await desk.patch('/patch', { inputs: [input(1, 'in-5')] });
    const mixer = desk.audio.target('mixer');
    const apply = mixer.apply.bind(mixer);
    const source = 'virtual-32x16:in-5';
    // As of this revision, and not what the desk wants.
    mixer.apply = (revision, values) => {
      apply(
        revision,
        values.map((each) => (each.field === 'sourceId' ? { ...each, value: source } : each)),
      );
    };
    expect((await run('/patches/a/apply')).report.outcome).toBe('unverified');
  });

  test('what the cue plays of it is silent meanwhile too', async () => {
    const studio = await startTestHost({ providers: ['console', 'channel', 'cue', 'patch'] });
    try {
      await studio.patch('/patch', { inputs: [input(1, 'in-1')] });
      await ended(studio, '/patches/store', { name: 'a' });
      await studio.patch('/patch', { inputs: [input(1, 'in-5')] });
      await studio.patch('/channel/input/1', { mainAssigned: false });
      await studio.patch('/cue', { outputs: ['driving:out-9'] });
      expect((await ended(studio, '/patches/a/apply')).report.muted).toEqual([]);
      await studio.patch('/patch', { inputs: [input(1, 'in-5')] });
      await studio.patch('/channel/input/1', { soloed: true });
      expect((await ended(studio, '/patches/a/apply')).report.muted).toEqual(['virtual-32x16:out-9']);
    } finally {
      await studio.close();
    }
  });

  test('one that would close a loop is refused, and the outputs are let go', async () => {
    await desk.patch('/patch', { inputs: [input(3, 'in-8')], outputs: [output(1, 'left', 'out-8')] });
    await run('/patches/store', { name: 'a' });
    await desk.patch('/patch', { inputs: [] });
    await desk.patch('/patch/cables', { cables: [{ output: 'virtual-32x16:out-8', input: 'virtual-32x16:in-8' }] });
    const { refusal, report } = await run('/patches/a/apply');
    expect([refusal.code, report]).toEqual(['conflict', null]);
    expect(desk.audio.calls.at(-1)).toMatchObject({ method: 'holdOutputs', args: { ports: [] } });
    expect((await desk.get('/patch')).body.inputs).toEqual([]);
  });
});
