import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GraphNode, GraphPort } from 'rowdesk/provider';
import { FakeTime, serverOf, startTestHost, type TestHost, type TestHostOptions } from 'rowdesk/testing';
import { afterEach, expect, test } from 'vitest';

const providers = ['console', 'channel', 'stagebox', 'patch', 'demo', 'firstSound'];
const io = 'pipewire-0-io';
const devices = [{ id: io, transport: 'pipewire', model: 'pipewire-io-32x32' }];
let desk: TestHost;
let time: FakeTime;
afterEach(() => desk?.close());

const port = (id: string, direction: GraphPort['direction'], channel: number): GraphPort => ({
  ...{ id, direction, channel, label: id, latencyFrames: 0 },
});
const node = (name: string, ports: readonly GraphPort[], changes: Partial<GraphNode> = {}): GraphNode => ({
  ...{ id: `pipewire-0:${name}`, label: name, device: 'pipewire-0', kind: 'device', present: true, driver: 'pipewire' },
  ports,
  ...changes,
});
const own = node('rowdesk', [{ ...port('pipewire-0:rowdesk:in_1', 'sink', 1), devicePort: `${io}:in-1` }], {
  ...{ kind: 'mixer', device: '' },
});
const microphone = (name: string) =>
  node(
    name,
    [2, 1].map((n) => port(`pipewire-0:${name}:capture_${n}`, 'source', n)),
  );
const loudspeaker = (name: string, channels = 2) =>
  node(
    name,
    Array.from({ length: channels }, (_, place) => [
      port(`pipewire-0:${name}:playback_${place + 1}`, 'sink', place + 1),
      port(`pipewire-0:${name}:monitor_${place + 1}`, 'source', place + 1),
    ]).flat(),
  );
const player = node('player', [port('pipewire-0:player:out', 'source', 1)], { kind: 'stream' });
const others = [own, player, loudspeaker('hall'), loudspeaker('room'), microphone('line'), microphone('talk')];
const chosen = { defaultSource: 'pipewire-0:talk', defaultSink: 'pipewire-0:room' };

async function start(options: Partial<TestHostOptions> = {}): Promise<void> {
  time = new FakeTime();
  desk = await startTestHost({ strips: 'all', providers, time, config: { devices }, ...options });
}
const serverComes = (nodes: readonly GraphNode[] = others, server = {}) =>
  desk.audio.graph.become({ others: nodes, servers: [serverOf('pipewire-0', { ...chosen, ...server })] });
const settle = async () => {
  time.advance(1000);
  await new Promise(setImmediate);
};
const sources = async (count = 6) => {
  const rows = Array.from({ length: count }, (_, place) => desk.get(`/channel/input/${place + 1}`));
  return (await Promise.all(rows)).map(({ body }) => body.sourceId);
};
const mainPorts = async () =>
  (await desk.get('/patch')).body.outputs
    .filter(({ strip }: { strip: { index: number } }) => strip.index === 1)
    .map(({ portId }: { portId: string }) => portId);

test('a new desk hears the default microphone first, faders down, and plays low on the default output', async () => {
  await start();
  serverComes();
  expect(desk.host.desk.revision).toBe(0);
  const actors: string[] = [];
  desk.host.desk.onCommit((_revision, _paths, actor) => actors.push(actor));
  await settle();
  expect(actors.filter((actor) => actor === 'firstSound')).toHaveLength(1);
  expect(await sources()).toEqual([
    ...['talk:capture_1', 'talk:capture_2', 'line:capture_1', 'line:capture_2'].map((id) => `pipewire-0:${id}`),
    ...['', ''],
  ]);
  expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
  expect((await desk.get('/channel/main/1')).body.levelDb).toBe(-20);
  expect(await mainPorts()).toEqual(['pipewire-0:room:playback_1', 'pipewire-0:room:playback_2']);
});

test('without a choice of the server the node with the highest priority comes first, and one channel takes both legs', async () => {
  await start();
  const drivers = [{ node: 'pipewire-0:mono', priority: 9, rate: 0, quantum: 0 }];
  serverComes([...others, loudspeaker('mono', 1)], { defaultSource: '', defaultSink: '', drivers });
  await settle();
  expect(await mainPorts()).toEqual(['pipewire-0:mono:playback_1', 'pipewire-0:mono:playback_1']);
  expect((await sources(1))[0]).toBe('pipewire-0:line:capture_1');
});

test('a card that fails, an absent one and a server whose links are not ours are left alone', async () => {
  await start();
  serverComes([own, { ...microphone('line'), reason: 'no signal' }, { ...loudspeaker('hall'), present: false }]);
  await settle();
  serverComes(others, { readOnly: 'it only reads' });
  await settle();
  serverComes(others.filter((each) => each !== own));
  await settle();
  expect(desk.host.desk.revision).toBe(0);
});

test('the patch waits until the server has listed its cards', async () => {
  await start();
  serverComes([own, microphone('talk')]);
  time.advance(900);
  serverComes();
  time.advance(900);
  expect(desk.host.desk.revision).toBe(0);
  time.advance(100);
  expect(desk.host.desk.revision).toBeGreaterThan(0);
});

test('a desk that was written to, or used before, keeps its patch, and what is unpatched stays so', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-first-'));
  await start({ stateFolder });
  serverComes();
  await settle();
  await desk.patch('/channel/input/1', { sourceId: '' });
  serverComes([...others, microphone('new')]);
  await settle();
  expect((await sources(1))[0]).toBe('');
  await desk.close();
  await start({ stateFolder });
  serverComes();
  await settle();
  expect((await sources(2))[0]).toBe('');
  await desk.close();
  rmSync(stateFolder, { recursive: true });

  await start();
  await desk.patch('/channel/input/9', { name: 'Mine' });
  serverComes();
  await settle();
  expect(await sources(1)).toEqual(['']);
});

test.each(['alsa', 'jack'])(
  'a new desk on a device of %s hears its first ports and plays low on its first outputs',
  async (transport) => {
    await start({ config: { devices: [{ id: 'card', transport, model: 'card-2x4' }] } });
    await settle();
    await settle();
    expect(await sources(3)).toEqual(['card:in-1', 'card:in-2', '']);
    expect((await desk.get('/channel/input/1')).body.levelDb).toBe(-144);
    expect((await desk.get('/channel/main/1')).body.levelDb).toBe(-20);
    expect(await mainPorts()).toEqual(['card:out-1', 'card:out-2']);
    expect(desk.host.summary.lines.slice(1)).toEqual([
      'in:  card 1 -> input 1, card 2 -> input 2',
      'out: main 1 (-20 dB) -> card, main 2 (fader down) -> card',
    ]);
  },
);

test('a card without outputs is heard, one output takes both legs, and without ports nothing is patched', async () => {
  const on = async (model: string) => {
    await start({ config: { devices: [{ id: 'card', transport: 'alsa', model }] } });
    await settle();
    const patched = [...(await sources(2)), ...(await mainPorts())].filter((id) => id.startsWith('card:'));
    await desk.close();
    return patched;
  };
  expect(await on('card-1x0')).toEqual(['card:in-1']);
  expect(await on('card-0x1')).toEqual(['card:out-1', 'card:out-1']);
  expect(await on('card-0x0')).toEqual([]);
});

test('on a desk that a box of its own plays it does nothing, and beside a server the demo plays nothing', async () => {
  await start({ config: { devices: [{ id: 'usb-1', transport: 'usb', model: 'box-8x8' }] } });
  serverComes();
  await settle();
  expect(desk.host.desk.revision).toBe(0);
  await desk.close();
  await start();
  await settle();
  expect(desk.host.desk.revision).toBe(0);
});
