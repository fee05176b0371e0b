import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel'] });
});
afterEach(() => desk.close());

const order = async (strip: string) => {
  const { body } = await desk.get(`/channel/${strip}/chain`);
  return body.order.map(({ processorId }: { processorId: string }) => processorId);
};
const processor = (strip: string, id: string) => `/channel/${strip}/chain/processors/${id}`;
const atMixer = (path: string, field: string) => desk.audio.target('mixer').value(path, field);

test('each kind has the processors of its strips, in the order of the sound', async () => {
  const known = ['hpf', 'gate', 'eq', 'deesser', 'comp', 'insert1', 'insert2', 'limiter'];
  for (const kind of ['input', 'aux', 'mix', 'matrix', 'main']) {
    const described = desk.audio.processors.filter(({ stripKinds }) => stripKinds.includes(kind));
    const { order: places } = (await desk.get(`/channel/${kind}/1/chain`)).body;
    const ids: string[] = places.map(({ processorId }: { processorId: string }) => processorId);
    expect([...ids].sort()).toEqual([...described.map(({ processorId }) => processorId), 'insert1', 'insert2'].sort());
    const isInput = ['input', 'aux'].includes(kind);
    const expected = known.filter((id) => isInput || !['gate', 'deesser'].includes(id));
    expect(ids.filter((id) => known.includes(id))).toEqual(expected);
    const sorts: number[] = places.map(({ sort }: { sort: number }) => sort);
    expect(sorts).toEqual([...sorts].sort((a, b) => a - b));
  }
  expect(await order('fxSend/1')).toEqual(['effect']);
  for (const strip of ['cue/1', 'mixMinus/1']) expect(await order(strip)).toEqual(['limiter']);
  for (const strip of ['dca/1', 'muteGroup/1']) expect(await order(strip)).toEqual([]);
  expect((await desk.get(processor('mix/1', 'gate'))).status).toBe(404);
});

test('a processor is off until it is switched on, an effect is on; both say where they stand', async () => {
  expect((await desk.get(processor('input/1', 'gate'))).body).toEqual({
    ...{ enabled: false, plugin: 'builtin:gate' },
    ...{ kind: 'gate', label: 'Gate', sort: 200, tapPoint: 'Post-Trim', missing: '' },
  });
  expect((await desk.get(processor('fxSend/1', 'effect'))).body).toMatchObject({ enabled: true, label: 'Reverb' });
  const { body } = await desk.patch(processor('input/1', 'gate'), { enabled: true });
  expect(body.enabled).toBe(true);
  expect(atMixer(processor('input/1', 'gate'), 'enabled')).toBe(true);
  expect((await desk.get('/channel/input/1/chain')).body.order[1]).toMatchObject({
    processorId: 'gate',
    enabled: true,
  });
});

test('only what is built for a place may stand there, and an insert stays empty', async () => {
  const refused = await desk.patch(processor('input/1', 'gate'), { plugin: 'builtin:comp' });
  expect(refused.body.errors[0]).toMatchObject({ code: 'not-an-option', params: { options: ['builtin:gate'] } });
  expect((await desk.options(processor('fxSend/1', 'effect'))).fields.plugin?.enum).toEqual([
    'builtin:reverb',
    'builtin:delay',
  ]);
  expect((await desk.get(processor('input/1', 'insert1'))).body).toMatchObject({ plugin: '', label: 'Insert 1' });
  expect((await desk.options(processor('input/1', 'insert1'))).fields.plugin?.enum).toEqual(['']);
  expect((await desk.get(`${processor('input/1', 'insert1')}/values`)).body).toEqual({});
  await desk.patch(processor('input/1', 'insert1'), { enabled: true });
  expect(atMixer(processor('input/1', 'insert1'), 'enabled')).toBeUndefined();
});

test('each processor tells its properties, latency first, and an empty place has none', async () => {
  const properties = (strip: string, id: string) => `${processor(strip, id)}/properties/latencyFrames`;
  for (const path of [properties('input/1', 'comp'), properties('fxSend/1', 'effect')]) {
    expect((await desk.get(path)).body).toEqual({
      ...{ property: 'latencyFrames', label: 'Latency in frames', type: 'integer', value: 0, writable: false },
    });
  }
  expect((await desk.get(properties('input/1', 'insert1'))).status).toBe(404);
  expect((await desk.get(`${processor('input/1', 'comp')}/properties/colour`)).status).toBe(404);
  const { known, features } = (await desk.get('/channel/input/1/capability')).body;
  const built = (await order('input/1')).filter((id: string) => !id.startsWith('insert'));
  expect(built).toContain('comp');
  expect(known.filter((path: string) => path.includes('/properties/'))).toEqual(
    built.map((id: string) => properties('input/1', id)),
  );
  expect(features, 'nothing can stand at the inserts').not.toContain('insert');
});

test('a limiter is as late as its look-ahead while it is on, at the rate that drives', async () => {
  const limiter = processor('input/1', 'limiter');
  const frames = async () => (await desk.get(`${limiter}/properties/latencyFrames`)).body.value;
  expect(await frames()).toBe(0);
  await desk.patch(limiter, { enabled: true });
  expect(await frames()).toBe(72);
  await desk.patch(`${limiter}/values`, { lookAheadMs: 5 });
  expect(await frames()).toBe(240);
});

test('the values of a processor are its parameters, as the mixer describes them', async () => {
  const gate = `${processor('input/1', 'gate')}/values`;
  expect((await desk.get(gate)).body).toEqual({
    ...{ thresholdDb: -40, rangeDb: 40, attackMs: 1, holdMs: 50, releaseMs: 200 },
  });
  expect((await desk.options(gate)).fields.thresholdDb).toMatchObject({
    ...{ access: 'rw', minimum: -80, maximum: 0, multipleOf: 0.5, unit: 'dB', default: -40 },
  });
  expect((await desk.get(`${processor('main/1', 'comp')}/values`)).body).toMatchObject({ detector: 'rms', ratio: 3 });
  const eq = `${processor('input/1', 'eq')}/values`;
  await desk.patch(eq, { band1Type: 'lowCut', band2Enabled: false });
  expect([atMixer(eq, 'band1Type'), atMixer(eq, 'band2Enabled')]).toEqual(['lowCut', false]);
  const refused = await desk.patch(eq, { band1Type: 'comb', band1GainDb: 15.25 });
  expect(refused.body.errors.map(({ code }: { code: string }) => code)).toEqual(['not-an-option', 'out-of-range']);
});

test('a parameter is described with its value, and exists as long as its processor stands there', async () => {
  const path = `${processor('fxSend/2', 'effect')}/params`;
  await desk.patch(`${processor('fxSend/2', 'effect')}/values`, { decayS: 3.5 });
  expect((await desk.get(`${path}/decayS`)).body).toEqual({
    ...{ symbol: 'decayS', label: 'Decay', value: 3.5, minimum: 0.2, maximum: 10, default: 1.8 },
    ...{ unit: 's', scale: 'log', choices: [], role: 'decay' },
  });
  expect((await desk.get(`${path}/timeMs`)).status).toBe(404);
  const watched = await desk.watch(`${path}/decayS`);
  expect((await watched.next()).event).toBe('snapshot');
  await desk.patch(processor('fxSend/2', 'effect'), { plugin: 'builtin:delay' });
  expect((await watched.next()).event).toBe('gone');
  watched.close();
  expect((await desk.get(`${path}/decayS`)).status).toBe(404);
  expect((await desk.get(`${path}/division`)).body).toMatchObject({
    ...{ value: 'off', default: 'off', scale: 'enum', role: 'division' },
    choices: expect.arrayContaining([{ value: '1/8.', label: 'Dotted eighth' }]),
  });
  expect((await desk.get(`${processor('input/1', 'eq')}/params/band3FrequencyHz`)).body).toMatchObject({
    ...{ label: 'Band 3 frequency', value: 2000, role: 'frequency' },
  });
});

test('another effect begins at its defaults in the same commit, and undoing that brings all values back', async () => {
  const effect = processor('fxSend/1', 'effect');
  await desk.patch(`${effect}/values`, { decayS: 4, lowCutHz: 200 });
  const { headers } = await desk.patch(effect, { plugin: 'builtin:delay' });
  expect(headers.get('rowdesk-revision')).toBe('2');
  expect((await desk.get(`${effect}/values`)).body).toEqual({
    ...{ timeMs: 375, division: 'off', feedbackPercent: 35, lowCutHz: 20, highCutHz: 20000 },
  });
  expect(atMixer(`${effect}/values`, 'lowCutHz')).toBe(20);
  expect(atMixer(effect, 'plugin')).toBe('builtin:delay');
  const [entry] = desk.host.desk.history.entries.slice(-1);
  const changes = (entry?.changes ?? []).map(({ path, field, from }) => ({ path, field, value: from }));
  const move = { ids: [entry?.id ?? ''], undone: true };
  await desk.host.desk.commit({ actor: 'test', label: 'Undo', changes }, move);
  expect((await desk.get(`${effect}/values`)).body).toMatchObject({ decayS: 4, lowCutHz: 200, preDelayMs: 20 });
  await desk.patch(effect, { plugin: 'builtin:delay' });
  await desk.patch(effect, { plugin: 'builtin:reverb' });
  expect((await desk.get(`${effect}/values`)).body).toMatchObject({ decayS: 1.8, lowCutHz: 80 });
});

test('gate and compressor may follow another strip, which must exist', async () => {
  const key = `${processor('input/1', 'gate')}/key`;
  expect((await desk.get(key)).body).toEqual({
    ...{ source: null, filterEnabled: false, filterType: 'lowCut', frequencyHz: 100 },
  });
  await desk.patch(key, { source: { kind: 'input', index: 2 }, filterEnabled: true });
  expect(atMixer(key, 'source')).toEqual({ kind: 'input', index: 2 });
  expect((await desk.patch(key, { source: { kind: 'input', index: 33 } })).status).toBe(422);
  expect((await desk.patch(key, { source: { kind: 'dca', index: 1 } })).status).toBe(422);
  expect((await desk.get(`${processor('input/1', 'eq')}/key`)).status).toBe(404);
});

test('a band of the equaliser is the equaliser under names of its own', async () => {
  const values = `${processor('input/1', 'eq')}/values`;
  const { body } = await desk.patch('/channel/input/1/eq/bands/2', { gainDb: 6, q: 2, type: 'notch' });
  expect(body).toEqual({ enabled: true, type: 'notch', frequencyHz: 400, gainDb: 6, q: 2 });
  expect((await desk.get(values)).body).toMatchObject({ band2GainDb: 6, band2Q: 2, band2Type: 'notch' });
  expect((await desk.options('/channel/input/1/eq/bands/2')).fields.gainDb).toMatchObject({
    ...{ minimum: -15, maximum: 15, multipleOf: 0.25 },
  });
  const refused = await desk.patch('/channel/input/1/eq/bands/2', { frequencyHz: 19 });
  expect(refused.body.errors[0]).toMatchObject({ field: 'frequencyHz', code: 'out-of-range' });
  await desk.patch('/channel/input/1/eq', { enabled: true });
  expect((await desk.get(processor('input/1', 'eq'))).body.enabled).toBe(true);
  const status = async (path: string) => (await desk.get(path)).status;
  expect(
    await Promise.all(['input/1/eq/bands/5', 'main/1/eq/bands/8', 'cue/1/eq'].map((at) => status(`/channel/${at}`))),
  ).toEqual([404, 200, 404]);
});

test('the Q of a shelf goes to 1, and a band that becomes a shelf comes down to it', async () => {
  const band = '/channel/input/1/eq/bands/1';
  const values = `${processor('input/1', 'eq')}/values`;
  const maxima = async () => [
    (await desk.options(band)).fields.q?.maximum,
    (await desk.options(values)).fields.band1Q?.maximum,
    (await desk.get(`${processor('input/1', 'eq')}/params/band1Q`)).body.maximum,
  ];
  expect(await maxima()).toEqual([1, 1, 1]);
  expect((await desk.options('/channel/input/1/eq/bands/2')).fields.q?.maximum).toBe(10);
  for (const [path, q] of [
    [band, 'q'],
    [values, 'band1Q'],
  ] as const) {
    const { status, body } = await desk.patch(path, { [q]: 4 });
    expect([status, body.errors[0]]).toMatchObject([422, { field: q, params: { minimum: 0.3, maximum: 1 } }]);
  }
  expect((await desk.patch(band, { type: 'highShelf', q: 4 })).status).toBe(422);
  // What comes together is judged together.
  expect((await desk.patch(band, { q: 4, type: 'peak' })).body).toMatchObject({ type: 'peak', q: 4 });
  expect(await maxima()).toEqual([10, 10, 10]);
  expect((await desk.patch(band, { type: 'lowShelf', q: 5 })).body.errors[0]).toMatchObject({ field: 'q' });
  expect((await desk.patch(band, { type: 'lowShelf' })).body).toMatchObject({ type: 'lowShelf', q: 1 });
  expect(atMixer(values, 'band1Q')).toBe(1);
  expect((await desk.patch(values, { band1Q: 4, band1Type: 'notch' })).body).toMatchObject({ band1Q: 4 });
});

test('linked strips come down to the Q of a shelf together', async () => {
  await desk.patch('/channel/input/2/eq/bands/1', { type: 'peak', q: 4 });
  await desk.patch('/channel/input/1', { stereoLink: true });
  const second = async () => (await desk.get('/channel/input/2/eq/bands/1')).body;
  expect(await second()).toMatchObject({ type: 'lowShelf', q: 0.71 });
  await desk.patch('/channel/input/2/eq/bands/1', { type: 'peak', q: 4 });
  await desk.patch('/channel/input/1/eq/bands/1', { type: 'lowShelf' });
  expect(await second()).toMatchObject({ type: 'lowShelf', q: 1 });
});

test('sorted bands are the same bands in the order of their frequencies, in one commit', async () => {
  const values = `${processor('input/1', 'eq')}/values`;
  await desk.patch(values, { band1FrequencyHz: 5000, band1GainDb: 3, band3FrequencyHz: 50, band4Enabled: false });
  const bands = async () => {
    const all = await Promise.all([1, 2, 3, 4].map((band) => desk.get(`/channel/input/1/eq/bands/${band}`)));
    return all.map(({ body }) => body);
  };
  const before = await bands();
  const sort = async () => {
    await desk.patch('/channel/input/1/eq/bands/sort', { running: true });
    const watched = await desk.watch('/channel/input/1/eq/bands/sort');
    let { row } = await watched.next();
    while (row.running) row = (await watched.next()).row;
    watched.close();
    return row.report;
  };
  expect(await sort()).toEqual({ outcome: 'applied', order: [3, 2, 1, 4] });
  expect(desk.host.desk.revision).toBe(2);
  expect(await bands()).toEqual([before[2], before[1], before[0], before[3]]);
  expect((await sort()).order).toEqual([1, 2, 3, 4]);
  expect(desk.host.desk.revision).toBe(2);
  const refused = await desk.patch('/channel/cue/1/eq/bands/sort', { running: true });
  expect([refused.status, refused.body.params.reason]).toEqual([409, 'no-equaliser']);
});
