import type { TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CombDesk, mainAt, output, port, route } from './combs-fixture.ts';

let show: CombDesk;
let desk: TestHost;
beforeEach(async () => {
  show = await CombDesk.open();
  desk = show.desk;
});
afterEach(() => desk.close());

const set: CombDesk['set'] = (path, fields) => show.set(path, fields);
const ways = () => show.ways();

test('only the output where the two meet counts, by the leg that is played there', async () => {
  await show.faderUp();
  await set(route(3, 1), { levelDb: -6 });
  await set(route(2, 1), { levelDb: -6 });
  await set(route(1, 5), { levelDb: -6 });
  await set('/channel/input/1', { pan: -100 });
  expect(await ways()).toEqual([]);
  await set('/channel/input/1', { pan: 20 });
  expect(await ways()).toEqual([['box.2.1', ['input/1', 'main/1']]]);
});

test('a stereo strip plays its left leg left: the direct path of its right leg meets it at the other output', async () => {
  await set('/channel/aux/1', { sourceId: port(1), levelDb: 0 });
  await set('/channel/main/1', { levelDb: 0 });
  for (const [out, source] of [
    [1, 1],
    [2, 1],
    [1, 2],
    [2, 2],
  ] as const)
    await set(route(out, source), { levelDb: 0 });
  expect(await ways()).toEqual([
    ['box.1.1', ['aux/1', 'main/1']],
    ['box.2.2', ['aux/1', 'main/1']],
  ]);
  await set('/channel/aux/1', { pan: 100 });
  expect(await ways()).toEqual([['box.2.2', ['aux/1', 'main/1']]]);
});

test('a linked pair is a stereo strip, and a linked pair of buses a stereo bus', async () => {
  await set('/channel/input/1', { sourceId: port(1) });
  await set('/channel/input/1', { stereoLink: true });
  await set('/channel/mix/1', { stereoLink: true, levelDb: 0 });
  await set('/channel/input/1/sends/mix/1', { levelDb: 0, on: true, tapPoint: 'Pre-Fader' });
  await set('/patch', {
    outputs: [1, 2].map((index) => ({ strip: { kind: 'mix', index }, leg: 'mono', portId: output(index), levelDb: 0 })),
  });
  await set(route(1, 1), { levelDb: 0 });
  await set(route(2, 1), { levelDb: 0 });
  expect(await ways()).toEqual([['box.1.1', ['input/1', 'mix/1']]]);
});

test('every tap and bus counts: a send before the fader to a mix, from there to the main and to a matrix', async () => {
  await set('/channel/input/1', { sourceId: port(1), mainAssigned: false });
  await set('/channel/mix/3', { levelDb: 0, mainAssigned: true });
  await set('/channel/main/1', { levelDb: 0 });
  await set('/channel/matrix/2', { levelDb: 0 });
  await set('/patch', { outputs: [mainAt(1), { ...mainAt(2), strip: { kind: 'matrix', index: 2 }, leg: 'mono' }] });
  await set(route(1, 1), { levelDb: 0 });
  await set(route(2, 1), { levelDb: 0 });
  expect(await ways()).toEqual([]);
  await set('/channel/input/1/sends/mix/3', { levelDb: -10, tapPoint: 'Post-Fader' });
  expect(await ways()).toEqual([]);
  await set('/channel/input/1/sends/mix/3', { tapPoint: 'Post-EQ' });
  expect(await ways()).toEqual([['box.1.1', ['input/1', 'mix/3', 'main/1']]]);
  await set('/channel/main/1/sends/matrix/2', { levelDb: -20 });
  expect(await ways()).toEqual([
    ['box.1.1', ['input/1', 'mix/3', 'main/1']],
    ['box.2.1', ['input/1', 'mix/3', 'main/1', 'matrix/2']],
  ]);
  await set('/channel/mix/3/sends/matrix/2', { levelDb: -20 });
  expect(await ways()).toContainEqual(['box.2.1', ['input/1', 'mix/3', 'matrix/2']]);
  show.report('mutedBy', ['mute'], '/channel/mix/3');
  expect(await ways()).toEqual([]);
});

test('what comes back from an effect is another sound', async () => {
  await set('/channel/input/1', { sourceId: port(1), mainAssigned: false });
  await set('/channel/input/1/sends/fxSend/1', { levelDb: 0, tapPoint: 'Pre-Fader' });
  for (const strip of ['fxSend', 'fxReturn', 'main']) await set(`/channel/${strip}/1`, { levelDb: 0 });
  await set(route(1, 1), { levelDb: 0 });
  expect(await ways()).toEqual([]);
});

test('a solo before the fader is heard in the cue, whatever its fader and its mute', async () => {
  await set('/channel/input/1', { sourceId: port(1), mainAssigned: false, muted: true });
  await set('/cue', { outputs: [output(3), output(4)], idleSource: null });
  await set(route(3, 1), { levelDb: 0 });
  show.report('mutedBy', ['mute']);
  expect(await ways()).toEqual([]);
  await set('/channel/input/1', { soloed: true });
  expect(await ways()).toEqual([['box.3.1', ['input/1', 'cue/1']]]);
  await set('/cue', { inputMode: 'AFL' });
  expect(await ways()).toEqual([]);
  await set('/cue', { inputMode: 'PFL', muted: true });
  expect(await ways()).toEqual([]);
});
