import { FakeTime, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { id, plugIn, report, root, startDesk, target, turns } from './total-mix-double.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk({ time: new FakeTime() });
});
afterEach(() => desk.close());

const driver = () => desk.audio.target(target);
/** What went to the device, as `path field: value`. */
const sent = () =>
  driver().blocks.flatMap(({ values }) => values.map(({ path, field, value }) => `${path} ${field}: ${value}`));

test('without a device the row says so, and its places are no rows', async () => {
  desk.audio.become({ devices: [], joinedBoxes: undefined });
  expect((await desk.get(root)).body).toMatchObject({ present: false, device: '', state: 'absent', driftCount: 0 });
  for (const path of ['inputs/1', 'outputs/1', 'mix/1/1']) expect((await desk.get(`${root}/${path}`)).status).toBe(404);
  const refused = await desk.patch(`${root}/reassert`, { running: true });
  expect([refused.status, refused.body.code]).toEqual([424, 'device-absent']);
  expect(refused.body.detail).toBe('No TotalMix device is there; connect it, or see /adapter/totalmix for why.');
});

test('the root of the group names the device, there or not', async () => {
  const items = async () => (await desk.get('/vendorA')).body.items;
  desk.audio.become({ devices: [], joinedBoxes: undefined });
  expect(await items()).toEqual([{ id: 'totalmix', present: false, state: 'absent' }]);
  const watched = await desk.watch('/vendorA');
  await watched.next();
  plugIn(desk);
  expect((await watched.next()).row).toEqual({ items: [{ id: 'totalmix', present: true, state: 'running' }] });
  watched.close();
  expect((await desk.get(`/vendorA/${(await items())[0].id}`)).status).toBe(200);
});

test('a row has the fields that the device has, and the options that it says', async () => {
  await report(desk);
  const writable = async (path: string) => {
    const { fields } = await desk.options(`${root}/${path}`);
    return Object.keys(fields).filter((name) => fields[name]?.access === 'rw');
  };
  expect(await writable('inputs/1')).toEqual(['polarityInverted', 'autoset']);
  expect(await writable('inputs/3')).toEqual(['polarityInverted', 'autoset', 'hiZ', 'referenceLevel']);
  expect(await writable('outputs/2')).toEqual(['levelDb', 'pan', 'muted']);
  expect(await writable('mix/2/6')).toEqual(['levelDb', 'pan']);
  expect((await desk.get(`${root}/inputs/5`)).status).toBe(404);
  expect((await desk.get(`${root}/mix/2/7`)).status).toBe(404);
  expect((await desk.get(`${root}/mix/3/1`)).status).toBe(404);
  const { referenceLevel } = (await desk.options(`${root}/inputs/3`)).fields;
  expect(referenceLevel?.enum).toEqual([null, '+4 dBu', 'Lo Gain']);
  const refused = await desk.patch(`${root}/inputs/3`, { referenceLevel: '-10 dBV' });
  expect([refused.status, refused.body.errors[0]?.code]).toEqual([422, 'not-an-option']);
  expect((await desk.patch(`${root}/inputs/1`, { hiZ: true })).body.errors[0]?.code).toBe('unknown-field');
  expect((await desk.options(root)).fields.clockSource?.enum).toEqual([null, 'Internal', 'ADAT']);
});

test('what was never set is taken from the device at its first complete reading, and nothing is written to it', async () => {
  const before = driver().blocks.length;
  await report(desk);
  expect((await desk.get(`${root}/outputs/1`)).body).toEqual({
    ...{ label: 'AN 1', levelDb: -10, pan: 0, muted: false },
    ...{ confirmed: true, pending: false, unverified: [] },
  });
  expect((await desk.get(`${root}/mix/2/6`)).body).toMatchObject({ levelDb: 0, pan: 0, confirmed: true });
  expect((await desk.get(root)).body).toMatchObject({
    ...{ present: true, device: id, model: 'Fireface UCX II', serial: '23', firmware: '38' },
    ...{ state: 'running', sampleRateHz: 48_000, clockSource: 'Internal', drift: [], driftCount: 0 },
  });
  expect(driver().blocks.length).toBe(before);
});

test('a device that did not say everything yet keeps its values: nothing is written before it was read', async () => {
  driver().report(`${root}/outputs/1`, 'levelDb', -3);
  await turns();
  expect((await desk.get(`${root}/outputs/1`)).body).toMatchObject({ levelDb: null, confirmed: true });
  expect(sent().filter((each) => each.includes(`${root}/outputs`))).toEqual([]);
});

test('what was set before the device came is written to it, and not taken from it', async () => {
  driver().report(`${root}/outputs/1`, 'levelDb', -3);
  await desk.patch(`${root}/outputs/1`, { levelDb: -20 });
  await report(desk);
  expect(sent().filter((each) => each.includes(`${root}/outputs`))).toEqual([`${root}/outputs/1 levelDb: -20`]);
  expect((await desk.get(`${root}/outputs/1`)).body).toMatchObject({ levelDb: -20, pan: 0 });
});

test('a value that no field takes stays the own one of the device', async () => {
  await report(desk, [[`${root}/outputs/1`, { levelDb: -100, pan: 3 }]]);
  expect((await desk.get(`${root}/outputs/1`)).body).toMatchObject({ levelDb: null, pan: 3 });
});

test('a level between off and the least of the fader is refused with both, and nothing changes', async () => {
  await report(desk);
  for (const levelDb of [-65.1, -144.1, -100, 6.1]) {
    const refused = await desk.patch(`${root}/outputs/1`, { levelDb });
    expect([refused.status, refused.body.errors[0]]).toMatchObject([422, { field: 'levelDb', code: 'out-of-range' }]);
    expect(refused.body.errors[0].message).toBe(
      'levelDb must be a number from -65 to 6 dB in steps of 0.1, or -144, or null.',
    );
  }
  for (const levelDb of [-144, -65, -64.9, 6]) {
    expect((await desk.patch(`${root}/outputs/1`, { levelDb })).body.levelDb).toBe(levelDb);
    expect(sent().at(-1)).toBe(`${root}/outputs/1 levelDb: ${levelDb}`);
  }
});

test('a change at the device is the desk’s, and the policy goes to the device as one value', async () => {
  await report(desk);
  const { policy } = (await desk.get(root)).body;
  expect(policy).toEqual({ routing: 'remember', gain: 'remember', phantom: 'remember', clock: 'remember' });
  expect(driver().value(root, 'policy')).toEqual(policy);
  driver().changeOnDevice(`${root}/mix/1/1`, 'levelDb', -6);
  await turns();
  expect((await desk.get(`${root}/mix/1/1`)).body).toMatchObject({ levelDb: -6, confirmed: true });
  await desk.patch(root, { policy: { ...policy, phantom: 'pin' } });
  expect(driver().value(root, 'policy')).toEqual({ ...policy, phantom: 'pin' });
  for (const wrong of [{ ...policy, gain: 'keep' }, { gain: 'pin' }, { ...policy, more: 'pin' }]) {
    expect((await desk.patch(root, { policy: wrong })).status).toBe(422);
  }
});

test('what the device can not say is unverified, is in the drift, and is not taken for the value of the desk', async () => {
  await report(desk);
  await desk.patch(`${root}/mix/1/2`, { levelDb: -12 });
  const unverified = (path: string, field: string, value: unknown) => driver().report(path, field, value, 'unverified');
  unverified(`${root}/mix/1/2`, 'levelDb', -12);
  unverified(`${root}/outputs/1`, 'loopback', false);
  driver().report(root, 'readings', 2);
  await turns();
  expect((await desk.get(`${root}/mix/1/2`)).body).toMatchObject({
    ...{ levelDb: -12, unverified: ['levelDb'], confirmed: false, pending: false },
  });
  // Never set, and not known: the desk leaves it alone.
  expect((await desk.get(`${root}/outputs/1`)).body).toMatchObject({ loopback: null, unverified: ['loopback'] });
  expect((await desk.get(root)).body).toMatchObject({
    drift: [{ path: `${root}/mix/1/2`, field: 'levelDb', wanted: -12, observed: -12, readable: false }],
    driftCount: 1,
  });
});

test('the drift has every value that is not as wanted, the preamps too, those that can be read first, and is bounded', async () => {
  await report(desk);
  const places = [1, 2].flatMap((out) => [1, 2, 3, 4, 5, 6].map((into) => `${root}/mix/${out}/${into}`));
  driver().report(`/stagebox/${id}/inputs/2`, 'phantom', true);
  for (const path of places) driver().report(path, 'pan', 33);
  const row = (await desk.get(root)).body;
  expect(row.driftCount).toBe(13);
  expect(row.drift[0]).toEqual({
    ...{ path: `/stagebox/${id}/inputs/2`, field: 'phantom', wanted: false, observed: true, readable: true },
  });
  for (let more = 0; more < 60; more += 1) {
    const path = `${root}/mix/3/${more + 1}`;
    driver().report(path, 'pan', 0);
    await desk.patch(path, { pan: 1 });
    driver().report(path, 'pan', 0);
  }
  const many = (await desk.get(root)).body;
  expect([many.drift.length, many.driftCount]).toEqual([64, 73]);
});

test('a device that goes keeps its rows and values, and gets them again when it comes', async () => {
  await report(desk);
  await desk.patch(`${root}/outputs/2`, { levelDb: -30 });
  driver().leave('unplugged');
  plugIn(desk, true, 'it was unplugged');
  expect((await desk.get(root)).body).toMatchObject({
    ...{ present: false, device: id, state: 'away', reason: 'it was unplugged', drift: [] },
  });
  expect((await desk.get(`${root}/outputs/2`)).body).toMatchObject({ levelDb: -30, confirmed: false });
  expect((await desk.patch(`${root}/mix/1/1`, { levelDb: -7 })).status).toBe(200);
  const refused = await desk.patch(`${root}/reassert`, { running: true });
  expect([refused.status, refused.body.detail]).toEqual([
    ...[424, 'ucx2 is away: it was unplugged; connect it, or see /adapter/totalmix for why.'],
  ]);
  const before = sent().length;
  driver().return();
  plugIn(desk);
  await turns();
  expect(sent().slice(before)).toContain(`${root}/outputs/2 levelDb: -30`);
  expect(sent().slice(before)).toContain(`${root}/mix/1/1 levelDb: -7`);
});

test('the values of a device that is there no more are kept for the next of its address', async () => {
  await report(desk);
  await desk.patch(`${root}/outputs/2`, { levelDb: -30 });
  driver().leave('taken away');
  desk.audio.become({ devices: [], joinedBoxes: undefined });
  expect((await desk.get(`${root}/outputs/2`)).status).toBe(404);
  plugIn(desk);
  driver().return();
  await report(desk);
  expect((await desk.get(`${root}/outputs/2`)).body).toMatchObject({ levelDb: -30 });
});

describe('direct paths', () => {
  test('are the places of the matrix that sound, by the ports of the sound; playback has no port', async () => {
    await report(desk);
    await desk.patch(`${root}/mix/2/3`, { levelDb: -6, pan: -20 });
    const { available, routes } = (await desk.get('/directPath')).body;
    expect(available).toBe(true);
    const common = { muted: false, latencyMs: 0.5, adapterId: 'totalmix' };
    expect(routes).toEqual([
      { id: 'ucx2.1.5', sourceId: '', outputId: 'alsa-card:output-1', levelDb: 0, pan: 0, ...common },
      {
        id: 'ucx2.2.3',
        sourceId: 'alsa-card:input-3',
        outputId: 'alsa-card:output-2',
        levelDb: -6,
        pan: -20,
        ...common,
      },
      { id: 'ucx2.2.6', sourceId: '', outputId: 'alsa-card:output-2', levelDb: 0, pan: 0, ...common },
    ]);
  });

  test('are set by either address; a level that the fader lacks is refused', async () => {
    await report(desk);
    expect((await desk.patch('/directPath/ucx2.1.2', { levelDb: -9.5 })).status).toBe(200);
    expect((await desk.get(`${root}/mix/1/2`)).body.levelDb).toBe(-9.5);
    for (const levelDb of [-100, 7]) {
      const refused = await desk.patch('/directPath/ucx2.1.2', { levelDb });
      expect([refused.status, refused.body.errors[0]?.field]).toEqual([422, 'levelDb']);
    }
    expect((await desk.patch('/directPath/ucx2.1.2', { muted: true })).status).toBe(422);
    expect((await desk.get('/directPath/ucx2.3.1')).status).toBe(404);
  });
});

test('every row answers as every row must', async () => {
  await report(desk);
  for (const path of ['', '/inputs/3', '/outputs/1', '/mix/1/1', '/reassert']) await walkRow(desk, `${root}${path}`);
});
