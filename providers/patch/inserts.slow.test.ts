import { quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const strip = (kind: string, index: number) => ({ kind, index });
const port = (name: string) => `virtual-32x16:${name}`;
const insert = (index: number, send: string, back: string, place = 'insert1') => ({
  ...{ strip: strip('input', index), insert: place, leg: 'left' },
  ...{ sendPortId: port(send), returnPortId: port(back) },
});
const first = '/channel/input/1/chain/processors/insert1';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'patch'] });
});
afterEach(() => desk.close());

const patched = (inserts: readonly object[]) => desk.patch('/patch', { inserts });
const mixer = () => desk.audio.target('mixer');

async function ended(path: string, extra: object) {
  const started = await desk.patch(path, { running: true, ...extra });
  if (started.status !== 200) return started.body;
  const watched = await desk.watch(path);
  for (;;) {
    const { row } = await watched.next();
    if (row.running) continue;
    watched.close();
    return row;
  }
}

describe('/patch.inserts', () => {
  test('is empty at first, is sent to the mixer whole, and switches the place on and off', async () => {
    expect((await desk.get('/patch')).body).toMatchObject({ inserts: [], dirty: false });
    const inserts = [insert(1, 'out-9', 'in-9'), insert(2, 'out-10', 'in-10', 'insert2')];
    const { status, body } = await patched(inserts);
    expect(status).toBe(200);
    expect(body).toMatchObject({ inserts, dirty: true });
    expect(mixer().value('/patch/inserts', 'inserts')).toEqual(inserts);
    expect((await desk.get(first)).body).toMatchObject({ enabled: true, plugin: '' });
    await desk.patch(first, { enabled: false });
    // A place that stays as it is stays switched off.
    await patched([inserts[0] as object]);
    expect((await desk.get(first)).body.enabled).toBe(false);
    await patched([]);
    expect((await desk.get(first)).body.enabled).toBe(false);
    expect(mixer().value('/patch/inserts', 'inserts')).toEqual([]);
  });

  test.each([
    [
      'one place twice',
      [insert(1, 'out-9', 'in-9'), insert(1, 'out-10', 'in-10')],
      /names the left leg of input\/1 insert1 twice/,
    ],
    [
      'one send for two',
      [insert(1, 'out-9', 'in-9'), insert(2, 'out-9', 'in-10')],
      /virtual-32x16:out-9 of input\/2 insert1 is used by input\/1 insert1/,
    ],
    [
      'one return for two',
      [insert(1, 'out-9', 'in-9'), insert(2, 'out-10', 'in-9')],
      /virtual-32x16:in-9 of input\/2 insert1 is used by input\/1 insert1/,
    ],
    [
      'an output of the mains',
      [insert(1, 'out-1', 'in-9')],
      /virtual-32x16:out-1 of input\/1 insert1 is used by the outputs of main\/1/,
    ],
    ['a port that the device has not', [insert(1, 'out-99', 'in-9')], /has no port virtual-32x16:out-99/],
    ['an input as a send', [insert(1, 'in-8', 'in-9')], /virtual-32x16:in-8 is an input/],
    ['an output as a return', [insert(1, 'out-8', 'out-9')], /virtual-32x16:out-9 is an output/],
    [
      'an unknown device',
      [{ ...insert(1, 'out-8', 'in-9'), returnPortId: 'nowhere:in-1' }],
      /no device with the port nowhere:in-1 is known/,
    ],
    ['a third insert', [insert(1, 'out-8', 'in-9', 'insert3')], /insert/],
    ['an unknown strip', [{ ...insert(1, 'out-8', 'in-9'), strip: strip('input', 999) }], /strip|inserts/],
    ['a strip without inserts', [{ ...insert(1, 'out-8', 'in-9'), strip: strip('cue', 1) }], /strip|inserts/],
  ])('refuses %s in words, and changes nothing', async (_name, inserts, words) => {
    const before = (await desk.get('/patch')).body;
    const { status, body } = await patched(inserts);
    expect([409, 422]).toContain(status);
    expect(JSON.stringify(body)).toMatch(words);
    expect((await desk.get('/patch')).body).toEqual(before);
  });

  test('a strip of two legs needs both, each with ports of its own', async () => {
    const leg = (name: string, n: number) => ({
      ...insert(1, `out-${n}`, `in-${n}`),
      strip: strip('aux', 1),
      leg: name,
    });
    expect(JSON.stringify((await patched([leg('left', 9)])).body)).toMatch(/needs both, left and right/);
    const inserts = [leg('left', 9), leg('right', 10)];
    expect((await patched(inserts)).body.inserts).toEqual(inserts);
  });

  test('a port of an insert is the source of no strip and the output of no bus, and the other way round', async () => {
    await patched([insert(1, 'out-9', 'in-9')]);
    const source = await desk.patch('/channel/input/3', { sourceId: port('in-9') });
    expect(source.status).toBe(409);
    expect(JSON.stringify(source.body)).toMatch(/in-9 of input\/1 insert1 is used by the source of input\/3/);
    const outputs = [{ strip: strip('main', 1), leg: 'left', portId: port('out-9'), levelDb: 0 }];
    expect((await desk.patch('/patch', { outputs })).status).toBe(409);
    await desk.patch('/channel/input/3', { sourceId: port('in-10') });
    expect((await patched([insert(1, 'out-9', 'in-10')])).status).toBe(409);
  });

  test('a device that goes away stays patched, says so in `missing`, and the list can be written with it', async () => {
    const inserts = [insert(1, 'out-9', 'in-9')];
    await patched(inserts);
    expect((await desk.get('/patch')).body.missing).toEqual([]);
    const devices = desk.audio.devices.map((device) => ({ ...device, present: false, ports: [] }));
    desk.audio.become({ devices });
    const { missing, inserts: kept } = (await desk.get('/patch')).body;
    expect(kept).toEqual(inserts);
    expect(missing.map(({ edge }: { edge: string }) => edge)).toEqual(
      expect.arrayContaining([
        'mixer:input-1-insert1~-virtual-32x16:out-9',
        'virtual-32x16:in-9~-mixer:input-1-insert1',
      ]),
    );
    expect((await patched([...inserts, insert(2, 'out-10', 'in-10')])).status).toBe(200);
  });

  test('stored patches have inserts, and bring them back', async () => {
    const inserts = [insert(1, 'out-9', 'in-9')];
    await patched(inserts);
    await ended('/patches/store', { name: 'Outboard' });
    expect((await desk.get('/patch')).body.dirty).toBe(false);
    expect((await desk.get('/patches/outboard')).body).toMatchObject({ inserts });
    await patched([]);
    expect((await desk.get('/patch')).body.dirty).toBe(false);
    await ended('/patches/store', { name: 'Plain' });
    const row = await ended('/patches/outboard/apply', {});
    expect(row.report.applied).toContain('mixer:input-1-insert1~-virtual-32x16:out-9');
    expect((await desk.get('/patch')).body.inserts).toEqual(inserts);
    await ended('/patches/plain/apply', {});
    expect((await desk.get('/patch')).body.inserts).toEqual([]);
  });
});

describe('/patch/insertLatencies', () => {
  const latencies = async () => (await desk.get('/patch/insertLatencies')).body.latencies;

  test('without a measurement it is what the devices say of themselves, and the mixer compensates it', async () => {
    await patched([insert(1, 'out-9', 'in-9')]);
    const { clock, devices } = desk.audio;
    const device = devices.find(({ id }) => id === 'virtual-32x16');
    const frames = (device?.inputLatencyFrames ?? 0) + (device?.outputLatencyFrames ?? 0) + clock.quantum;
    const expected = [{ strip: strip('input', 1), insert: 'insert1', frames, by: 'devices' }];
    expect(await latencies()).toEqual(expected);
    expect(mixer().value('/patch/insertLatencies', 'latencies')).toEqual(expected);
  });

  test('clicks measure it, it is kept, and counts while ports, rate and block are the same', async () => {
    await patched([insert(1, 'out-9', 'in-9')]);
    let polls = 0;
    desk.audio.answers.set('mixer measuredInsert', () =>
      ++polls < 3 ? {} : { frames: 777, gainDb: -0.126, fault: '' },
    );
    const row = await ended('/patch/inserts/measure', { strip: strip('input', 1), insert: 'insert1' });
    expect(row.report).toMatchObject({ outcome: 'applied', frames: 777, gainDb: -0.13, insert: 'insert1' });
    expect(row.report.ms).toBeCloseTo((777 * 1000) / desk.audio.clock.rate, 2);
    const calls = desk.audio.calls.filter(({ target }) => target === 'mixer').map(({ method, args }) => [method, args]);
    expect(calls[0]).toEqual(['measureInsert', { path: first }]);
    expect(calls.at(-1)).toEqual(['endInsertMeasure', { path: first }]);
    expect(await latencies()).toMatchObject([{ frames: 777, by: 'measured' }]);
    expect(mixer().value('/patch/insertLatencies', 'latencies')).toMatchObject([{ frames: 777 }]);
    const { clock } = desk.audio;
    desk.audio.become({ clock: { ...clock, quantum: clock.quantum * 2 } });
    expect(await latencies()).toMatchObject([{ by: 'devices' }]);
    desk.audio.become({ clock });
    expect(await latencies()).toMatchObject([{ by: 'measured' }]);
    await patched([insert(1, 'out-9', 'in-10')]);
    expect(await latencies()).toMatchObject([{ by: 'devices' }]);
  });

  test('what comes back inverted or not at all is refused in words, and nothing is noted', async () => {
    await patched([insert(1, 'out-9', 'in-9')]);
    desk.audio.answers.set('mixer measuredInsert', () => ({ frames: 0, gainDb: 0, fault: 'nothing comes back' }));
    const row = await ended('/patch/inserts/measure', { strip: strip('input', 1), insert: 'insert1' });
    expect(JSON.stringify(row)).toMatch(/not measured: nothing comes back/);
    expect((await desk.get('/patch/insertLatencies')).body.measured).toEqual([]);
    desk.audio.answers.set('mixer measureInsert', () => {
      throw new Error('a port of the insert is not there');
    });
    expect(JSON.stringify(await ended('/patch/inserts/measure', { strip: strip('input', 1) }))).toMatch(
      /a port of the insert is not there/,
    );
    desk.audio.answers.delete('mixer measureInsert');
    expect(JSON.stringify(await ended('/patch/inserts/measure', {}))).toMatch(/The strip of the insert is to be named/);
    const other = await ended('/patch/inserts/measure', { strip: strip('input', 2), insert: 'insert1' });
    expect(JSON.stringify(other)).toMatch(/No hardware is patched to input\/2 insert1/);
  });
});

describe('rows of inserts', () => {
  test('keep their contracts', async () => {
    for (const path of ['/patch/inserts', '/patch/insertLatencies', '/patch/inserts/measure']) {
      await walkRow(desk, path, quickWalk);
    }
  });

  test('a place is noted once, and switched with its hardware by whatever changes the patch', async () => {
    const note = { ...insert(1, 'out-9', 'in-9'), frames: 480, rate: 48_000, quantum: 64, leg: undefined };
    expect((await desk.patch('/patch/insertLatencies', { measured: [note, { ...note, frames: 500 }] })).status).toBe(
      422,
    );
    expect((await desk.patch('/patch/insertLatencies', { measured: [note] })).status).toBe(200);
    await desk.patch('/patch/inserts', { inserts: [insert(1, 'out-9', 'in-9')] });
    expect((await desk.get(first)).body.enabled).toBe(true);
    await desk.patch('/patch/inserts', { inserts: [] });
    expect((await desk.get(first)).body.enabled).toBe(false);
  });
});

describe('the status of an insert', () => {
  test('says what of the hardware is heard, how late it is, and why it is not', async () => {
    await patched([insert(1, 'out-9', 'in-9')]);
    mixer().report(first, 'hardware', true);
    mixer().report(first, 'hardwareReason', '');
    mixer().report(first, 'heard', 'return');
    mixer().report(first, 'delayFrames', 480);
    const { body } = await desk.get(`${first}/status`);
    expect(body).toMatchObject({ state: 'running', reason: '', heard: 'return', latencyFrames: 480 });
    const { insertLatencyMs } = (await desk.get('/channel/input/1/chain')).body;
    expect(insertLatencyMs).toBeCloseTo((480 * 1000) / desk.audio.clock.rate, 2);
    mixer().report(first, 'hardwareReason', 'virtual-32x16:in-9 is not at the mixer');
    expect((await desk.get(`${first}/status`)).body).toMatchObject({
      ...{ state: 'missing', reason: 'virtual-32x16:in-9 is not at the mixer' },
    });
  });
});
