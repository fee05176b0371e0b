import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hardwareDouble } from './hardware-double.ts';

let desk: TestHost;
let hardware: ReturnType<typeof hardwareDouble>;
beforeEach(async () => {
  hardware = hardwareDouble();
  desk = await startTestHost({ providers: ['directPath', 'history', hardware.provider] });
});
afterEach(() => desk.close());

const route = {
  ...{ id: 'box.2.1', sourceId: 'virtual-32x16:in-1', outputId: 'virtual-32x16:out-2' },
  ...{ levelDb: -6, pan: -20, muted: false, latencyMs: 0.5, adapterId: 'doubled' },
};

test('a route is set by its own row or by the row of the hardware, and both show it', async () => {
  expect((await desk.get('/directPath')).body).toEqual({ available: true, reason: '', routes: [] });
  expect((await desk.patch('/directPath/box.2.1', { levelDb: -6, pan: -20 })).body).toEqual({ ...route, combs: [] });
  expect((await desk.get('/doubled/2/1')).body).toMatchObject({ levelDb: -6, pan: -20 });
  expect((await desk.get('/directPath')).body.routes).toEqual([route]);
  await desk.patch('/doubled/2/1', { muted: true });
  expect((await desk.get('/directPath/box.2.1')).body).toEqual({ ...route, combs: [], muted: true });
  expect(desk.audio.target('stagebox:virtual-32x16').value('/doubled/2/1', 'levelDb')).toBe(-6);
});

test('watchers of all routes follow one that is set at the hardware', async () => {
  const watched = await desk.watch('/directPath');
  await watched.next();
  desk.audio.target('stagebox:virtual-32x16').changeOnDevice('/doubled/2/1', 'levelDb', -12);
  expect((await watched.next()).row.routes).toMatchObject([{ id: 'box.2.1', levelDb: -12 }]);
  watched.close();
});

test('the device says what it takes: OPTIONS has its range, and a refusal names the field of the request', async () => {
  expect((await desk.options('/directPath/box.1.1')).fields.levelDb).toMatchObject({ minimum: -144, maximum: 6 });
  const refused = await desk.patch('/directPath/box.1.1', { levelDb: 6.1, pan: 0 });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject([{ field: 'levelDb', code: 'out-of-range' }]);
  expect((await desk.patch('/directPath/box.1.1', { outputId: 'x' })).status).toBe(422);
  expect((await desk.get('/directPath/box.1.1')).body.levelDb).toBe(-144);
});

test('a source has all of its routes, silent ones too, with the names of the outputs', async () => {
  await desk.patch('/directPath/box.2.1', { levelDb: -6 });
  const { outputs } = (await desk.get('/directPath/sources/virtual-32x16:in-1')).body;
  expect(outputs.map(({ id, levelDb }: { id: string; levelDb: number }) => [id, levelDb])).toEqual([
    ['box.1.1', -144],
    ['box.2.1', -6],
    ['box.3.1', -144],
    ['box.4.1', -144],
  ]);
  expect(outputs[1]).toMatchObject({ outputId: 'virtual-32x16:out-2', label: 'out 2', pan: 0, muted: false });
  expect((await desk.get('/directPath/sources/virtual-32x16:in-9')).body).toEqual({ outputs: [] });
  hardware.plug(false);
  expect((await desk.get('/directPath/sources/virtual-32x16:in-1')).body).toEqual({ outputs: [] });
});

test('what was set is undone like any other setting', async () => {
  await desk.patch('/directPath/box.2.1', { levelDb: -6 });
  await desk.patch('/history/cursor/undo', { running: true });
  expect((await desk.get('/directPath/box.2.1')).body.levelDb).toBe(-144);
});

test('without the hardware the row says so, and a route has no address', async () => {
  const watched = await desk.watch('/directPath');
  await watched.next();
  hardware.plug(false);
  expect((await watched.next()).row).toMatchObject({
    available: false,
    reason: expect.stringMatching(/^No device/),
    routes: [],
  });
  watched.close();
  expect((await desk.get('/directPath/box.2.1')).status).toBe(404);
  hardware.plug(true);
  expect((await desk.get('/directPath/box.2.1')).status).toBe(200);
  expect((await desk.get('/directPath/box.9.1')).status).toBe(404);
});

test('holds what rows must hold', async () => {
  await desk.patch('/directPath/box.2.1', { levelDb: -6 });
  await walkRow(desk, '/directPath', quickWalk);
  await walkRow(desk, '/directPath/box.2.1', quickWalk);
  await walkRow(desk, '/directPath/sources/virtual-32x16:in-1', quickWalk);
});
