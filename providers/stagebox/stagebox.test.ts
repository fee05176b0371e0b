import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['stagebox'] });
});
afterEach(() => desk.close());

const box = '/stagebox/virtual-32x16';
const target = () => desk.audio.target('stagebox:virtual-32x16');

test('the models are entries of the shape that the interface gives them', async () => {
  const { models } = (await desk.get('/stageboxModel')).body;
  const modelOf = (token: string) => models.find((model: { token: string }) => model.token === token);
  expect(modelOf('virtual-8x8')).toEqual({
    token: 'virtual-8x8',
    label: 'Virtual stagebox, 8 in and 8 out',
    transport: 'virtual',
    outputCount: 8,
    inputs: [
      {
        connector: 'xlr',
        count: 8,
        controls: ['phantom', 'pad', 'sens'],
        sens: { min: 0, max: 55, step: 1, unit: 'dB' },
      },
    ],
    outputs: [{ connector: 'xlr', count: 8 }],
  });
  // What else a file says is not shown.
  expect(modelOf('focusrite-clarett-8pre-usb')).toEqual({
    token: 'focusrite-clarett-8pre-usb',
    label: 'Focusrite Clarett 8Pre USB',
    transport: 'usb',
    outputCount: 20,
    inputs: [
      { connector: 'xlr', count: 8 },
      { connector: 'spdif', count: 2 },
      { connector: 'adat', count: 8 },
    ],
    outputs: [
      { connector: 'trs', count: 10 },
      { connector: 'spdif', count: 2 },
      { connector: 'adat', count: 8 },
    ],
  });
});

test('the schemas of phantom and pad say how long the sound is unfit after their change', async () => {
  const { fields } = await desk.options(`${box}/inputs/1`);
  expect(fields).toMatchObject({ phantom: { settlesMs: 3000 }, pad: { settlesMs: 200 } });
  expect(fields.gainDb).not.toHaveProperty('settlesMs');
});

test('the sockets of a real box have the fields that its model gives them, group by group', async () => {
  const [virtual] = desk.audio.devices;
  if (virtual === undefined) throw new Error('there is no stagebox');
  const babyface = { ...virtual, id: 'usb-2a39:3fb0-77', model: 'Babyface Pro', transport: 'usb', ports: [] };
  const rio = { ...virtual, id: 'rio', model: 'yamaha-rio3224-d', transport: 'netaudio', ports: [] };
  desk.audio.become({ devices: [babyface, rio] });
  const writable = async (path: string) => {
    const { fields } = await desk.options(path);
    return Object.keys(fields).filter((name) => fields[name]?.access === 'rw');
  };
  const first = `/stagebox/${babyface.id}`;
  expect(await writable(`${first}/inputs/2`)).toEqual(['label', 'gainDb', 'phantom', 'pad']);
  expect(await writable(`${first}/inputs/4`)).toEqual(['label', 'gainDb']);
  expect(await writable(`${first}/inputs/12`)).toEqual(['label']);
  expect((await desk.get(`${first}/inputs/13`)).status).toBe(404);
  expect((await desk.get(`${first}/outputs/12`)).status).toBe(200);
  expect((await desk.options(`${first}/inputs/3`)).fields.gainDb).toMatchObject({ maximum: 9, multipleOf: 0.5 });
  const { gainDb } = (await desk.options('/stagebox/rio/inputs/32')).fields;
  expect(gainDb).toMatchObject({ minimum: -6, maximum: 66, multipleOf: 1, unit: 'dB', default: -6 });
  expect((await desk.patch('/stagebox/rio/inputs/32', { gainDb: 66.5 })).body.errors[0]).toMatchObject({
    field: 'gainDb',
    code: 'out-of-range',
  });
});

test('a model file in the folder beside the configuration is known; one that is faulty is a warning', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-stagebox-'));
  mkdirSync(join(stateFolder, 'models'));
  const acme = {
    token: 'acme-8',
    label: 'Acme 8',
    transport: 'usb',
    inputs: [],
    outputs: [{ connector: 'xlr', count: 8 }],
  };
  writeFileSync(join(stateFolder, 'models', 'acme-8.json'), JSON.stringify(acme));
  writeFileSync(join(stateFolder, 'models', 'broken.json'), JSON.stringify({ ...acme, token: 'broken', outputs: 8 }));
  const own = await startTestHost({ providers: ['stagebox', 'warnings'], stateFolder });
  try {
    const { models } = (await own.get('/stageboxModel')).body;
    expect(models.at(-1)).toEqual({ ...acme, outputCount: 8 });
    const { warnings } = (await own.get('/warnings')).body;
    expect(warnings).toMatchObject([{ id: 'stagebox-models', path: '/stageboxModel' }]);
    expect(warnings[0].detail).toContain(
      `${join(stateFolder, 'models', 'broken.json')}: /outputs has the wrong type: give array`,
    );
  } finally {
    await own.close();
    rmSync(stateFolder, { recursive: true });
  }
});

test('devices that no file describes are models too, with the ports that their driver found', async () => {
  const port = (device: string, direction: 'input' | 'output', channel: number) => {
    return { id: `${device}:${direction}-${channel}`, direction, channel, label: `${channel}` };
  };
  const device = (id: string, transport: string, model: string, ins: number, outs: number) => ({
    ...{ id, transport, model, label: `The ${model}`, driver: transport, present: true, joined: false },
    ...{ inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: id },
    ports: [
      ...Array.from({ length: ins }, (_, at) => port(id, 'input', at + 1)),
      ...Array.from({ length: outs }, (_, at) => port(id, 'output', at + 1)),
    ],
  });
  const watched = await desk.watch('/stageboxModel');
  const { models: files } = (await watched.next()).row as { models: unknown[] };
  const devices = [
    device('alsa-card', 'alsa', 'USB Audio', 2, 4),
    device('jack', 'jack', 'jack', 8, 0),
    device('alsa-other', 'alsa', 'USB Audio', 2, 4),
    device('virtual-8x8', 'virtual', 'virtual-8x8', 8, 8),
  ];
  desk.audio.become({ devices: devices as never });
  const { models } = (await watched.next()).row as { models: unknown[] };
  watched.close();
  expect(models.slice(files.length)).toEqual([
    {
      ...{ token: 'USB Audio', label: 'The USB Audio', transport: 'alsa', outputCount: 4 },
      ...{ inputs: [{ connector: 'unknown', count: 2 }], outputs: [{ connector: 'unknown', count: 4 }] },
    },
    {
      ...{ token: 'jack', label: 'The jack', transport: 'jack', outputCount: 0 },
      ...{ inputs: [{ connector: 'unknown', count: 8 }], outputs: [] },
    },
  ]);
});

test('a box that is there shows which one it is; one that is not is refused', async () => {
  const done = await desk.patch(`${box}/identify`, { running: true });
  expect(done.status).toBe(200);
  expect(desk.audio.calls).toEqual([{ target: 'stagebox:virtual-32x16', method: 'identify', args: {} }]);
  const watched = await desk.watch(`${box}/identify`);
  let row = (await watched.next()).row;
  while (row.running) row = (await watched.next()).row;
  expect(row.report).toEqual({ outcome: 'applied' });
  watched.close();
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false })) });
  const refused = await desk.patch(`${box}/identify`, { running: true });
  expect([refused.status, refused.body.code]).toEqual([424, 'device-absent']);
  expect((await desk.get(`${box}/identify`)).body.refusal).toMatchObject({ code: 'device-absent', status: 424 });
});

test('a box has the sockets of its model, whether or not it is plugged in', async () => {
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false, ports: [] })) });
  expect((await desk.get('/stagebox')).body.items).toEqual([
    {
      ...{ id: 'virtual-32x16', label: 'virtual-32x16', model: 'virtual-32x16' },
      ...{ transport: 'virtual', driver: 'virtual', present: false },
      ...{ audio: 'virtual-32x16', control: '', missing: '', reason: '', inputCount: 32, outputCount: 16 },
    },
  ]);
  expect((await desk.get(`${box}/inputs/32`)).status).toBe(200);
  expect((await desk.get(`${box}/inputs/33`)).status).toBe(404);
  expect((await desk.get(`${box}/outputs/16`)).status).toBe(200);
  expect((await desk.get(`${box}/outputs/17`)).status).toBe(404);
});

test('a virtual input has a preamp with the range of its model, and a signal of its own', async () => {
  const { fields } = await desk.options(`${box}/inputs/1`);
  expect(fields.gainDb).toMatchObject({ access: 'rw', minimum: 0, maximum: 55, multipleOf: 1, unit: 'dB', default: 0 });
  expect(Object.keys(fields)).toEqual([
    ...['label', 'gainDb', 'phantom', 'pad', 'signal', 'frequencyHz', 'levelDbfs', 'file'],
    ...['sourceId', 'clippedSamples', 'patchedTo', 'unset', 'confirmed', 'pending'],
  ]);
});

test('a file name has no folder in it', async () => {
  const status = async (file: string) => (await desk.patch(`${box}/inputs/1`, { file })).status;
  expect(await Promise.all(['tone.wav', 'two legs.wav#2', ''].map(status))).toEqual([200, 200, 200]);
  expect(await Promise.all(['../tone.wav', 'a/b.wav', '.hidden', 'a\0b'].map(status))).toEqual([422, 422, 422, 422]);
});

test('an input is confirmed when the device reports it as wanted, and pending until then', async () => {
  const watched = await desk.watch(`${box}/inputs/1`);
  await watched.next();
  const written = await desk.patch(`${box}/inputs/1`, { gainDb: 30, phantom: true });
  expect(written.body).toMatchObject({ gainDb: 30, phantom: true });
  let row = (await watched.next()).row;
  while (!row.confirmed) row = (await watched.next()).row;
  expect(row).toMatchObject({ gainDb: 30, phantom: true, confirmed: true, pending: false });
  expect(target().value(`${box}/inputs/1`, 'gainDb')).toBe(30);
  target().report(`${box}/inputs/1`, 'gainDb', 12);
  expect((await watched.next()).row).toMatchObject({ gainDb: 30, confirmed: false, pending: true });
  watched.close();
});

test('what a device refuses is neither confirmed nor pending, and stays wanted', async () => {
  target().refuse(`${box}/inputs/2`, 'file', 'there is no such file');
  const watched = await desk.watch(`${box}/inputs/2`);
  await watched.next();
  await desk.patch(`${box}/inputs/2`, { signal: 'file', file: 'missing.wav' });
  let row = (await watched.next()).row;
  while (row.pending) row = (await watched.next()).row;
  expect(row).toMatchObject({ file: 'missing.wav', confirmed: false, pending: false });
  watched.close();
});

test('a virtual box records outputs that it has, and shows how far the recording is', async () => {
  expect((await desk.patch(box, { recordFile: 'mix.wav', recordOutputs: [1, 17] })).body.errors[0]).toMatchObject({
    field: 'recordOutputs/1',
    code: 'out-of-range',
  });
  expect((await desk.patch(box, { recordFile: 'mix.wav', recordOutputs: [3, 4] })).status).toBe(200);
  target().report(box, 'recording', true);
  target().report(box, 'recordingFile', 'mix.wav');
  target().report(box, 'recordedFrames', 4800);
  target().report(box, 'recordingBegunMs', 1234.5);
  expect((await desk.get(box)).body).toMatchObject({
    ...{ recordFile: 'mix.wav', recordOutputs: [3, 4] },
    ...{ recording: true, recordingFile: 'mix.wav', recordedFrames: 4800, recordingBegunMs: 1234.5, lostFrames: 0 },
  });
});

test('another rate is refused while a box records, and as long as one that is to record has told nothing', async () => {
  await desk.close();
  desk = await startTestHost({ providers: ['stagebox', 'clock'] });
  const rate = () => desk.patch('/clock/force', { rate: 44100 });
  await desk.patch(box, { recordFile: 'mix.wav' });
  expect((await rate()).body).toMatchObject({
    status: 409,
    detail: expect.stringContaining('the recording mix.wav of'),
  });
  target().report(box, 'recording', false);
  expect((await rate()).status).toBe(200);
});

test('a virtual input counts what its converter clipped, and nobody can write that', async () => {
  expect((await desk.get(`${box}/inputs/3`)).body).toMatchObject({ clippedSamples: 0 });
  target().report(`${box}/inputs/3`, 'clippedSamples', 1234);
  expect((await desk.get(`${box}/inputs/3`)).body).toMatchObject({ clippedSamples: 1234 });
  expect((await desk.patch(`${box}/inputs/3`, { clippedSamples: 0 })).body.errors[0]).toMatchObject({
    field: 'clippedSamples',
    code: 'read-only',
  });
});

test('boxes of drivers come with their sockets, and go with them', async () => {
  const [virtual] = desk.audio.devices;
  if (virtual === undefined) throw new Error('there is no stagebox');
  const usb = { ...virtual, id: 'usb-1', model: 'unheard-of', transport: 'usb' };
  expect((await desk.get('/stagebox/usb-1')).status).toBe(404);
  desk.audio.become({ devices: [virtual, usb] });
  const watched = await desk.watch('/stagebox/usb-1/inputs/32');
  // Nothing but its name is known of a socket whose model has no file.
  const sourceId = 'virtual-32x16:in-32';
  expect((await watched.next()).row).toEqual({ label: '', sourceId, patchedTo: '', confirmed: false, pending: true });
  expect((await desk.get('/stagebox/usb-1')).body).toMatchObject({ model: 'unheard-of', present: true });
  expect((await desk.get('/stagebox/usb-1')).body).not.toHaveProperty('recordFile');
  desk.audio.become({ devices: [virtual] });
  expect((await watched.next()).event).toBe('gone');
  expect((await desk.get('/stagebox/usb-1')).status).toBe(404);
});

test('watchers get a change at the device once, with the value desired and confirmed', async () => {
  const watched = await desk.watch(`${box}/inputs/1`);
  expect((await watched.next()).row).toMatchObject({ gainDb: 0, confirmed: true, pending: false });
  target().changeOnDevice(`${box}/inputs/1`, 'gainDb', 12);
  await desk.patch(`${box}/inputs/1`, { label: 'after' });
  for (let last = ''; last !== 'after'; ) last = String((await watched.next()).row.label);
  const changes = watched.events.slice(1).filter(({ row }) => row.label !== 'after');
  expect(changes).toMatchObject([{ row: { gainDb: 12, confirmed: true, pending: false } }]);
  watched.close();
});
