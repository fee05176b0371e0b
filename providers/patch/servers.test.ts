import { FakeTime, linkOf, serverOf, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Direction = 'source' | 'sink';
const box = 'virtual-32x16';
const row = '/patch/servers/pw';

const node = (id: string, ports: readonly (readonly [name: string, direction: Direction])[], changes: object = {}) => ({
  ...{ id: `pw:${id}`, label: id, device: 'pw', kind: 'device' as const, present: true, driver: 'pipewire' },
  ports: ports.map(([name, direction], place) => ({
    ...{ id: `pw:${id}:${name}`, label: name, direction, latencyFrames: null },
    channel: ports.slice(0, place + 1).filter((port) => port[1] === direction).length,
  })),
  ...changes,
});
const card = (changes: object = {}) =>
  node(
    'card',
    [0, 1, 2].map((n) => [`AUX${n}`, 'source'] as const),
    changes,
  );
const hall = node('hall', [['playback_FL', 'sink'] as const, ['monitor_FL', 'source'] as const]);
/** The desk's node: the virtual stagebox stands for its device. */
const own = (changes: object = {}) => {
  const made = node('rowdesk', [...named('in', 'sink', 32), ...named('out', 'source', 16)], {
    kind: 'mixer',
    device: '',
  });
  const ports = made.ports.map((port) => {
    const name = port.id.slice('pw:rowdesk:'.length).replace('_', '-');
    return { ...port, devicePort: `${box}:${name}` };
  });
  return { ...made, ports, ...changes };
};
const named = (name: string, direction: Direction, count: number) =>
  Array.from({ length: count }, (_, n) => [`${name}_${n + 1}`, direction] as const);

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'source', 'talkback', 'cue'], time });
  desk.audio.graph.become({ servers: [serverOf('pw', { label: 'PipeWire' })], others: [card(), hall, own()] });
});
afterEach(() => desk.close());

const assigned = async () =>
  ((await desk.get(row)).body.ports as { portId: string; devicePort: string }[]).map(
    ({ portId, devicePort }) => `${portId} ${devicePort}`,
  );
const links = async () =>
  ((await desk.get(row)).body.links as { from: string; to: string }[]).map((l) => `${l.from} ${l.to}`);
const hear = (index: number, sourceId: string) => desk.patch(`/channel/input/${index}`, { sourceId });
const missing = async () =>
  (await desk.get('/patch')).body.missing.map(
    ({ edge, reason }: { edge: string; reason: string }) => `${edge}: ${reason}`,
  );
const play = (...ports: string[]) =>
  desk.patch('/patch/outputs', {
    outputs: ports.map((portId) => ({ strip: { kind: 'main', index: 1 }, leg: 'left', portId, levelDb: 0 })),
  });

test('each port of a server that is patched takes the lowest free port of the device, and asks for its link', async () => {
  await hear(1, 'pw:card:AUX1');
  await hear(2, `${box}:in-2`);
  await hear(3, 'pw:card:AUX0');
  await hear(4, 'pw:card:AUX1');
  await play('driving:out-1', 'pw:hall:playback_FL');
  expect(await assigned()).toEqual([
    `pw:card:AUX1 ${box}:in-1`,
    `pw:card:AUX0 ${box}:in-3`,
    `pw:hall:playback_FL ${box}:out-2`,
  ]);
  expect(await links()).toEqual(['card:AUX1 rowdesk:in_1', 'card:AUX0 rowdesk:in_3', 'rowdesk:out_2 hall:playback_FL']);
  expect(desk.audio.target('graph:pw').value(row, 'links')).toEqual((await desk.get(row)).body.links);
  expect((await desk.get('/history')).body.items ?? []).not.toContainEqual(expect.objectContaining({ actor: 'patch' }));
});

test('spares, right legs, talkbacks and the cue take ports too', async () => {
  await desk.patch('/channel/aux/1', { sourceId: 'pw:card:AUX1' });
  await desk.patch('/channel/input/1', { spareSourceId: 'pw:card:AUX0' });
  await desk.patch('/talkback/1', { sourceId: 'pw:hall:monitor_FL' });
  await desk.patch('/cue', { outputs: ['pw:hall:playback_FL'] });
  const { ports } = (await desk.get(row)).body;
  expect(ports.map(({ portId, nextPortId }: { portId: string; nextPortId: string }) => [portId, nextPortId])).toEqual([
    ['pw:card:AUX1', 'pw:card:AUX2'],
    ['pw:card:AUX2', ''],
    ['pw:card:AUX0', ''],
    ['pw:hall:monitor_FL', ''],
    ['pw:hall:playback_FL', ''],
  ]);
});

test('the mixer plays a port once its link is there, and not while it is gone', async () => {
  await hear(1, 'pw:card:AUX0');
  const active = () => (desk.audio.target('mixer').value(row, 'ports') as { active: boolean }[])[0]?.active;
  expect([active(), await missing()]).toEqual([
    false,
    ['pw:card:AUX0~-mixer:input-1: PipeWire has not made the link yet'],
  ]);
  desk.audio.graph.become({ links: [linkOf('pw:card:AUX0', 'pw:rowdesk:in_1')] });
  expect(await missing()).toEqual([]);
  expect(active()).toBe(true);
  desk.audio.graph.become({ links: [], others: [card({ present: false }), hall, own()] });
  expect(await missing()).toEqual(['pw:card:AUX0~-mixer:input-1: card is not there; PipeWire has no such node now']);
  expect(active()).toBe(false);
  expect(await links()).toEqual(['card:AUX0 rowdesk:in_1']);
});

test('an assignment outlives the server and a device without ports; what is used no more goes after its fade', async () => {
  await hear(1, 'pw:card:AUX0');
  await hear(2, 'pw:card:AUX1');
  const before = (await desk.get(row)).body;
  const away = serverOf('pw', { present: false, reason: 'the socket is gone' });
  desk.audio.graph.become({ servers: [away], others: [] });
  await hear(3, 'pw:card:AUX0');
  expect((await desk.get(row)).body).toEqual(before);
  expect((await missing())[0]).toContain('pw is not there: the socket is gone');
  desk.audio.graph.become({ servers: [serverOf('pw', { label: 'PipeWire' })], others: [card(), hall, own()] });
  expect((await desk.get(row)).body).toEqual(before);
  await hear(2, '');
  expect(await assigned()).toHaveLength(2);
  time.advance(250);
  await hear(4, 'pw:card:AUX2');
  expect(await assigned()).toEqual([`pw:card:AUX0 ${box}:in-1`, `pw:card:AUX2 ${box}:in-2`]);
});

test('a port that the patch has by itself moves the server port that had it', async () => {
  await hear(1, 'pw:card:AUX0');
  await hear(2, `${box}:in-1`);
  expect(await assigned()).toEqual([`pw:card:AUX0 ${box}:in-2`]);
  desk.audio.graph.become({ links: [linkOf('pw:other:out', 'pw:rowdesk:in_3', 'qpwgraph')] });
  await hear(3, 'pw:card:AUX1');
  expect(await assigned()).toEqual([`pw:card:AUX0 ${box}:in-2`, `pw:card:AUX1 ${box}:in-4`]);
});

test('what is written to the row of a server by hand is mended', async () => {
  await hear(1, 'pw:card:AUX0');
  const before = (await desk.get(row)).body;
  await desk.patch(row, { ports: [], links: [{ from: 'card:AUX2', to: 'rowdesk:in_1' }] });
  expect((await desk.get(row)).body).toEqual(before);
  const chosen = [{ portId: 'pw:card:AUX0', devicePort: `${box}:in-9`, nextPortId: '', active: false }];
  await desk.patch(row, { ports: chosen });
  expect(await links()).toEqual(['card:AUX0 rowdesk:in_9']);
});

test('missing says why: no port, no node, the wrong way, a failing card, no device, no free port, another clock', async () => {
  const why = async () => (await missing()).map((text: string) => text.replace(/^.*~-[^ ]* /, ''));
  const reasonsFor = async (portId: string) => {
    await hear(1, portId);
    return why();
  };
  await play();
  expect(await reasonsFor('pw:card:AUX9')).toEqual(['card of PipeWire has no such port']);
  expect(await reasonsFor('pw:gone:x')).toEqual(['pw:gone is not there; PipeWire has no such node now']);
  expect(await reasonsFor('pw:hall:playback_FL')).toEqual(['playback_FL of hall takes sound and gives none']);
  expect(await reasonsFor('pw:rowdesk:out_1')).toEqual([`it is a port of the desk itself, ${box}:out-1`]);
  desk.audio.graph.become({ others: [card({ reason: 'its card fails' }), hall, own()] });
  expect(await reasonsFor('pw:card:AUX0')).toEqual(['card has no sound: its card fails']);
  desk.audio.graph.become({ others: [card(), hall] });
  expect(await why()).toEqual([expect.stringMatching(/ has no port .*:in-\d at PipeWire now$/)]);
  await hear(1, '');
  time.advance(250);
  expect(await reasonsFor('pw:card:AUX1')).toEqual([expect.stringContaining('the desk has no ports at PipeWire')]);

  desk.audio.graph.become({ others: [card(), hall, own()], servers: [serverOf('pw', { readOnly: 'only read' })] });
  expect(await why()).toEqual(['pw does not link it: only read']);
  const { clock, devices } = desk.audio;
  desk.audio.become({ clock: { ...clock, driving: 'other' } });
  expect((await why())[0]).toMatch(/^the mixer runs by other, not by /);
  const few = devices.map((device) => ({ ...device, ports: device.ports.filter(({ channel }) => channel === 1) }));
  desk.audio.become({ clock, devices: few });
  await hear(2, 'pw:card:AUX0');
  expect(await why()).toContainEqual(expect.stringMatching(/^all 1 inputs of .* are in use; inputs in the config of/));
  expect(desk.audio.target('mixer').value(row, 'ports')).toHaveLength(1);
});

test('the refusal of the server is the reason of its missing link', async () => {
  desk.audio.target('graph:pw').refuse(row, 'links', 'card:AUX0 to rowdesk:in_1: no formats in common');
  await hear(1, 'pw:card:AUX0');
  expect(await missing()).toEqual([expect.stringContaining('no formats in common')]);
});

test('a strip on a port of a server is present while that is there, and a fader moves no assignment', async () => {
  await hear(1, 'pw:card:AUX0');
  const watched = await desk.watch('/channel/input/1');
  expect((await watched.next()).row.present).toBe(true);
  desk.audio.graph.become({ others: [card({ present: false }), hall, own()] });
  expect((await watched.next()).row.present).toBe(false);
  watched.close();
  expect((await desk.get('/channel/input/1/preamp')).status).toBe(424);
  const { sources } = await listed();
  expect(sources.find(({ id }: { id: string }) => id === 'pw:card:AUX0')).toMatchObject({
    ...{ kind: 'server', device: 'pw:card', port: 'AUX0', connector: '', present: false },
    usedBy: [{ kind: 'input', index: 1 }],
  });
});

/** Hot inputs are listened to for a moment. */
async function listed() {
  const asked = desk.get('/source');
  for (let n = 0; n < 20; n++) {
    await new Promise((resolve) => setImmediate(resolve));
    time.advance(50);
  }
  return (await asked).body;
}

test('a loop through the server is refused: by a monitor, or by a link of another client between ports of the desk', async () => {
  await play('pw:hall:playback_FL');
  expect((await hear(1, 'pw:hall:monitor_FL')).body).toMatchObject({ params: { reason: 'loop' } });
  await play('driving:out-1');
  desk.audio.graph.become({ links: [linkOf('pw:rowdesk:out_1', 'pw:rowdesk:in_7', 'pw-link')] });
  expect((await hear(1, `${box}:in-7`)).body).toMatchObject({ params: { reason: 'loop' } });
  expect((await hear(1, `${box}:in-8`)).status).toBe(200);
});
