import { Refusal } from 'rowdesk/provider';
import { meterSample, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel'] });
  desk.audio.answers.set('mixer resetClips', () => {
    clip(0);
    return {};
  });
});
afterEach(() => desk.close());

/** Half of full scale is -6.02 dB. */
const meter = (prePeak: number, atMs: number) =>
  meterSample(
    {
      '/channel/input/1': {
        ...{ prePeak: [prePeak], postPeak: [1], rms: [0] },
        ...{ 'gate.reductionDb': -6, 'comp.reductionDb': -0.5 },
      },
    },
    atMs,
  );
/** The mixer finds that the strip has clipped, or forgets it. */
const clip = (count: number, at = '2026-01-01T00:00:00.000Z') => {
  const mixer = desk.audio.target('mixer');
  mixer.report('/channel/input/1/clip', 'count', count);
  mixer.report('/channel/input/1/clip', 'at', at);
};

test('a strip has the settings of its kind, at the levels where its kind rests', async () => {
  const levels: Record<string, number> = {};
  for (const kind of ['input', 'aux', 'fxReturn', 'main', 'mix', 'matrix', 'fxSend', 'mixMinus', 'dca', 'cue']) {
    levels[kind] = (await desk.get(`/channel/${kind}/1`)).body.levelDb;
  }
  expect(levels).toEqual({
    ...{ input: -144, aux: -144, fxReturn: -144, main: -144 },
    ...{ mix: 0, matrix: 0, fxSend: 0, mixMinus: 0, dca: 0, cue: -20 },
  });
  expect(Object.keys((await desk.get('/channel/dca/1')).body)).toEqual(
    expect.not.arrayContaining(['pan', 'trimDb', 'sourceId']),
  );
  expect((await desk.get('/channel/muteGroup/1')).body).not.toHaveProperty('levelDb');
  const { errors } = (await desk.patch('/channel/dca/1', { pan: 0 })).body;
  expect(errors[0]).toMatchObject({ field: 'pan', code: 'unknown-field' });
  expect((await desk.options('/channel/main/1')).fields.levelDb).toMatchObject({ default: -144 });
  expect((await desk.options('/channel/cue/1')).fields.levelDb).toMatchObject({ default: -20 });
});

test('inputs, aux and effect returns are in the main unless told otherwise, a mix is not', async () => {
  const assigned = async (kind: string) => (await desk.get(`/channel/${kind}/1`)).body.mainAssigned;
  expect(await Promise.all(['input', 'aux', 'fxReturn', 'mix'].map(assigned))).toEqual([true, true, true, false]);
});

test('there are the strips of the layout and no others', async () => {
  expect((await desk.get('/channel/input/32')).status).toBe(200);
  expect((await desk.get('/channel/input/33')).status).toBe(404);
  expect((await desk.get('/channel/input/0')).status).toBe(404);
  expect((await desk.get('/channel')).body.strips).toHaveLength(81);
});

test('what is written at a strip reaches the mixer at the same address', async () => {
  await desk.patch('/channel/input/3', { levelDb: -12.3, pan: -50, name: 'Vocals' });
  const mixer = desk.audio.target('mixer');
  expect(mixer.value('/channel/input/3', 'levelDb')).toBe(-12.3);
  expect(mixer.value('/channel/input/3', 'pan')).toBe(-50);
  expect(mixer.value('/channel/input/3', 'name')).toBeUndefined();
});

test('a strip says why it is silent as the mixer reports it, and is closed until the mixer has reported', async () => {
  const mutedBy = async (strip: string) => (await desk.get(`/channel/${strip}`)).body.mutedBy;
  await desk.patch('/channel/main/1', { muted: true });
  expect(await mutedBy('main/1')).toEqual(['mute', 'startup']);
  desk.audio.target('mixer').report('/channel/main/1', 'mutedBy', []);
  expect(await mutedBy('main/1')).toEqual([]);
  desk.audio.target('mixer').report('/channel/main/1', 'mutedBy', ['mute', 'panic']);
  expect(await mutedBy('main/1')).toEqual(['mute', 'panic']);
  expect(await mutedBy('dca/1')).toEqual([]);
});

test('a strip is present while the mixer runs and the port that it hears is there', async () => {
  const watched = await desk.watch('/channel/input/1');
  expect((await watched.next()).row).toMatchObject({ sourceId: '', present: true });
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-1' });
  expect((await watched.next()).row).toMatchObject({ sourceId: 'virtual-32x16:in-1', present: true });
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false })) });
  expect((await watched.next()).row.present).toBe(false);
  watched.close();
  await desk.patch('/channel/input/1', { sourceId: '' });
  expect((await desk.get('/channel/input/1')).body.present).toBe(true);
  desk.audio.become({ state: 'stopped' });
  expect((await desk.get('/channel/input/1')).body.present).toBe(false);
});

test('a sparse list of strips is one commit: what it does not name stays', async () => {
  await desk.patch('/channel/input/1', { levelDb: -10, pan: 20 });
  const { body, headers } = await desk.patch('/channel', {
    strips: [
      { kind: 'input', index: 1, levelDb: -5 },
      { kind: 'dca', index: 2, muted: true },
    ],
  });
  expect(headers.get('rowdesk-revision')).toBe('2');
  expect(body.strips).toHaveLength(81);
  expect((await desk.get('/channel/input/1')).body).toMatchObject({ levelDb: -5, pan: 20 });
  expect((await desk.get('/channel/dca/2')).body.muted).toBe(true);
});

test('a list with one fault changes nothing, and the refusal names the item', async () => {
  const refused = async (...strips: object[]) => {
    const { status, body } = await desk.patch('/channel', {
      strips: [{ kind: 'input', index: 1, levelDb: -5 }, ...strips],
    });
    return { status, field: body.errors?.[0]?.field, code: body.errors?.[0]?.code };
  };
  expect(await refused({ kind: 'input', index: 99, muted: true })).toEqual({
    ...{ status: 422, field: 'strips/1', code: 'unknown-item' },
  });
  expect(await refused({ kind: 'input', index: 2, levelDb: 10.1 })).toMatchObject({
    ...{ status: 422, field: 'strips/1/levelDb', code: 'out-of-range' },
  });
  expect(await refused({ kind: 'dca', index: 1, pan: 3 })).toMatchObject({ status: 422, field: 'strips/1/pan' });
  expect(await refused({ kind: 'input', index: 1, muted: true })).toMatchObject({ status: 422, code: 'duplicate' });
  expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
});

test('a clip light goes on with its time and count, and false turns it off at the mixer', async () => {
  const watched = await desk.watch('/channel/input/1/clip');
  expect((await watched.next()).row).toEqual({ clipped: false, at: '', count: 0 });
  clip(3);
  await watched.next();
  expect((await watched.next()).row).toEqual({ clipped: true, at: '2026-01-01T00:00:00.000Z', count: 3 });
  const written = await desk.patch('/channel/input/1/clip', { clipped: false });
  expect(written.body).toEqual({ clipped: false, at: '2026-01-01T00:00:00.000Z', count: 0 });
  expect(desk.audio.calls).toEqual([{ target: 'mixer', method: 'resetClips', args: { path: '/channel/input/1' } }]);
  expect((await watched.next()).row.clipped).toBe(false);
  watched.close();
});

test('only the mixer turns a clip light on', async () => {
  const refused = await desk.patch('/channel/input/1/clip', { clipped: true });
  expect(refused.body.errors[0]).toMatchObject({ field: 'clipped', code: 'not-an-option' });
  clip(1);
  expect((await desk.patch('/channel/input/1/clip', { clipped: true })).status).toBe(200);
  expect(desk.audio.calls).toEqual([]);
});

test('a light that the mixer can not turn off stays on', async () => {
  clip(1);
  desk.audio.answers.set('mixer resetClips', () => {
    throw new Refusal('device-absent', 'mixer is not there', {});
  });
  const refused = await desk.patch('/channel/input/1/clip', { clipped: false });
  expect([refused.status, refused.body.code]).toEqual([424, 'device-absent']);
  expect((await desk.get('/channel/input/1/clip')).body.clipped).toBe(true);
});

test('a mixer that goes takes what it knew of clips with it', async () => {
  clip(1);
  desk.audio.target('mixer').leave('crashed');
  expect((await desk.get('/channel/input/1/clip')).body).toEqual({ clipped: false, at: '', count: 0 });
  expect((await desk.get('/channel')).body.clipped).toEqual([]);
});

test('the list of clipped strips is cleared as a whole', async () => {
  clip(1);
  expect((await desk.get('/channel')).body.clipped).toEqual([
    { kind: 'input', index: 1, at: '2026-01-01T00:00:00.000Z' },
  ]);
  const unclipped = await desk.patch('/channel', { clipped: [{ kind: 'input', index: 2 }] });
  expect(unclipped.body.errors[0]).toMatchObject({ field: 'clipped/0', code: 'unknown-item' });
  const cleared = await desk.patch('/channel', { clipped: [], strips: [{ kind: 'input', index: 1, muted: true }] });
  expect(cleared.body.clipped).toEqual([]);
  expect((await desk.get('/channel/input/1')).body.muted).toBe(true);
  expect((await desk.get('/channel/input/1/clip')).body.clipped).toBe(false);
});

test('the colour row shows the colour of the strip and takes none', async () => {
  await desk.patch('/channel/input/1', { colour: '#00ff7f' });
  expect((await desk.get('/channel/input/1/colour')).body).toEqual({ colour: '#00ff7f' });
  expect((await desk.patch('/channel/input/1/colour', { colour: 'red' })).status).toBe(405);
  expect((await desk.patch('/channel/input/1', { colour: 'crimson' })).status).toBe(422);
});

test('an align delay is kept to the hundredth of a millisecond', async () => {
  const written = await desk.patch('/channel/matrix/1/align', { delayMs: 12.34, reference: 'main/1' });
  expect(written.body).toEqual({ delayMs: 12.34, reference: 'main/1' });
  expect((await desk.patch('/channel/matrix/1/align', { delayMs: 12.345 })).body.errors[0].code).toBe('off-step');
});

test('a meter is read while it is watched, and counts among the meters', async () => {
  const before = desk.audio.readers;
  const watching = desk.watch('/channel/input/1/meter');
  while (desk.audio.readers === before) await new Promise(setImmediate);
  desk.audio.meter(meter(0.5, Date.UTC(2026, 0, 1)));
  const watched = await watching;
  expect((await watched.next()).row).toMatchObject({
    ...{ preDb: [20 * Math.log10(0.5)], postDb: [0], rmsDb: [-144], peakHoldDb: [0] },
    ...{ gateReductionDb: -6, compReductionDb: -0.5, limiterReductionDb: 0, at: '2026-01-01T00:00:00.000Z' },
  });
  expect(desk.host.rows.watching.counts().meters).toBe(1);
  desk.audio.meter(meter(1, Date.UTC(2026, 0, 1) + 40));
  expect((await watched.next()).row).toMatchObject({ preDb: [0], at: '2026-01-01T00:00:00.040Z' });
  watched.close();
  while (desk.audio.readers > before) await new Promise(setImmediate);
  expect(desk.host.rows.watching.counts().meters ?? 0).toBe(0);
});
