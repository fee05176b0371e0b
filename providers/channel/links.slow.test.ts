import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel'] });
});
afterEach(() => desk.close());

const row = async (path: string) => (await desk.get(`/channel/${path}`)).body;
const patch = async (path: string, body: object) => {
  const answer = await desk.patch(`/channel/${path}`, body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return answer;
};
const undoLast = async () => {
  const entry = desk.host.desk.history.entries.findLast(({ undone }) => !undone);
  const changes = (entry?.changes ?? []).map(({ path, field, from }) => ({ path, field, value: from }));
  const move = { ids: [entry?.id ?? ''], undone: true };
  await desk.host.desk.commit({ actor: 'test', label: 'Undo', changes }, move);
};

/** What linking may change at the even strip. */
async function everything(strip: string) {
  const paths = [
    '',
    '/align',
    '/speakerAlign',
    '/sends/mix/3',
    '/chain/processors/gate',
    '/chain/processors/eq/values',
  ];
  return Promise.all([...paths, '/chain/processors/comp/key'].map((path) => row(strip + path)));
}

test('linking copies all of the odd strip to the even one but what each keeps, in one commit that can be undone', async () => {
  const own = { name: 'Left', sourceId: 'virtual-32x16:in-1', trimDb: 6, polarityInverted: true };
  await patch('input/3', { ...own, levelDb: -6, dcas: [2], muteGroups: [1], colour: 'red', mainAssigned: false });
  await patch('input/3/align', { delayMs: 3 });
  await patch('input/3/speakerAlign', { delayMs: 20, polarityInverted: true });
  await patch('input/3/sends/mix/3', { levelDb: -12, tapPoint: 'Pre-Fader' });
  await patch('input/3/chain/processors/gate', { enabled: true });
  await patch('input/3/chain/processors/eq/values', { band1GainDb: 3 });
  await patch('input/3/chain/processors/comp/key', { source: { kind: 'input', index: 9 } });
  await patch('input/4', { name: 'Right', levelDb: -20 });
  const before = await everything('input/4');
  const { headers } = await patch('input/4', { stereoLink: true });
  expect(headers.get('rowdesk-revision')).toBe('9');
  const kept = { index: 4, name: 'Right', sourceId: '', trimDb: 0, polarityInverted: false };
  const [odd, ...below] = await everything('input/3');
  expect(await everything('input/4')).toEqual([{ ...odd, ...kept }, ...below]);
  expect(odd).toMatchObject({ ...own, levelDb: -6, stereoLink: true });
  await undoLast();
  expect(await everything('input/4')).toEqual(before);
});

test('two strips panned hard apart get a balance of 0 when they are linked, in their sends too, and one undo takes it back', async () => {
  const pans = async () => {
    const paths = ['input/1', 'input/2', 'input/1/sends/mix/1', 'input/2/sends/mix/1', 'input/2/sends/mix/3'];
    return Promise.all(paths.map(async (path) => (await row(path)).pan));
  };
  await patch('mix/1', { stereoLink: true });
  for (const [strip, pan] of Object.entries({ 'input/1': -100, 'input/2': 100 })) {
    await patch(strip, { pan });
    await patch(`${strip}/sends/mix/1`, { pan });
  }
  await patch('input/1/sends/mix/3', { pan: -100 });
  await patch('input/1', { stereoLink: true });
  expect(await pans()).toEqual([0, 0, 0, 0, -100]);
  await undoLast();
  expect(await pans()).toEqual([-100, 100, -100, 100, 0]);
  await patch('input/2', { pan: 99 });
  await patch('input/2', { stereoLink: true });
  expect((await pans()).slice(0, 2)).toEqual([-100, -100]);
  await patch('input/3', { pan: -100 });
  await patch('input/4', { pan: 100 });
  await patch('input/3', { stereoLink: true, pan: -50 });
  expect([(await row('input/3')).pan, (await row('input/4')).pan]).toEqual([-50, -50]);
});

test('what is written to one strip of a pair is written to both, on either side and in every row', async () => {
  await patch('input/1', { stereoLink: true });
  await patch('input/2', { levelDb: -3, pan: 40, soloed: true, dcas: [3, 1] });
  expect(await row('input/1')).toMatchObject({ levelDb: -3, pan: 40, soloed: true, dcas: [3, 1] });
  await patch('input/1', { muted: true, name: 'Piano', trimDb: 3, spareSourceId: 'x:in-1', sourceSelected: 'spare' });
  expect(await row('input/2')).toMatchObject({
    ...{ muted: true, name: '', trimDb: 0, spareSourceId: '', sourceSelected: 'main' },
  });
  await patch('input/2/sends/fxSend/1', { levelDb: -9, on: false });
  expect(await row('input/1/sends/fxSend/1')).toMatchObject({ levelDb: -9, on: false });
  await patch('input/2/eq/bands/1', { gainDb: -4 });
  await patch('input/2/chain/processors/gate/key', { filterEnabled: true });
  await patch('input/2/align', { delayMs: 1.25 });
  expect((await row('input/1/eq/bands/1')).gainDb).toBe(-4);
  expect((await row('input/1/chain/processors/gate/key')).filterEnabled).toBe(true);
  expect((await row('input/1/align')).delayMs).toBe(1.25);
  expect(await row('input/3')).toMatchObject({ levelDb: -144, muted: false });
});

test('a link is one switch of two strips, and strips that are no longer linked are their own again', async () => {
  await patch('mix/5', { stereoLink: true });
  expect((await row('mix/6')).stereoLink).toBe(true);
  await patch('mix/6', { stereoLink: false });
  expect((await row('mix/5')).stereoLink).toBe(false);
  await patch('mix/5', { levelDb: -30 });
  expect((await row('mix/6')).levelDb).toBe(0);
});

test('a pair of buses is one stereo bus: a strip has one send to it', async () => {
  await patch('input/1/sends/mix/1', { levelDb: -10, pan: -50 });
  await patch('input/1/sends/mix/2', { levelDb: -40 });
  await patch('mix/1', { stereoLink: true });
  expect(await row('input/1/sends/mix/2')).toMatchObject({ levelDb: -10, pan: -50 });
  await patch('input/7', { stereoLink: true });
  await patch('input/8/sends/mix/2', { levelDb: -5 });
  for (const send of ['7/sends/mix/1', '7/sends/mix/2', '8/sends/mix/1']) {
    expect((await row(`input/${send}`)).levelDb).toBe(-5);
  }
  expect((await row('input/8/sends/mix/3')).levelDb).toBe(-144);
});

test('a pair with another effect on each side has the one of the odd side after linking, with its values', async () => {
  await patch('fxSend/1/chain/processors/effect', { plugin: 'builtin:delay' });
  await patch('fxSend/1/chain/processors/effect/values', { lowCutHz: 90, timeMs: 500 });
  await patch('fxSend/2/chain/processors/effect/values', { lowCutHz: 90, decayS: 5 });
  const before = await row('fxSend/2/chain/processors/effect/values');
  await patch('fxSend/1', { stereoLink: true });
  const values = { timeMs: 500, division: 'off', feedbackPercent: 35, lowCutHz: 90, highCutHz: 20000 };
  for (const strip of ['fxSend/1', 'fxSend/2']) {
    expect(await row(`${strip}/chain/processors/effect/values`)).toEqual(values);
  }
  await undoLast();
  expect(await row('fxSend/2/chain/processors/effect/values')).toEqual(before);
  await patch('fxSend/1', { stereoLink: true });
  await patch('fxSend/2/chain/processors/effect', { plugin: 'builtin:reverb' });
  for (const strip of ['fxSend/1', 'fxSend/2']) {
    expect(await row(`${strip}/chain/processors/effect/values`)).toMatchObject({ decayS: 1.8, lowCutHz: 80 });
  }
  await undoLast();
  for (const strip of ['fxSend/1', 'fxSend/2']) {
    expect(await row(`${strip}/chain/processors/effect/values`)).toEqual(values);
  }
});

test('kinds with two legs, and the last strip of an odd number, have nobody to be linked to', async () => {
  await desk.close();
  const layout = { input: 3 };
  const { default: console } = await import('../console/index.ts');
  desk = await startTestHost({ providers: [{ provider: console, config: { layout } }, 'channel'] });
  const links = async (strip: string) => 'stereoLink' in (await row(strip));
  expect(await Promise.all(['input/1', 'input/2', 'input/3', 'aux/1', 'main/1', 'dca/1'].map(links))).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect((await desk.patch('/channel/input/3', { stereoLink: true })).status).toBe(422);
  const { body } = await desk.get('/channel');
  expect(body.strips.filter((strip: object) => 'stereoLink' in strip)).toHaveLength(2 + 12 + 4 + 4 + 2);
});

test('a fade of a linked pair ends on both sides, also where the value that is asked for is there already', async () => {
  await patch('input/1', { stereoLink: true });
  await patch('mix/3', { stereoLink: true });
  const changes = [
    { path: '/channel/input/1', field: 'levelDb', value: -20 },
    { path: '/channel/input/1/sends/mix/3', field: 'levelDb', value: -30 },
  ];
  await desk.host.desk.commit({ actor: 'x', label: '', changes, fade: { ms: 10_000 } });
  const { blocks } = desk.audio.target('mixer');
  const before = blocks.length;
  await patch('input/2', { levelDb: -20 });
  await patch('input/2/sends/mix/4', { levelDb: -30 });
  const written = blocks.slice(before).flatMap(({ values }) => values);
  expect(written.filter((each) => 'fadeMs' in each)).toEqual([]);
  expect(written.map(({ path }) => path).sort()).toEqual([
    ...['/channel/input/1', '/channel/input/1/sends/mix/3', '/channel/input/1/sends/mix/4'],
    ...['/channel/input/2', '/channel/input/2/sends/mix/3', '/channel/input/2/sends/mix/4'],
  ]);
});

test('a link can not be turned on at one side and off at the other', async () => {
  const sides = (one: object, other: object) =>
    desk.patch('/channel', {
      strips: [
        { kind: 'input', index: 1, ...one },
        { kind: 'input', index: 2, ...other },
      ],
    });
  const links = async () => [(await row('input/1')).stereoLink, (await row('input/2')).stereoLink];
  for (const isLinked of [false, true]) {
    await patch('input/1', { stereoLink: isLinked });
    for (const isLinkedAtOne of [false, true]) {
      const { status, body } = await sides({ stereoLink: isLinkedAtOne }, { stereoLink: !isLinkedAtOne });
      expect([status, body.code, body.params]).toMatchObject([409, 'conflict', { field: 'stereoLink' }]);
      expect(await links()).toEqual([isLinked, isLinked]);
    }
  }
  expect(await sides({ stereoLink: false, levelDb: -2 }, { stereoLink: false, levelDb: -4 })).toMatchObject({
    status: 200,
  });
  expect(await links()).toEqual([false, false]);
});
