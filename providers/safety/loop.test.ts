import { FakeTime, linkOf, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'safety', 'warnings'], time });
});
afterEach(() => desk.close());

const loop = async () => (await desk.get('/safety/loop')).body.loop;
const warned = () => desk.host.warnings.list().find(({ id }) => id === 'loop');

/** main/1 left plays into a virtual cable of an audio server, and what is linked to it comes back to input/1. */
async function throughCable(): Promise<void> {
  const port = (id: string, direction: 'source' | 'sink') => {
    return { id, label: id, direction, channel: 1, latencyFrames: null };
  };
  const node = { label: 'Cable', device: 'server', kind: 'device' as const, present: true, driver: 'pipewire' };
  const cable = (id: string) => ({
    ...node,
    id,
    ports: [port(`${id}:playback_FL`, 'sink'), port(`${id}:monitor_FL`, 'source')],
  });
  desk.audio.graph.become({ others: [cable('one'), cable('two')] });
  const output = { strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'one:playback_FL' };
  await desk.patch('/patch', { outputs: [output] });
  await desk.patch('/channel/input/1', { sourceId: 'two:monitor_FL' });
}

test('a link that somebody makes outside closes a loop: it is named by strips and edges, with a warning, until it goes', async () => {
  await throughCable();
  expect(await loop()).toBeNull();
  const watched = await desk.watch('/safety/loop');
  await watched.next();
  time.advance(5000);
  desk.audio.graph.become({ links: [linkOf('one:monitor_FL', 'two:playback_FL', 'somebody')] });
  const { row } = await watched.next();
  expect(row.loop).toEqual({
    strips: [
      { kind: 'input', index: 1 },
      { kind: 'main', index: 1 },
    ],
    edges: ['mixer:main-1-left~-one:playback_FL', 'two:monitor_FL~-mixer:input-1'],
    since: new Date(time.now()).toISOString(),
  });
  expect(warned()).toMatchObject({ severity: 'alarm', path: '/safety/loop' });
  expect(warned()?.detail).toContain('input/1 -> main/1');
  time.advance(1000);
  await desk.patch('/channel/input/2', { levelDb: -10 });
  expect(await loop(), 'since is when it began').toEqual(row.loop);
  desk.audio.graph.become({ links: [] });
  expect((await watched.next()).row.loop).toBeNull();
  expect(warned()).toBeUndefined();
  watched.close();
});

test('taking away what closes it ends a loop, and what would close it is refused', async () => {
  await throughCable();
  desk.audio.graph.become({ links: [linkOf('one:monitor_FL', 'two:playback_FL', 'somebody')] });
  expect(await loop()).not.toBeNull();
  await desk.patch('/channel/input/1', { mainAssigned: false });
  expect(await loop()).toBeNull();
  const refused = await desk.patch('/channel/input/1', { mainAssigned: true });
  expect([refused.status, refused.body.params.reason]).toEqual([409, 'loop']);
});
