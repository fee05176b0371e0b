import { serverOf, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers: ['console', 'channel', 'patch', 'stagebox', 'talkback'] });
});
afterEach(() => desk.close());

const box = '/stagebox/virtual-32x16';
const nameAt = async (socket: string) => (await desk.get(`${box}/${socket}`)).body.patchedTo;

test('a socket shows the strips that it is patched to, by number, name and leg', async () => {
  expect(await nameAt('outputs/1')).toBe('main 1 left');
  expect(await nameAt('inputs/3')).toBe('');
  await desk.patch('/channel/input/3', { name: 'Vocals', sourceId: 'virtual-32x16:in-3' });
  expect(await nameAt('inputs/3')).toBe('input 3 Vocals');
  await desk.patch('/channel/input/9', { spareSourceId: 'virtual-32x16:in-3' });
  expect(await nameAt('inputs/3')).toBe('input 3 Vocals, input 9 (spare)');
  await desk.patch('/channel/aux/1', { sourceId: 'virtual-32x16:in-5' });
  expect([await nameAt('inputs/5'), await nameAt('inputs/6')]).toEqual(['aux 1 left', 'aux 1 right']);
  await desk.patch('/talkback/1', { sourceId: 'virtual-32x16:in-8' });
  expect(await nameAt('inputs/8')).toBe('talkback 1');
  await desk.patch('/patch', { inputs: [], outputs: [] });
  expect([await nameAt('inputs/3'), await nameAt('outputs/1')]).toEqual(['', '']);
});

test('many strips at one socket are cut at 64 characters', async () => {
  for (let n = 1; n <= 9; n++) await desk.patch(`/channel/input/${n}`, { sourceId: 'virtual-32x16:in-1' });
  const name = await nameAt('inputs/1');
  expect(name).toHaveLength(64);
  expect(name).toMatch(/^input 1, input 2, .*…$/);
});

test('a watcher of a socket gets its new name, and a moved fader changes none', async () => {
  await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-3' });
  const watched = await desk.watch(`${box}/inputs/3`);
  expect((await watched.next()).row.patchedTo).toBe('input 3');
  await desk.patch('/channel/input/3', { levelDb: -20 });
  await desk.patch('/channel/input/3', { name: 'Vocals' });
  expect((await watched.next()).row.patchedTo).toBe('input 3 Vocals');
  watched.close();
});

test('only a driver that reports names of sockets gets them', async () => {
  const target = desk.audio.target('stagebox:virtual-32x16');
  await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-3' });
  expect(target.value(`${box}/inputs/3`, 'patchedTo')).toBeUndefined();
  target.report(`${box}/inputs/3`, 'patchedTo', '');
  expect(target.value(`${box}/inputs/3`, 'patchedTo')).toBe('input 3');
  await desk.patch('/channel/input/3', { name: 'Vocals' });
  expect(target.value(`${box}/inputs/3`, 'patchedTo')).toBe('input 3 Vocals');
});

test('names stay at their sockets when the desk closes', async () => {
  const target = desk.audio.target('stagebox:virtual-32x16');
  await desk.patch('/channel/input/3', { name: 'Vocals', sourceId: 'virtual-32x16:in-3' });
  target.report(`${box}/inputs/3`, 'patchedTo', '');
  await desk.host.close();
  expect(target.value(`${box}/inputs/3`, 'patchedTo')).toBe('input 3 Vocals');
});

test('a socket that stands for a port of an audio server has the name of that port', async () => {
  const port = { label: 'in_1', direction: 'sink' as const, channel: 1, latencyFrames: null };
  const ports = [{ ...port, id: 'pw:rowdesk:in_1', devicePort: 'virtual-32x16:in-1' }];
  const own = { id: 'pw:rowdesk', label: 'rowdesk', device: '', kind: 'mixer' as const, present: true, driver: 'pw' };
  desk.audio.graph.become({ servers: [serverOf('pw')], others: [{ ...own, ports }] });
  await desk.patch('/channel/input/3', { name: 'Vocals', sourceId: 'pw:card:AUX0' });
  expect(await nameAt('inputs/1')).toBe('input 3 Vocals');
  await desk.patch('/channel/input/3', { sourceId: '' });
  expect(await nameAt('inputs/1')).toBe('');
});
