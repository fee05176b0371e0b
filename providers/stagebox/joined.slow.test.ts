// A box of two devices in rows: one with the sound, one with the preamps.
import { FakeTime, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { control, joinedBox, sound } from './joined-fixture.ts';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({
    time,
    providers: ['console', 'channel', 'stagebox', 'patch', 'source', 'patchbay', 'cue', 'talkback'],
  });
  desk.audio.target(`stagebox:${control}`);
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices)] });
});
afterEach(() => desk.close());

const target = (id: string) => desk.audio.target(`stagebox:${id}`);
const writable = async (path: string) => {
  const { fields } = await desk.options(path);
  return Object.keys(fields).filter((name) => fields[name]?.access === 'rw');
};

test('people see one box, and which device has its sound', async () => {
  const model = (await desk.get('/stageboxModel')).body.models.find(
    ({ token }: { token: string }) => token === 'rme-babyface-pro',
  );
  const inputCount = model.inputs.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  const counts = { inputCount, outputCount: model.outputCount };
  expect((await desk.get('/stagebox')).body.items).toEqual([
    {
      ...{ id: 'pre', label: 'Preamps', model: 'rme-babyface-pro', transport: 'usb', driver: 'preamps', present: true },
      ...{ audio: sound, control: 'pre', missing: '', reason: '', ...counts },
    },
  ]);
  expect((await desk.get('/stagebox/pre/inputs/1')).body.sourceId).toBe(`${sound}:in-3`);
  expect((await desk.get('/stagebox/pre/inputs/3')).body.sourceId, 'without sound').toBe('');
  expect((await desk.get('/patchbay/stageboxes')).body.devices).toMatchObject([{ id: 'pre', present: true }]);
  expect((await desk.get('/patchbay/devices')).body.devices).toMatchObject([{ id: sound }]);
  expect((await desk.get('/stagebox/pre')).body).toMatchObject({ audio: sound, control: 'pre', missing: '' });
  expect((await desk.get(`/stagebox/${sound}`)).body).toMatchObject({ partOf: 'pre', present: true });
});

test('a box says which one of several it is, as its halves do', async () => {
  expect((await desk.get('/stagebox/pre')).body).toMatchObject({ serial: '', address: '' });
  const [half] = desk.audio.devices;
  const [found] = desk.audio.found;
  if (half === undefined || found === undefined) throw new Error('there is no stagebox');
  desk.audio.become({ devices: [{ ...half, identity: { serial: '2301', usbPort: '1-4' } }] });
  desk.audio.become({ found: [{ ...found, id: sound, address: '1-4' }] });
  expect((await desk.get('/stagebox/pre')).body).toMatchObject({ serial: '2301', address: '1-4' });
  desk.audio.become({ found: [...desk.audio.found, { ...found, id: 'pre', address: '10.0.0.7' }] });
  expect((await desk.get('/stagebox/pre')).body.address, 'where its preamps are spoken to').toBe('10.0.0.7');
});

test.each([
  `/stagebox/${control}`,
  `/stagebox/${control}/inputs/1`,
  `/stagebox/${control}/outputs/1`,
  `/stagebox/${sound}`,
  `/stagebox/${sound}/inputs/3`,
  `/stagebox/${sound}/outputs/5`,
])('%s holds what a row must hold', (path) => walkRow(desk, path, quickWalk));

test('half a box says which half is missing, and keeps its rows', async () => {
  await desk.patch('/stagebox/pre/inputs/1', { gainDb: 20 });
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices, { isControlThere: false })] });
  const reason = 'the half with the preamps is unplugged';
  expect((await desk.get('/stagebox/pre')).body).toMatchObject({ present: true, missing: 'control', reason });
  expect((await desk.get('/stagebox')).body.items).toMatchObject([{ missing: 'control', reason }]);
  expect((await desk.get('/stagebox/pre/inputs/1')).body).toMatchObject({ gainDb: 20 });
});

test('the preamp of a strip is that of the box, whichever device has the sound of its source', async () => {
  await desk.patch('/channel/input/1', { sourceId: `${sound}:in-3` });
  const { body } = await desk.patch('/channel/input/1/preamp', { gainDb: 30, phantom: true });
  expect(body).toMatchObject({ gainDb: 30, phantom: true, device: 'pre' });
  expect((await desk.get('/stagebox/pre/inputs/1')).body).toMatchObject({ gainDb: 30, patchedTo: 'input 1' });
  expect(target('pre').value('/stagebox/pre/inputs/1', 'phantom')).toBe(true);
  await desk.patch('/channel/input/2', { sourceId: `${sound}:in-9` });
  expect((await desk.get('/channel/input/2/preamp')).status, 'a port without a socket of the box').toBe(424);
});

test('a source is of the box, by the name of the socket, and keeps its id', async () => {
  const path = `/source/${sound}:in-3`;
  expect((await desk.get(path)).body).toMatchObject({
    ...{ id: `${sound}:in-3`, device: 'pre', port: 'in-3', connector: 'xlr', kind: 'socket', present: true },
  });
  expect((await desk.get(`/source/${sound}:in-9`)).body).toMatchObject({ device: sound, port: 'in-9' });
});

test('the half with the sound gets the names of the box, and does what switches it off', async () => {
  await desk.patch('/stagebox/pre', { label: 'Stage left' });
  await desk.patch('/stagebox/pre/inputs/2', { label: 'Kick' });
  expect(target(sound).value(`/stagebox/${sound}`, 'label')).toBe('Stage left');
  expect(target(sound).value(`/stagebox/${sound}/inputs/4`, 'label')).toBe('Kick');
  expect((await desk.get(`/stagebox/${sound}/inputs/4`)).body).toMatchObject({ label: 'Kick', confirmed: true });
  await desk.patch('/channel/input/1', { sourceId: `${sound}:in-3` });
  await desk.patch('/stagebox/pre', { enabled: false });
  expect(target(sound).value(`/stagebox/${sound}`, 'enabled')).toBe(false);
  desk.audio.target('mixer').report('/channel/input/1', 'mutedBy', []);
  expect((await desk.get('/channel/input/1')).body.mutedBy).toEqual(['stagebox']);
  expect((await desk.get('/patch')).body.missing).toContainEqual({
    edge: `${sound}:in-3~-mixer:input-1`,
    reason: 'Preamps is switched off (/stagebox/pre)',
  });
});

test('the box is confirmed when the half with the sound has what is set at the box', async () => {
  const confirmed = async (path: string) => (await desk.get(path)).body.confirmed;
  const has = { gainDb: 0, phantom: false, pad: false };
  for (const n of [1, 2]) {
    for (const [field, value] of Object.entries(has)) target(control).report(`/stagebox/pre/inputs/${n}`, field, value);
  }
  time.advance(1000);
  await new Promise(setImmediate);
  expect([await confirmed('/stagebox/pre'), await confirmed('/stagebox/pre/inputs/1')]).toEqual([true, true]);
  target(sound).report(`/stagebox/${sound}`, 'enabled', false);
  expect((await desk.get('/stagebox/pre')).body).toMatchObject({ enabled: true, confirmed: false, pending: true });
  target(sound).report(`/stagebox/${sound}/inputs/3`, 'label', 'other');
  expect(await confirmed('/stagebox/pre/inputs/1')).toBe(false);
  expect(await confirmed('/stagebox/pre/inputs/2')).toBe(true);
});

test('at the row of the half with the sound only that can be set which the box has not', async () => {
  expect(await writable(`/stagebox/${sound}`)).toEqual(['recordFile', 'recordOutputs']);
  expect(await writable(`/stagebox/${sound}/inputs/3`)).toEqual(['signal', 'frequencyHz', 'levelDbfs', 'file']);
  expect(await writable(`/stagebox/${sound}/outputs/5`)).toEqual([]);
  expect(await writable('/stagebox/pre/inputs/1')).toEqual(['label', 'gainDb', 'phantom', 'pad']);
  const refused = await desk.patch(`/stagebox/${sound}`, { enabled: false });
  expect(refused.body.errors[0]).toMatchObject({ field: 'enabled', code: 'read-only' });
  expect(await writable(`/stagebox/${sound}/inputs/9`), 'a port without a socket').toContain('label');
});

test('an output that the half with the controls mutes is said to be muted', async () => {
  await desk.patch('/patch', {
    outputs: [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: `${sound}:out-5`, levelDb: 0 }],
  });
  target('pre').report('/stagebox/pre/outputs/1', 'muted', true);
  const { missing } = (await desk.get('/patch')).body;
  expect(missing).toMatchObject([{ reason: 'out 5 of Preamps is muted (/stagebox/pre/outputs/1)' }]);
});

test('ports of an audio server are those of the box too, without a row of their own', async () => {
  const node = 'server:card';
  const port = { id: `${node}:capture_1`, label: 'x', direction: 'source' as const, channel: 1, latencyFrames: null };
  const common = { label: 'card', device: 'server', present: true, driver: 'pipewire', kind: 'device' as const };
  desk.audio.graph.become({ others: [{ ...common, id: node, ports: [port] }] });
  const [box] = desk.audio.boxes;
  if (box === undefined) throw new Error('there is no box');
  const ports = box.ports.map((socket) => (socket.channel === 1 ? { ...socket, id: port.id } : socket));
  const audio = { id: node, driver: 'pipewire', present: true };
  desk.audio.become({ joinedBoxes: [{ ...box, ports, audio }] });
  await desk.patch('/channel/input/1', { sourceId: port.id });
  expect((await desk.patch('/channel/input/1/preamp', { gainDb: 7 })).body).toMatchObject({ gainDb: 7, device: 'pre' });
  expect((await desk.get(`/source/${port.id}`)).body).toMatchObject({ device: 'pre', port: 'capture_1' });
  expect((await desk.get(`/stagebox/${node}`)).status).toBe(404);
  expect(await writable('/stagebox/pre'), 'a node has no switch').toEqual(['label']);
});

test('a watcher of the device sees it become a half, and a box by itself again', async () => {
  desk.audio.become({ joinedBoxes: undefined });
  const watched = await desk.watch(`/stagebox/${sound}`);
  expect((await watched.next()).row).toMatchObject({ audio: sound, control: '', missing: '', enabled: true });
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices)] });
  expect((await watched.next()).row).toMatchObject({ partOf: 'pre' });
  desk.audio.become({ joinedBoxes: undefined });
  expect((await watched.next()).row).toMatchObject({ audio: sound, control: '' });
  expect(await writable(`/stagebox/${sound}`)).toContain('enabled');
  watched.close();
});

test('a box that comes back is held by its sources until its target reports every preamp as wanted', async () => {
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      time.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const held = () => {
    const holds = desk.audio.calls.filter(({ method }) => method === 'holdSources');
    return holds.at(-1)?.args.sources;
  };
  await pass(3000);
  await desk.patch('/stagebox/pre/inputs/1', { gainDb: 30 });
  expect(held()).toEqual([]);
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices, { isSoundThere: false })] });
  expect(held()).toEqual([`${sound}:in-3`, `${sound}:in-4`]);
  target('pre').leave('unplugged');
  target('pre').report('/stagebox/pre/inputs/1', 'gainDb', 0);
  target('pre').return();
  desk.audio.become({ joinedBoxes: [joinedBox(desk.audio.devices)] });
  await pass(500);
  expect(held()).toEqual([`${sound}:in-3`, `${sound}:in-4`]);
  await pass(2500);
  expect(held()).toEqual([]);
  expect(target('pre').value('/stagebox/pre/inputs/1', 'gainDb')).toBe(30);
});

test('a card of a model with preamps says that no driver for them is there, and has no fields that it would refuse', async () => {
  const [virtual] = desk.audio.devices;
  if (virtual === undefined) throw new Error('there is no stagebox');
  const card = { ...virtual, id: 'alsa-UCX', label: 'Card', model: 'Babyface Pro', transport: 'alsa', driver: 'alsa' };
  desk.audio.become({ joinedBoxes: undefined, devices: [card] });
  const watched = await desk.watch('/stagebox');
  expect((await watched.next()).row.items).toMatchObject([{ id: 'alsa-UCX', missing: '' }]);
  const found = desk.audio.found.map((each) => ({ ...each, id: 'alsa-UCX', modelId: '2a39:3fb0' }));
  desk.audio.become({ found });
  const reason = 'RME Babyface Pro FS has preamps, and no driver for them is there: set them at the device';
  expect((await watched.next()).row.items).toMatchObject([{ id: 'alsa-UCX', missing: 'control', reason }]);
  watched.close();
  expect((await desk.get('/stagebox/alsa-UCX')).body).toMatchObject({ missing: 'control', reason, control: '' });
  expect(await writable('/stagebox/alsa-UCX/inputs/1')).toEqual(['label']);
  const audio = { id: 'alsa-UCX', driver: 'alsa', present: true };
  desk.audio.become({ joinedBoxes: [{ ...joinedBox([{ ...card, id: sound }]), audio }] });
  expect((await desk.get('/stagebox/pre')).body, 'a driver for them is there').toMatchObject({
    missing: '',
    reason: '',
  });
});
