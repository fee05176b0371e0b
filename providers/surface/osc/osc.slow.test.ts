import { connect } from 'node:net';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeBundle, encodeMessage, float, integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { type ReadMessage, readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { framed, Unframer } from './framing.ts';
import { type OpenedSurface, openOsc, UdpPeer } from './osc-fixture.ts';

const providers = ['console', 'channel', 'cue', 'history', 'meters', 'streams', 'surface', 'warnings'];
const level = '/channel/input/1/levelDb';

let desk: TestHost;
let surface: OpenedSurface;
let peers: UdpPeer[];
beforeEach(async () => {
  desk = await startTestHost({ providers });
  surface = await openOsc(desk.url);
  peers = [];
});
afterEach(async () => {
  for (const peer of peers) peer.close();
  await surface.close();
  await desk.close();
});

async function join(address?: string): Promise<UdpPeer> {
  const peer = await UdpPeer.open(surface, address);
  peers.push(peer);
  return peer;
}

const row = async (path: string) => (await desk.get(path)).body;
/** Looks until the desk shows it. */
async function shows(path: string, fields: object): Promise<void> {
  const watched = await desk.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (Object.entries(fields).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value))) break;
  }
  watched.close();
}

test('an address is the path of a row with its field; a float is the nearest step of the field', async () => {
  const peer = await join();
  peer.send(level, float(-6.13));
  await shows('/channel/input/1', { levelDb: -6.1 });
  peer.send('/channel/input/1/name', text('Vox'));
  await shows('/channel/input/1', { name: 'Vox' });
  peer.send('/channel/input/1/muted', integer(1));
  await shows('/channel/input/1', { muted: true });
  peer.send('/channel/input/1/dcas', text('[1,2]'));
  await shows('/channel/input/1', { dcas: [1, 2] });
});

test('without arguments it is a question, of a field or of a whole row', async () => {
  const peer = await join();
  await desk.patch('/channel/input/1', { levelDb: -12.5, muted: true });
  peer.send(level);
  expect(await peer.values(level)).toEqual([-12.5]);
  peer.send('/channel/input/1/muted');
  expect(await peer.values('/channel/input/1/muted')).toEqual([true]);
  peer.send('/subscribe', text('/console/name'));
  peer.send('/channel/input/1');
  expect(await peer.values('/channel/input/1/index')).toEqual([1]);
  expect(await peer.values('/channel/input/1/dcas')).toEqual(['[]']);
});

test.each([
  [level, float(60), 'out-of-range', 422],
  [level, text('loud'), 'wrong-type', 422],
  [level, { type: 'b', value: Uint8Array.of(1) } as const, 'wrong-type', 422],
  ['/channel/input/1/mutedBy', text('[]'), 'read-only', 422],
  ['/channel/input/1/nothing', float(1), 'unknown-field', 422],
  ['/nowhere/at/all', float(1), 'unknown-row', 404],
  ['/channel/input/{1/levelDb', float(1), 'bad-address', 400],
  ['/channel/input/[1/levelDb', float(1), 'bad-address', 400],
])('%s with %j is refused as %s, and nothing changes', async (address, argument, code, status) => {
  const peer = await join();
  const { revision } = desk.host.desk;
  peer.send(address, argument);
  expect(await peer.values('/refusal')).toEqual([address, code, status]);
  expect(desk.host.desk.revision).toBe(revision);
});

test('a message with a type that is not known is refused by its address', async () => {
  const peer = await join();
  peer.sendPacket(Buffer.from('/channel/input/1/levelDb\0\0\0\0,r\0\0\x01\x02\x03\x04', 'latin1'));
  expect(await peer.values('/refusal')).toEqual([level, 'unreadable-type', 400]);
});

test('a pattern writes and shows what it matches, and its * stands within a segment only', async () => {
  const peer = await join();
  peer.send('/subscribe', text('/console/name'));
  peer.send('/channel/input/[1-3]/muted', { type: 'T', value: true });
  await shows('/channel/input/3', { muted: true });
  expect((await row('/channel/input/4')).muted).toBe(false);
  peer.send('/channel/{dca,main}/1/le*Db');
  expect(await peer.values('/channel/main/1/levelDb')).toEqual([-144]);
  expect(await peer.values('/channel/dca/1/levelDb')).toEqual([0]);
  peer.send('/channel/*');
  expect(await peer.values('/channel/strips')).toEqual([expect.any(String)]);
  expect(peer.heard.filter(({ address }) => address.startsWith('/channel/input'))).toEqual([]);
  peer.send('/nowhere/*', float(1));
  expect(await peer.values('/refusal')).toEqual(['/nowhere/*', 'unknown-row', 404]);
});

test('JSON in a text writes several fields of a row at once, all or none', async () => {
  const peer = await join();
  peer.send('/channel/input/1', text('{"levelDb":-3,"muted":true}'));
  await shows('/channel/input/1', { levelDb: -3, muted: true });
  peer.send('/channel/input/1', text('{"levelDb":-9,"pan":500}'));
  expect(await peer.values('/refusal')).toEqual(['/channel/input/1/pan', 'out-of-range', 422]);
  expect((await row('/channel/input/1')).levelDb).toBe(-3);
});

test('a task runs, with its extra fields in one bundle', async () => {
  const peer = await join();
  await desk.patch('/channel/input/1', { muted: true });
  peer.sendPacket(
    encodeBundle([
      { address: '/history/cursor/undo/running', args: [{ type: 'T', value: true }] },
      { address: '/history/cursor/undo/override', args: [{ type: 'T', value: true }] },
    ]),
  );
  await shows('/channel/input/1', { muted: false });
});

test('a bundle is one commit and one step of the history, in the name of its peer; or nothing at all', async () => {
  const peer = await join();
  const { revision } = desk.host.desk;
  peer.sendPacket(
    encodeBundle([
      { address: level, args: [float(-6)] },
      { address: '/channel/input/2/levelDb', args: [float(-7)] },
      { address: '/channel/input/1/sends/mix/1/levelDb', args: [float(-8)] },
    ]),
  );
  await shows('/channel/input/1/sends/mix/1', { levelDb: -8 });
  expect(desk.host.desk.revision).toBe(revision + 1);
  const [entry] = (await row('/history')).entries;
  expect(entry).toMatchObject({ actor: `surface:osc 127.0.0.1:${peer.port}`, count: 3 });
  peer.sendPacket(
    encodeBundle([
      { address: level, args: [float(-1)] },
      { address: '/channel/input/2/levelDb', args: [float(99)] },
    ]),
  );
  expect(await peer.values('/refusal')).toEqual(['/channel/input/2/levelDb', 'out-of-range', 422]);
  expect((await row('/channel/input/1')).levelDb).toBe(-6);
  expect(desk.host.desk.revision).toBe(revision + 1);
});

/** A bundle with a time tag. */
function timed(atMs: number, value: number): Uint8Array {
  const packet = encodeBundle([{ address: level, args: [float(value)] }]);
  const view = new DataView(packet.buffer);
  view.setUint32(8, Math.floor(atMs / 1000) + 2_208_988_800);
  view.setUint32(12, ((atMs % 1000) / 1000) * 2 ** 32);
  return packet;
}

test('a bundle waits for its time; the past is now, and what is too far ahead is refused', async () => {
  const peer = await join();
  const at = Date.now() + 700;
  peer.sendPacket(timed(at, -20));
  peer.sendPacket(timed(Date.now() - 5000, -10));
  await shows('/channel/input/1', { levelDb: -10 });
  await shows('/channel/input/1', { levelDb: -20 });
  expect(Date.now()).toBeGreaterThanOrEqual(at);
  peer.sendPacket(timed(Date.now() + 120_000, -30));
  expect(await peer.values('/refusal')).toEqual([level, 'too-far-ahead', 400]);
});

test('a subscription shows what is there, and each change; counts and indexes are integers', async () => {
  const peer = await join();
  peer.send('/subscribe', text('/channel/input/*/levelDb'));
  expect(await peer.values('/subscribed')).toEqual(['/channel/input/*/levelDb', 10]);
  expect(await peer.values('/channel/input/8/levelDb')).toEqual([-144]);
  await desk.patch('/channel/input/7', { levelDb: -3 });
  expect(await peer.values('/channel/input/7/levelDb', ([value]) => value === -3)).toEqual([-3]);
  peer.send('/subscribe', text('/channel/input/2/*'));
  expect(await peer.values('/channel/input/2/index')).toEqual([2]);
});

test('what a peer wrote is not sent back to it, unless it asks, and others get it', async () => {
  const [one, other] = [await join(), await join()];
  for (const peer of [one, other]) {
    peer.send('/subscribe', text(level));
    await peer.values(level);
    peer.forget();
  }
  one.send(level, float(-5));
  expect(await other.values(level)).toEqual([-5]);
  await one.answered();
  expect(one.heard.filter(({ address }) => address === level)).toEqual([]);
  one.send('/echo', { type: 'T', value: true });
  one.send(level, float(-4));
  expect(await one.values(level)).toEqual([-4]);
});

test('a peer whose value was refused is shown the true one', async () => {
  const peer = await join();
  await desk.patch('/channel/input/1', { levelDb: -11 });
  peer.send('/subscribe', text(level));
  await peer.values(level);
  peer.forget();
  peer.send(level, float(99));
  expect(await peer.values('/refusal')).toEqual([level, 'out-of-range', 422]);
  expect(await peer.values(level)).toEqual([-11]);
});

test('a role writes what it may: view nothing, mix strips, run all', async () => {
  const peer = await join();
  await surface.change({ role: 'view' });
  peer.send(level, float(-5));
  expect(await peer.values('/refusal')).toEqual([level, 'role', 403]);
  await surface.change({ role: 'mix' });
  peer.forget();
  peer.send(level, float(-5));
  await shows('/channel/input/1', { levelDb: -5 });
  for (const address of ['/console/name', '/channel/input/1/sourceId']) {
    peer.forget();
    peer.send(address, text('x'));
    expect(await peer.values('/refusal')).toEqual([address, 'role', 403]);
  }
  await surface.change({ role: 'run' });
  peer.send('/console/name', text('x'));
  await shows('/console', { name: 'x' });
});

test('the lock of the console for surfaces holds for its peers', async () => {
  const peer = await join();
  await desk.patch('/console', { locked: 'surface' });
  peer.send(level, float(-5));
  expect(await peer.values('/refusal')).toEqual([level, 'console-locked', 423]);
});

test('a machine off the list gets nothing, and its address is shown; on the list it takes part', async () => {
  await surface.change({ addresses: ['192.0.2.1'] });
  const stranger = await join('127.0.0.2');
  const friend = await join();
  stranger.send(level, float(-5));
  stranger.send(level);
  await friend.answered();
  await expect.poll(() => surface.report().strangers.map(({ address }) => address)).toEqual(['127.0.0.2']);
  expect([stranger.heard, (await row('/channel/input/1')).levelDb]).toEqual([[], -144]);
  friend.send('/subscribe', text(level));
  await friend.values('/subscribed');
  await surface.change({ addresses: [] });
  await surface.change({ addresses: ['127.0.0.2'] });
  stranger.send(level, float(-5));
  await shows('/channel/input/1', { levelDb: -5 });
  // Other settings end no subscription, and its feedback finds the new socket.
  await friend.values(level, ([value]) => value === -5);
  await expect
    .poll(() => surface.report().peers.map(({ address, port }) => [address, port]))
    .toContainEqual(['127.0.0.2', stranger.port]);
});

test('an address with a port gets the answers there', async () => {
  const asks = await join('127.0.0.3');
  const hears = await join('127.0.0.3');
  await surface.change({ addresses: [`127.0.0.3:${hears.port}`] });
  asks.send(level);
  expect(await hears.values(level)).toEqual([-144]);
  expect(asks.heard).toEqual([]);
});

test('without a subscription a peer gets at most four times its bytes', async () => {
  const peer = await join();
  // 28 bytes ask for a row of some hundred.
  peer.send('/channel/input/1');
  await peer.answered();
  const size = peer.heard.reduce((sum, { address }) => sum + address.length, 0);
  expect(size).toBeLessThan(4 * (28 + 20));
  await expect.poll(() => surface.report().peers[0]?.dropped).toBeGreaterThan(0);
});

test('the seventeenth peer that subscribes is refused', async () => {
  for (let n = 0; n < 16; n += 1) {
    const peer = await join();
    peer.send('/subscribe', text(level));
    await peer.values('/subscribed');
  }
  const last = await join();
  last.send('/subscribe', text(level));
  expect(await last.values('/refusal')).toEqual([level, 'too-many-peers', 429]);
});

test('garbage is counted, and answered with nothing', async () => {
  const peer = await join();
  for (const bytes of ['', 'x', '/a', '#bundle\0', '\0\0\0\0']) peer.sendPacket(Buffer.from(bytes));
  await peer.answered();
  expect(peer.heard).toHaveLength(1);
  await expect.poll(() => surface.report().peers[0]?.dropped).toBe(5);
});

test.each(['slip', 'length'] as const)(
  'over TCP, framed by %s, answers come framed alike, whole rows too',
  async (framing) => {
    const socket = connect(surface.port, '127.0.0.1');
    const frames = new Unframer();
    const heard: ReadMessage[] = [];
    try {
      const all = new Promise<void>((resolve) => {
        socket.on('data', (bytes) => {
          for (const packet of frames.take(bytes))
            heard.push(...readParcels(packet).flatMap(({ messages }) => messages));
          if (heard.some(({ address }) => address === '/channel/input/1/sourceSelected')) resolve();
        });
      });
      // In pieces, as streams come.
      const packet = framed(encodeMessage({ address: '/channel/input/1', args: [] }), framing);
      socket.write(packet.subarray(0, 7));
      socket.write(packet.subarray(7));
      await all;
      expect(frames.framing).toBe(framing);
      expect(heard).toContainEqual({ address: level, values: [-144], unreadable: '' });
    } finally {
      socket.destroy();
    }
  },
);

test('what a program sends over TCP before it leaves at once is written', async () => {
  const socket = connect(surface.port, '127.0.0.1');
  socket.end(framed(encodeMessage({ address: level, args: [float(-8.5)] }), 'length'));
  await shows('/channel/input/1', { levelDb: -8.5 });
});
