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
  expect(models).toHaveLength(2);
  expect(models[1]).toEqual({
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
});

test('a box has the sockets of its model, whether or not it is plugged in', async () => {
  desk.audio.become({ devices: desk.audio.devices.map((device) => ({ ...device, present: false, ports: [] })) });
  expect((await desk.get('/stagebox')).body.items).toEqual([
    {
      ...{ id: 'virtual-32x16', label: 'virtual-32x16', model: 'virtual-32x16' },
      ...{ transport: 'virtual', driver: 'virtual', present: false },
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
    ...['label', 'gainDb', 'phantom', 'pad', 'signal', 'frequencyHz', 'levelDbfs', 'file', 'confirmed', 'pending'],
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

test('boxes of drivers come with their sockets, and go with them', async () => {
  const [virtual] = desk.audio.devices;
  if (virtual === undefined) throw new Error('there is no stagebox');
  const usb = { ...virtual, id: 'usb-1', model: 'unheard-of', transport: 'usb' };
  expect((await desk.get('/stagebox/usb-1')).status).toBe(404);
  desk.audio.become({ devices: [virtual, usb] });
  const watched = await desk.watch('/stagebox/usb-1/inputs/32');
  // Nothing but its name is known of a socket whose model has no file.
  expect((await watched.next()).row).toEqual({ label: '', confirmed: false, pending: true });
  expect((await desk.get('/stagebox/usb-1')).body).toMatchObject({ model: 'unheard-of', present: true });
  expect((await desk.get('/stagebox/usb-1')).body).not.toHaveProperty('recordFile');
  desk.audio.become({ devices: [virtual] });
  expect((await watched.next()).event).toBe('gone');
  expect((await desk.get('/stagebox/usb-1')).status).toBe(404);
});
