import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'stagebox'] });
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-5' });
});
afterEach(() => desk.close());

const preamp = '/channel/input/1/preamp';
const socket = '/stagebox/virtual-32x16/inputs/5';

test('the preamp of a strip is that of the socket that its source names, with its ranges', async () => {
  const { body } = await desk.patch(preamp, { gainDb: 20, phantom: true });
  expect(body).toMatchObject({ gainDb: 20, phantom: true, pad: false, device: 'virtual-32x16' });
  expect((await desk.get(socket)).body).toMatchObject({ gainDb: 20, phantom: true });
  expect(desk.audio.target('stagebox:virtual-32x16').value(socket, 'gainDb')).toBe(20);
  const { maximum, minimum, multipleOf } = (await desk.options(socket)).fields.gainDb ?? {};
  expect((await desk.options(preamp)).fields.gainDb).toMatchObject({ access: 'rw', maximum, minimum, multipleOf });
  const refused = await desk.patch(preamp, { gainDb: Number(maximum) + 1 });
  expect(refused.body.errors[0]).toMatchObject({ field: 'gainDb', code: 'out-of-range' });
});

test('it is confirmed once the device reports what is wanted', async () => {
  const target = desk.audio.target('stagebox:virtual-32x16');
  target.refuse(socket, 'phantom', 'no supply');
  const watched = await desk.watch(preamp);
  let { row } = await watched.next();
  while (!row.confirmed) row = (await watched.next()).row;
  await desk.patch(preamp, { phantom: true });
  while (row.confirmed) row = (await watched.next()).row;
  expect(row).toMatchObject({ phantom: true, confirmed: false });
  watched.close();
});

test('without a source that has a preamp there is nothing to set, and who watches is told', async () => {
  const watched = await desk.watch(preamp);
  expect((await watched.next()).event).toBe('snapshot');
  await desk.patch('/channel/input/1', { sourceId: '' });
  expect((await watched.next()).event).toBe('gone');
  watched.close();
  for (const answer of [desk.get(preamp), desk.patch(preamp, { gainDb: 3 }), desk.send('OPTIONS', preamp)]) {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([424, 'device-absent']);
  }
  await desk.patch('/channel/input/1', { sourceId: 'nobody:in-1' });
  expect((await desk.get(preamp)).body.detail).toContain('nobody:in-1 has no preamp');
  const { devices } = desk.audio;
  desk.audio.become({ devices: devices.map((device) => ({ ...device, id: 'nobody', present: false, ports: [] })) });
  expect((await desk.get(preamp)).body.detail).toContain('nobody:in-1 is not there');
  desk.audio.become({ devices });
  expect((await desk.get('/channel/mix/1/preamp')).status).toBe(404);
});

test('a preamp is shared by all strips that hear its socket, and never by a link', async () => {
  await desk.patch('/channel/aux/1', { sourceId: 'virtual-32x16:in-5' });
  await desk.patch('/channel/input/2', { sourceId: 'virtual-32x16:in-6' });
  await desk.patch('/channel/input/1', { stereoLink: true });
  await desk.patch(preamp, { gainDb: 12 });
  expect((await desk.get('/channel/aux/1/preamp')).body.gainDb).toBe(12);
  expect((await desk.get('/channel/input/2/preamp')).body.gainDb).toBe(0);
});

test('what a strip can do follows from its rows, and from what its source is', async () => {
  const capability = async (strip: string) => (await desk.get(`/channel/${strip}/capability`)).body;
  const { order } = (await desk.get('/channel/input/1/chain')).body;
  const places = new Set<string>(order.map(({ kind }: { kind: string }) => kind));
  expect([...places]).toEqual(expect.arrayContaining(['hpf', 'gate', 'eq', 'comp', 'insert']));
  places.delete('insert');
  const own = ['trim', ...places, 'delay', 'hrp', 'sends', 'pan', 'meter', 'spectrum'];
  expect(new Set((await capability('input/1')).features)).toEqual(new Set([...own, 'preamp', 'phantom', 'pad']));
  expect(new Set((await capability('input/2')).features)).toEqual(new Set(own));
  expect((await capability('input/1')).gainRange).toEqual({ min: 0, max: 55, step: 1, unit: 'dB' });
  expect((await capability('input/2')).gainRange).toEqual({ min: 0, max: 0, step: 0, unit: 'dB' });
  expect((await capability('dca/1')).features).toEqual([]);
  expect((await capability('matrix/1')).features).not.toContain('sends');
});

test('every row that a strip knows answers, and every field that it calls writable is', async () => {
  for (const strip of ['input/1', 'main/1', 'fxSend/1', 'mixMinus/2', 'dca/1']) {
    const { known, writable } = (await desk.get(`/channel/${strip}/capability`)).body;
    const { registry } = desk.host.assembly;
    const below = registry.rows
      .flatMap((row) => registry.list(row))
      .filter(({ path }) => path === `/channel/${strip}` || path.startsWith(`/channel/${strip}/`));
    expect(new Set(known)).toEqual(new Set(below.map(({ path }) => path)));
    const fields: string[] = [];
    for (const path of known) {
      const { fields: contract } = await desk.options(path);
      for (const [name, { access }] of Object.entries(contract)) if (access === 'rw') fields.push(`${path}.${name}`);
    }
    expect(writable).toEqual(fields);
  }
});
