// `stagebox` in mutedBy, and what /patch says of it: the boxes at both ends of a strip, as they report themselves.
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const box = 'virtual-32x16';
let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({
    providers: ['console', 'channel', 'stagebox', 'patch', 'cue', 'talkback'],
    // Heartbeats stand still: a box that says what is not desired is corrected at the next one.
    time: new FakeTime(),
    config: { devices: [box, 'side'].map((id) => ({ id, transport: 'virtual', model: 'virtual-32x16' })) },
  });
});
afterEach(() => desk.close());

/** As the box reports it, whatever is wanted of it. */
const report = (path: string, field: string, value: unknown) =>
  desk.audio.target(`stagebox:${box}`).report(`/stagebox/${box}${path}`, field, value);
const mutedBy = async (strip: string) => {
  desk.audio.target('mixer').report(`/channel/${strip}`, 'mutedBy', []);
  return (await desk.get(`/channel/${strip}`)).body.mutedBy;
};
const missing = async () => (await desk.get('/patch')).body.missing;
const output = (kind: string, port: number) => ({
  ...{ strip: { kind, index: 1 }, leg: 'left', portId: `${box}:out-${port}`, levelDb: 0 },
});

test('a box counts as switched off when it reports so, not when that is merely wanted', async () => {
  await desk.patch('/channel/input/1', { sourceId: `${box}:in-1` });
  desk.audio.target(`stagebox:${box}`).refuse(`/stagebox/${box}`, 'enabled', 'it has no such switch');
  await desk.patch(`/stagebox/${box}`, { enabled: false });
  expect(await mutedBy('input/1')).toEqual([]);
  report('', 'enabled', false);
  expect(await mutedBy('input/1')).toEqual(['stagebox']);
  expect(await mutedBy('input/2')).toEqual([]);
  expect(await missing()).toContainEqual({
    edge: `${box}:in-1~-mixer:input-1`,
    reason: `${box} is switched off (/stagebox/${box})`,
  });
});

test('a watcher hears of it, and of its end', async () => {
  await desk.patch('/channel/input/1', { sourceId: `${box}:in-1` });
  await mutedBy('input/1');
  const watched = await desk.watch('/channel/input/1');
  expect((await watched.next()).row.mutedBy).toEqual([]);
  report('', 'enabled', false);
  expect((await watched.next()).row.mutedBy).toEqual(['stagebox']);
  report('', 'enabled', true);
  expect((await watched.next()).row.mutedBy).toEqual([]);
  watched.close();
});

test('a strip that hears a take is not silenced by the box of its source, nor absent without it', async () => {
  await desk.patch('/channel/input/1', { sourceId: `${box}:in-1` });
  await desk.patch('/channel/input/2', { sourceId: 'gone:in-1' });
  report('', 'enabled', false);
  const present = async (index: number) => (await desk.get(`/channel/input/${index}`)).body.present;
  const played = (index: number, isPlayed: boolean) =>
    desk.audio.target('mixer').report(`/channel/input/${index}`, 'isPlayed', isPlayed);
  expect([await mutedBy('input/1'), await present(2)]).toEqual([['stagebox'], false]);
  played(1, true);
  played(2, true);
  expect([await mutedBy('input/1'), await present(2)]).toEqual([[], true]);
  await desk.patch('/patch', { outputs: [output('input', 5)] });
  report('/outputs/5', 'muted', true);
  expect(await mutedBy('input/1'), 'what it is played at counts').toEqual(['stagebox']);
  played(2, false);
  expect(await present(2)).toBe(false);
});

test('a strip whose source is not there is said to be so by /patch alone', async () => {
  await desk.patch('/channel/input/1', { sourceId: `${box}:in-1`, spareSourceId: 'gone:in-1' });
  report('', 'enabled', false);
  expect(await mutedBy('input/1')).toEqual(['stagebox']);
  await desk.patch('/channel/input/1', { sourceSelected: 'spare' });
  expect(await mutedBy('input/1')).toEqual([]);
});

test('a bus is silenced when every output where it is heard is, by itself or by the buses that it gets to', async () => {
  await desk.patch('/patch', { outputs: [output('mix', 5), output('mix', 6), output('main', 1)] });
  report('/outputs/5', 'muted', true);
  expect(await mutedBy('mix/1')).toEqual([]);
  report('/outputs/6', 'muted', true);
  expect(await mutedBy('mix/1')).toEqual(['stagebox']);
  expect((await missing()).map(({ edge }: { edge: string }) => edge)).toEqual([
    `mixer:mix-1~-${box}:out-5`,
    `mixer:mix-1~-${box}:out-6`,
  ]);
  await desk.patch('/channel/mix/1', { mainAssigned: true });
  expect(await mutedBy('mix/1'), 'it is heard in the main').toEqual([]);
  report('/outputs/1', 'muted', true);
  expect(await mutedBy('mix/1')).toEqual(['stagebox']);
  expect(await mutedBy('mix/2'), 'it is played nowhere').toEqual([]);
  expect(await mutedBy('dca/1')).toEqual([]);
});

test('the cue is silenced as any bus, and its outputs and the sources of talkbacks are missing where they are', async () => {
  await desk.patch('/cue', { outputs: [`${box}:out-7`] });
  await desk.patch('/talkback/1', { sourceId: 'gone:in-1', destinations: [{ kind: 'mix', index: 1 }] });
  report('/outputs/7', 'muted', true);
  expect(await mutedBy('cue/1')).toEqual(['stagebox']);
  expect(await missing()).toEqual([
    { edge: expect.stringContaining(`mixer:cue-1`), reason: expect.stringContaining('muted') },
    { edge: expect.stringContaining('mixer:talkback-1'), reason: 'no device of this name is known' },
  ]);
});

test('of two legs one that is heard is enough, and /patch says which one is not', async () => {
  await desk.patch('/patch', {
    inputs: [{ strip: { kind: 'aux', index: 1 }, leg: 'left', sourceId: `${box}:in-1`, spareSourceId: '' }],
  });
  report('', 'enabled', false);
  expect(await mutedBy('aux/1')).toEqual(['stagebox']);
  expect(await missing()).toHaveLength(2 + 4);
});
