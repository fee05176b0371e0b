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
const byMain = ['box.1.1', ['input/1', 'main/1']];

test('a source that is heard by a direct path and through the desk is a comb: both ways, the delay and the first notch', async () => {
  show.paths = [{ from: port(1), to: output(1), processingMs: 1.667 }];
  await show.faderUp();
  expect(await show.warnings()).toEqual([]);
  await set(route(1, 1), { levelDb: -6 });
  const [warning, ...others] = await show.warnings();
  expect(others).toEqual([]);
  // 64 frames of a block are 1.333 ms; 3 ms - 0.5 ms apart: 1 / (2 * 2.5 ms) is 200 Hz
  expect(warning).toMatchObject({ id: 'direct-path-comb-box.1.1', severity: 'warning', path: route(1, 1) });
  expect(warning.titleCode.params).toEqual({
    ...{ id: 'box.1.1', sourceId: port(1), outputId: output(1), way: ['input/1', 'main/1'] },
    ...{ directMs: 0.5, deskMs: 3, delayMs: 2.5, firstNotchHz: 200 },
  });
  expect(warning.detail).toContain(
    'by input/1 -> main/1 after 3 ms. They are 2.5 ms apart, and cancel first at 200 Hz.',
  );
  const way = [
    { kind: 'input', index: 1 },
    { kind: 'main', index: 1 },
  ];
  expect((await desk.get(route(1, 1))).body.combs).toEqual([{ way, deskMs: 3, delayMs: 2.5, firstNotchHz: 200 }]);
  show.paths = [{ from: port(1), to: output(1), processingMs: 4.167 }];
  await show.pass(2000);
  expect((await desk.get(route(1, 1))).body.combs).toMatchObject([{ delayMs: 5, firstNotchHz: 100 }]);
});

test('where a latency is not known the warning says that, and the two that arrive together are none', async () => {
  await show.faderUp();
  await set(route(1, 1), { levelDb: -6 });
  const [{ detail, titleCode }] = await show.warnings();
  expect(detail).toContain('after an unknown time. How far apart they are is not known');
  expect(titleCode.params).toMatchObject({ deskMs: null, delayMs: null, firstNotchHz: null });
  // a look-ahead of the hardware that is as long as the way through the desk
  show.paths = [{ from: port(1), to: output(1), processingMs: 0.5 - 1.333 }];
  await show.pass(2000);
  expect(await show.warnings()).toEqual([]);
});

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['its fader', () => set('/channel/input/1', { levelDb: -144 }), () => set('/channel/input/1', { levelDb: -50 })],
  [
    'the fader of the bus',
    () => set('/channel/main/1', { levelDb: -144 }),
    () => set('/channel/main/1', { levelDb: 0 }),
  ],
  ['its assignment', () => set('/channel/input/1', { mainAssigned: false }), faderUpAgain],
  ['its source', () => set('/channel/input/1', { sourceId: port(2) }), faderUpAgain],
  ['the mute of the direct path', () => set(route(1, 1), { muted: true }), () => set(route(1, 1), { muted: false })],
  ['the direct path', () => set(route(1, 1), { levelDb: -144 }), () => set(route(1, 1), { levelDb: -30 })],
  ['its pan', () => set('/channel/input/1', { pan: 100 }), () => set('/channel/input/1', { pan: 99 })],
  [
    'its DCA',
    async () => {
      await set('/channel/input/1', { dcas: [2] });
      await set('/channel/dca/2', { levelDb: -144 });
    },
    () => set('/channel/dca/2', { levelDb: -60 }),
  ],
  ['the patch', () => set('/patch', { outputs: [] }), () => set('/patch', { outputs: [mainAt(1)] })],
  ['the spare', () => set('/channel/input/1', { spareSourceId: port(9), sourceSelected: 'spare' }), faderUpAgain],
  ['a mute of the mixer', async () => show.report('mutedBy', ['muteGroup:1']), unmuted],
  ['a take in its place', async () => show.report('isPlayed', true), notPlayed],
])('%s clears the warning, and raises it again', async (_name, away, back) => {
  await show.faderUp();
  await set(route(1, 1), { levelDb: -6 });
  expect(await ways()).toEqual([byMain]);
  await away();
  expect(await ways()).toEqual([]);
  await back();
  expect(await ways()).toEqual([byMain]);
});

async function faderUpAgain(): Promise<void> {
  await set('/channel/input/1', { sourceId: port(1), sourceSelected: 'main', mainAssigned: true });
}
async function unmuted(): Promise<void> {
  // a switch of phantom is over soon: the warning does not come and go with it
  show.report('mutedBy', ['phantom']);
}
async function notPlayed(): Promise<void> {
  show.report('isPlayed', false);
}

test('faders that move make no look, whatever routes there are', async () => {
  await show.faderUp();
  for (const source of [1, 2, 3]) await set(route(1, source), { levelDb: -6 });
  expect(await ways()).toEqual([byMain]);
  const before = show.hardware.lists();
  for (const levelDb of [-20, -30, 0, -143.9]) await set('/channel/input/1', { levelDb });
  await set('/channel/main/1', { levelDb: -3 });
  await set('/channel/input/1', { pan: 99, name: 'Lead', trimDb: 3 });
  await set('/channel/input/7/sends/mix/2', { levelDb: 0 });
  await set(route(1, 2), { levelDb: -7, pan: 3 });
  await set('/doubled/1/3', { levelDb: -7 });
  await show.pass();
  expect(show.hardware.lists()).toBe(before);
  expect(await ways()).toEqual([byMain]);
});

test('a device that is unplugged takes its warnings along', async () => {
  await show.faderUp();
  await set(route(1, 1), { levelDb: -6 });
  expect(await ways()).toEqual([byMain]);
  show.hardware.plug(false);
  expect(await ways()).toEqual([]);
  show.hardware.plug(true);
  expect(await ways()).toEqual([byMain]);
});

test('a row says its comb in the moment of the change, and its watchers follow', async () => {
  await show.faderUp();
  const watched = await desk.watch(route(1, 1));
  expect((await watched.next()).row.combs).toEqual([]);
  await set(route(1, 1), { levelDb: -6 });
  expect((await desk.get(route(1, 1))).body.combs).toHaveLength(1);
  await set('/channel/input/1', { muted: true });
  expect((await desk.get(route(1, 1))).body.combs).toHaveLength(0);
  await set('/channel/input/1', { muted: false });
  await show.pass();
  for (;;) if ((await watched.next()).row.combs.length === 1) break;
  watched.close();
});
