import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel'] });
});
afterEach(() => desk.close());

const mixer = () => desk.audio.target('mixer');
const status = async (path: string) => (await desk.get(`/channel/${path}`)).status;

test('there are the sends of the routing, and no others', async () => {
  const sends = [
    ...['input/1/sends/fxSend/1', 'aux/1/sends/fxSend/1', 'input/1/sends/mix/12', 'fxReturn/1/sends/mix/1'],
    ...['input/1/sends/main/2', 'fxReturn/1/sends/main/2', 'mix/1/sends/main/2', 'mix/1/sends/matrix/4'],
    'main/1/sends/matrix/1',
  ];
  for (const send of sends) expect([send, await status(send)]).toEqual([send, 200]);
  const none = [
    ...['input/1/sends/main/1', 'fxReturn/1/sends/fxSend/1', 'mix/1/sends/mix/2', 'matrix/1/sends/main/2'],
    ...['input/1/sends/matrix/1', 'input/1/sends/mix/13', 'cue/1/sends/main/2', 'mixMinus/1/sends/mix/1'],
    ...['input/1/sends/input/2', 'dca/1/sends/mix/1', 'input/33/sends/mix/1'],
  ];
  for (const send of none) expect([send, await status(send)]).toEqual([send, 404]);
});

test('a send is on, silent and after the fader until someone says otherwise, and reaches the mixer as it is written', async () => {
  const send = '/channel/input/1/sends/mix/1';
  expect((await desk.get(send)).body).toEqual({ levelDb: -144, on: true, pan: 0, tapPoint: 'Post-Fader' });
  await desk.patch(send, { levelDb: -3.5, tapPoint: 'Pre-EQ' });
  expect([mixer().value(send, 'levelDb'), mixer().value(send, 'tapPoint')]).toEqual([-3.5, 'Pre-EQ']);
  const refused = await desk.patch(send, { tapPoint: 'Post-Comp' });
  expect(refused.body.errors[0]).toMatchObject({ field: 'tapPoint', code: 'not-an-option' });
});

test('a strip belongs to groups that exist, and to each once', async () => {
  const strip = '/channel/input/1';
  expect((await desk.patch(strip, { dcas: [8, 1], muteGroups: [2] })).body).toMatchObject({ dcas: [8, 1] });
  expect(mixer().value(strip, 'muteGroups')).toEqual([2]);
  const refused = async (body: object) => (await desk.patch(strip, body)).body.errors[0];
  expect(await refused({ dcas: [9] })).toMatchObject({ field: 'dcas/0', code: 'out-of-range' });
  expect(await refused({ muteGroups: [1, 1] })).toMatchObject({ field: 'muteGroups', code: 'duplicate' });
  expect(await refused({ dcas: [0] })).toMatchObject({ code: 'out-of-range' });
  for (const kind of ['dca', 'muteGroup', 'cue']) {
    expect((await desk.get(`/channel/${kind}/1`)).body).not.toHaveProperty('dcas');
  }
});

test('a solo is seen and reaches the mixer, but is neither kept nor in the history', async () => {
  await desk.patch('/channel/input/1', { soloed: true });
  expect(mixer().value('/channel/input/1', 'soloed')).toBe(true);
  expect(desk.host.desk.history.entries).toEqual([]);
  expect((await desk.get('/channel/dca/1')).body.soloed).toBe(false);
  for (const kind of ['cue', 'muteGroup']) {
    expect((await desk.get(`/channel/${kind}/1`)).body).not.toHaveProperty('soloed');
  }
});

test('a mix-minus leaves its owner out of the main unless told otherwise', async () => {
  const strip = '/channel/mixMinus/1';
  expect((await desk.get(strip)).body).toMatchObject({ owner: null, base: { kind: 'main', index: 1 } });
  const owner = { kind: 'input', index: 4 };
  await desk.patch(strip, { owner, base: { kind: 'mix', index: 2 } });
  expect([mixer().value(strip, 'owner'), mixer().value(strip, 'base')]).toEqual([owner, { kind: 'mix', index: 2 }]);
  const refused = async (body: object) => (await desk.patch(strip, body)).status;
  expect(await refused({ owner: { kind: 'mix', index: 1 } })).toBe(422);
  expect(await refused({ owner: { kind: 'input', index: 33 } })).toBe(422);
  expect(await refused({ base: { kind: 'matrix', index: 1 } })).toBe(422);
  expect((await desk.get('/channel/mix/1')).body).not.toHaveProperty('owner');
});

test('a strip is present as long as the port is there that it hears now', async () => {
  const strip = '/channel/input/1';
  const present = async (body: object) => (await desk.patch(strip, body)).body.present;
  expect(await present({ sourceId: 'virtual-32x16:in-1', spareSourceId: 'gone:in-1' })).toBe(true);
  expect(await present({ sourceSelected: 'spare' })).toBe(false);
  expect(mixer().value(strip, 'sourceSelected')).toBe('spare');
  expect(await present({ spareSourceId: '' })).toBe(true);
});

test('an align delay is told to the mixer where there is sound, its reference to nobody', async () => {
  await desk.patch('/channel/input/1/align', { delayMs: 2, reference: 'main/1' });
  expect(mixer().value('/channel/input/1/align', 'delayMs')).toBe(2);
  expect(mixer().value('/channel/input/1/align', 'reference')).toBeUndefined();
  await desk.patch('/channel/dca/1/align', { delayMs: 2 });
  expect(mixer().value('/channel/dca/1/align', 'delayMs')).toBeUndefined();
});
