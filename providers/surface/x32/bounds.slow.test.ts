import * as fc from 'fast-check';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { integer, type OpenedSurface, type OpenOptions, openX32, X32Peer } from './x32-fixture.ts';

const providers = [
  'console',
  'channel',
  'cue',
  'meters',
  'patch',
  'scenes',
  'source',
  'stagebox',
  'streams',
  'surface',
];

let desk: TestHost;
let surface: OpenedSurface | undefined;
let peers: X32Peer[];
beforeEach(async () => {
  peers = [];
  desk = await startTestHost({ providers: [...providers, 'history', 'safety', 'talkback', 'warnings'] });
});
afterEach(async () => {
  for (const peer of peers) peer.close();
  await surface?.close();
  surface = undefined;
  await desk.close();
});

async function open(options: OpenOptions = {}): Promise<X32Peer> {
  surface = await openX32(desk.url, options);
  return join();
}

async function join(address?: string): Promise<X32Peer> {
  const peer = await X32Peer.open((surface as OpenedSurface).port, address);
  peers.push(peer);
  return peer;
}

/** The floats of a blob: their count and they themselves, the lowest byte first. */
function floatsIn(blob: unknown): readonly number[] {
  const bytes = blob as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(bytes.length).toBe(4 + view.getInt32(0, true) * 4);
  return Array.from({ length: view.getInt32(0, true) }, (_, n) => view.getFloat32(4 + n * 4, true));
}

test('a machine that is not listed gets nothing, changes nothing, and is shown', async () => {
  const own = await open();
  const stranger = await join('127.0.0.2');
  for (const address of ['/info', '/xinfo', '/xremote', '/ch/01/mix/fader']) stranger.send(address);
  stranger.send('/ch/01/mix/fader', 1);
  stranger.send('/meters', '/meters/1');
  await own.answered();
  await vi.waitFor(() => expect(surface?.report().strangers).toMatchObject([{ address: '127.0.0.2' }]));
  expect(stranger.heard).toEqual([]);
  expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
});

test('four clients of an address follow; a fifth is counted, and gets no changes', async () => {
  const all = [await open(), await join(), await join(), await join(), await join()];
  for (const peer of all) {
    peer.follow();
    await peer.ask('/ch/01/mix/on');
  }
  await vi.waitFor(() => {
    const followed = surface?.report().peers.map(({ subscriptions }) => subscriptions) ?? [];
    expect([...followed].sort()).toEqual([0, 1, 1, 1, 1]);
  });
  await desk.patch('/channel/input/1', { muted: true });
  // What was asked twice has an answer more.
  for (const peer of all.slice(0, 4)) await peer.values('/ch/01/mix/on', ([on]) => on === 0);
  const last = all[4] as X32Peer;
  await last.answered();
  expect(last.heard.filter(({ values }) => values[0] === 0)).toEqual([]);
});

test('patterns, addresses that there are not, wrong types and garbage get no answer, and others go on', async () => {
  const peer = await open();
  for (const address of ['/ch/*/mix/fader', '/ch/{01,02}/mix/on', '/nothing', '/ch/33/mix/fader', '/ch'])
    peer.send(address);
  peer.send('/ch/01/eq/1/type', integer(99));
  peer.send('/ch/01/mix/on', 'perhaps');
  peer.send('/node', 'ch/99/mix');
  peer.send('/formatsubscribe', '/all', '/ch/**/mix/on', integer(0), integer(2 ** 31 - 1), integer(1));
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (packet) => peer.sendPacket(packet)),
    { numRuns: 300 },
  );
  await peer.answered();
  expect(peer.heard.filter(({ address }) => address !== '/all' && address !== '/info')).toEqual([]);
  expect((await desk.get('/channel/input/1')).body).toMatchObject({ muted: false, levelDb: -144 });
  await vi.waitFor(() => expect(surface?.report().peers[0]?.dropped).toBeGreaterThan(100));
});

test('a flood of questions and writes of one machine is bounded, and the desk answers others meanwhile', async () => {
  const peer = await open();
  await peer.ask('/ch/01/mix/fader');
  for (let n = 0; n < 20_000; n += 1) {
    peer.send('/ch/01/mix/fader', (n % 1000) / 1000);
    if (n % 500 === 0) expect((await desk.get('/channel/input/1')).status).toBe(200);
  }
  await vi.waitFor(async () => {
    peer.send('/info');
    expect(peer.heard.some(({ address }) => address === '/info')).toBe(true);
  });
});

test('levels come as blobs in the order of the protocol, by the name that a client gives them', async () => {
  const peer = await open();
  peer.follow();
  for (const [number, count] of [
    ...[
      [0, 70],
      [1, 96],
      [2, 49],
      [3, 22],
      [4, 82],
      [5, 27],
      [6, 4],
      [7, 16],
      [8, 6],
    ],
    ...[
      [9, 32],
      [10, 32],
      [11, 5],
      [12, 4],
      [13, 48],
      [14, 80],
    ],
  ] as const) {
    peer.send('/meters', `/meters/${number}`, integer(0), integer(0), integer(1));
    const [blob] = await peer.values(`/meters/${number}`);
    expect([number, floatsIn(blob).length]).toEqual([number, count]);
  }
  for (const number of [15, 16]) {
    peer.send('/meters', `/meters/${number}`);
    const [blob] = await peer.values(`/meters/${number}`);
    expect((blob as Uint8Array).length).toBe(number === 15 ? 204 : 196);
  }
  // Without sound all is silent, and nothing is taken away.
  peer.send('/batchsubscribe', '/mine', '/meters/1', integer(0), integer(0), integer(2));
  const levels = floatsIn((await peer.values('/mine'))[0]);
  expect([levels.slice(0, 32).every((level) => level === 0), levels.slice(32).every((gain) => gain === 1)]).toEqual([
    true,
    true,
  ]);
  peer.send('/batchsubscribe', 'meters/6', '/meters/6', integer(0), integer(0), integer(1));
  expect(floatsIn((await peer.values('meters/6'))[0])).toEqual([0, 1, 1, 0]);
  peer.send('/meters', '/meters/77');
  await peer.answered();
});

test('levels of an XR18 are 1/256 dB: all channels, and one channel by its number', async () => {
  const peer = await open({ model: 'XR18' });
  peer.follow();
  for (const [request, count, firstOpen] of [
    [['/meters/1'], 40, 40],
    [['/meters/0', integer(8)], 8, 2],
  ] as const) {
    peer.send('/meters', ...request);
    const bytes = (await peer.values(request[0]))[0] as Uint8Array;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shorts = Array.from({ length: view.getInt32(0, true) }, (_, n) => view.getInt16(4 + n * 2, true));
    expect([bytes.length, shorts.length]).toEqual([4 + count * 2, count]);
    // Without sound all levels are the lowest, and of gate and dynamics nothing is taken away.
    expect(shorts.every((value, n) => value === (n === firstOpen || n === firstOpen + 1 ? 0 : -32_768))).toBe(true);
  }
});

test('values of addresses come by a name each so many ticks, one or a row of them, until they end', async () => {
  const peer = await open();
  await desk.patch('/channel/input/2', { muted: true });
  peer.send('/subscribe', '/ch/02/mix/on', integer(1));
  expect(await peer.values('/ch/02/mix/on')).toEqual([0]);
  expect(await peer.values('/ch/02/mix/on')).toEqual([0]);
  peer.send('/formatsubscribe', '/mutes', '/ch/**/mix/on', integer(1), integer(4), integer(1));
  const bytes = (await peer.values('/mutes'))[0] as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expect(Array.from({ length: 5 }, (_, n) => view.getInt32(n * 4, true))).toEqual([20, 1, 0, 1, 1]);
  // A name needs no slash, and the ends of addresses go with ids of strips: 31 is the last channel, 32 the first aux input.
  peer.send('/batchsubscribe', 'mutes', '/mix/on', integer(0), integer(63), integer(1));
  const ofStrips = (await peer.values('mutes'))[0] as Uint8Array;
  expect([ofStrips.length, ofStrips[0], ofStrips[1], ofStrips[4], ofStrips[8]]).toEqual([260, 4, 1, 1, 0]);
  peer.send('/unsubscribe', 'mutes');
  peer.send('/renew', '/mutes');
  peer.send('/unsubscribe', '/mutes');
  await peer.answered();
  peer.heard.length = 0;
  await peer.values('/ch/02/mix/on');
  await peer.values('/ch/02/mix/on');
  expect(peer.heard.filter(({ address }) => address === '/mutes')).toEqual([]);
});

test('a mapping names other rows and fields, and one that names what there is not is refused in words', async () => {
  const file = { strips: { '/ch/32': '/channel/input/1', '/ch/01': null }, addresses: { '/config/mute/6': null } };
  const peer = await open({ mapping: 'stage', file });
  peer.send('/ch/32/mix/fader', 0.5);
  await vi.waitFor(async () => expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-10));
  expect(await peer.ask('/ch/01/mix/fader')).toBe(0);
  await expect(surface?.change({ mapping: 'none' })).rejects.toThrow('there is no mapping');
  await expect(openX32(desk.url, { mapping: 'bad', file: { strips: { '/ch/99': null } } })).rejects.toThrow(
    'strips: X32 has no /ch/99',
  );
});

test('a role that may not write shows what is so', async () => {
  const peer = await open({ role: 'view' });
  peer.follow();
  await peer.ask('/ch/01/mix/fader');
  peer.send('/ch/01/mix/fader', 1);
  expect(await peer.values('/ch/01/mix/fader')).toEqual([0]);
  expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
});
