import { FakeTime, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { grandmasterId, interfaceOf, joinNetwork, locked } from '../net/net-double.ts';
import {
  announce,
  box,
  id,
  plugIn,
  root,
  sessionOf,
  startDesk,
  streamToSend as stream,
  streamOf,
  turns,
} from './netaudio-double.ts';
import { networkTarget } from './paths.ts';

let desk: TestHost;
beforeEach(async () => {
  desk = await startDesk({
    providers: ['console', 'clock', 'channel', 'stagebox', 'patch', 'history', 'net', 'netaudio'],
  });
});
afterEach(() => desk.close());

const own = `${root}/${id}`;
const transmit = (...streams: object[]) => desk.patch(own, { transmit: streams });

/** The network is there, and so is the clock. */
async function connect(state: typeof locked.state = 'locked') {
  await desk.patch('/net', { audioInterface: 'e0' });
  joinNetwork(desk, [interfaceOf('e0', { addresses: ['fe80::1', '10.77.0.1'] })], { ...locked, state });
  await turns();
}

function goesTo(...sent: { id: string; address: string; reason?: string }[]) {
  const value = sent.map(({ id, address, reason = '' }) => {
    return { id, paths: address === '' ? [] : [{ address, port: 5004 }], packets: 1000, dropped: 0, reason };
  });
  desk.audio.target(box).report(own, 'transmitted', value);
  return turns();
}

test('without a device of the driver there is an empty list, and nothing else', async () => {
  desk.audio.become({ devices: desk.audio.devices.filter((each) => each.id !== id) });
  expect((await desk.get(root)).body).toEqual({ devices: [], deviceCount: 0, counters: {}, refused: [], crowd: null });
  for (const path of ['', '/rx/1', '/tx/1', '/subscribe']) expect((await desk.get(own + path)).status).toBe(404);
});

test('the list has own devices, and those that are announced; sessions of the desk itself are none', async () => {
  await connect();
  await announce(desk, sessionOf(), sessionOf({ id: 'own', name: 'FOH', device: 'this-desk', ours: true }));
  desk.audio.target(networkTarget).report(root, 'counters', { sapPackets: 3, sapRefused: 1 });
  expect((await desk.get(root)).body).toEqual({
    devices: [
      {
        ...{ id, name: 'AES67', model: 'aes67-8x8', address: '10.77.0.1', rate: 48_000, latencyMs: 2 },
        ...{ txChannels: 8, rxChannels: 8, clockRole: 'follower', locked: true, online: true, own: true },
      },
      {
        ...{ id: 'stage-left', name: 'stage-left', model: '', address: '10.77.0.2', rate: 48_000, latencyMs: null },
        ...{ txChannels: 2, rxChannels: 0, clockRole: 'unknown', locked: true, online: true, own: false },
      },
    ],
    deviceCount: 2,
    counters: { sapPackets: 3, sapRefused: 1 },
    ...{ refused: [], crowd: null },
  });
  await connect('lost');
  expect((await desk.get(root)).body.devices.map((each: { locked: boolean }) => each.locked)).toEqual([false, false]);
});

test('a device of others shows its sessions, and its channels as a subscription calls them', async () => {
  await announce(desk, sessionOf({ streams: [streamOf(['Vox', 'Vox', ''])] }));
  const { body } = await desk.get(`${root}/stage-left`);
  expect(body).toMatchObject({
    ...{ name: 'stage-left', firstSeenAt: '2026-01-01T00:00:00.000Z', lastSeenAt: '2026-01-01T00:00:00.000Z' },
    sessions: [{ name: 'Stage', via: ['sap'], streams: [{ name: 'Stage', labels: ['Stage/1', 'Stage/2', '3'] }] }],
  });
  expect((await desk.get(`${root}/stage-left/tx/3`)).body).toEqual({
    ...{ label: '3', stream: 'Stage', streamId: '1', channel: 3 },
  });
  expect((await desk.get(`${root}/stage-left/tx/4`)).status).toBe(404);
  expect((await desk.get(`${root}/stage-left/rx/1`)).status).toBe(404);
  expect((await desk.patch(`${root}/stage-left`, { transmit: [] })).status).toBe(405);
});

test('what is reported that is no session is none', async () => {
  const { streams: _streams, ...half } = sessionOf();
  await announce(desk, half as never, { ...sessionOf(), streams: [streamOf([])] }, 'x' as never);
  expect((await desk.get(root)).body.deviceCount).toBe(1);
});

describe('what is sent', () => {
  test('a stream goes to the device, and is announced once that sends it over an interface that is there', async () => {
    expect((await transmit(stream)).status).toBe(200);
    const announced = () => desk.audio.target(networkTarget).value(own, 'announced');
    expect(desk.audio.target(box).value(own, 'transmit')).toEqual([stream]);
    await goesTo({ id: 'foh', address: '239.7.7.7' });
    // What an earlier control process announced stays while nothing is known of the interfaces.
    expect(announced()).toBeUndefined();
    joinNetwork(desk, [], locked);
    await turns();
    expect(announced()).toEqual([]);
    await connect();
    const expected = {
      ...{ id: 'foh', name: 'FOH', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
      ...{ packetTimeUs: 1000, packetFrames: 48, channelLabels: ['Out 1', 'Out 2'] },
      paths: [{ address: '239.7.7.7', port: 5004, ttl: 32 }],
      clock: { grandmasterId, domain: 0 },
    };
    expect(announced()).toEqual([expected]);
    expect((await desk.get(own)).body.announced).toEqual([expected]);
    await connect('lost');
    expect(announced()).toEqual([{ ...expected, clock: null }]);
    await goesTo({ id: 'foh', address: '239.7.7.7', reason: 'no route' });
    expect(announced()).toEqual([]);
    await goesTo({ id: 'foh', address: '239.7.7.7' });
    await transmit({ ...stream, enabled: false });
    expect(announced()).toEqual([]);
  });

  test('its channels are labelled by the operator, or by what is patched', async () => {
    await connect();
    await transmit({ ...stream, firstChannel: 2, channels: 3 });
    await goesTo({ id: 'foh', address: '239.7.7.7' });
    const outputs = [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: `${id}:out-2`, levelDb: 0 }];
    expect((await desk.patch('/patch/outputs', { outputs })).status).toBe(200);
    expect((await desk.patch(`${own}/tx/3`, { label: 'Talk' })).status).toBe(200);
    await turns();
    expect((await desk.get(`${own}/tx/2`)).body).toEqual({
      ...{ label: '', announcedLabel: 'main 1 left', stream: 'FOH', streamId: 'foh', channel: 1 },
    });
    expect((await desk.get(`${own}/tx/1`)).body).toMatchObject({ announcedLabel: 'Out 1', stream: '', channel: 0 });
    expect(desk.audio.target(networkTarget).value(own, 'announced')).toMatchObject([
      { channelLabels: ['main 1 left', 'Talk', 'Out 4'] },
    ]);
  });

  test('two streams of one id, name or address are refused', async () => {
    const twice = await transmit({ ...stream, address: '239.1.1.1' }, { ...stream, address: '239.1.1.1' });
    expect(twice.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'transmit/1/id',
      'transmit/1/name',
      'transmit/1/address',
    ]);
    expect((await transmit(stream, { ...stream, id: 'b', name: 'B' })).status).toBe(200);
  });

  test('what the device refuses is said', async () => {
    desk.audio.target(box).refuse(own, 'dscp', 'this kernel takes none');
    await desk.patch(own, { dscp: 46 });
    await turns();
    expect((await desk.get(own)).body).toMatchObject({ dscp: 46, problem: 'dscp: this kernel takes none' });
  });
});

test('the device gets its interfaces and the clock, and nothing that moves all the time', async () => {
  await connect();
  await desk.patch('/net', { secondAudioInterface: 'e1' });
  const ptp = { state: 'locked', grandmasterId, domain: 0, reason: '' };
  const network = { interfaces: ['e0', 'e1'], utcOffsetS: 37, ptp };
  expect(desk.audio.target(box).value(own, 'network')).toEqual(network);
  const before = desk.audio.target(box).blocks.length;
  const said = {
    domain: 0,
    state: 'locked',
    grandmasterId,
    utcOffsetS: 37,
    reason: '',
    offsetNs: 71,
  };
  desk.audio.target(networkTarget).report('/net', 'ptp', said);
  await turns();
  expect(desk.audio.target(box).blocks.length).toBe(before);
  expect((await desk.get(own)).body.network).toEqual(network);
});

test('while the clock of the network is not observed the device keeps the seconds of TAI that it has', async () => {
  await connect('locked');
  await connect('unobserved');
  expect(desk.audio.target(box).value(own, 'network')).toMatchObject({ interfaces: ['e0'], utcOffsetS: null });
});

test('without the provider of the network no interface is given', async () => {
  await desk.close();
  desk = await startDesk();
  await turns();
  expect(desk.audio.target(box).value(own, 'network')).toMatchObject({ interfaces: [], utcOffsetS: null });
});

test('every row holds what a row must hold', async () => {
  await desk.close();
  desk = await startDesk({ time: new FakeTime() });
  await announce(desk, sessionOf());
  for (const path of ['', '/subscribe', '/rx/1', '/tx/1']) await walkRow(desk, own + path, { runs: 10 });
  for (const path of [root, `${root}/stage-left`, `${root}/stage-left/tx/1`]) await walkRow(desk, path, { runs: 10 });
  plugIn(desk, false);
  expect((await desk.get(own)).body).toMatchObject({ online: false, rate: 0 });
});
