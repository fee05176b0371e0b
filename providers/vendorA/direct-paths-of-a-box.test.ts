import { FakeTime, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { report, startDesk } from './total-mix-double.ts';

const providers = ['console', 'clock', 'channel', 'stagebox', 'patch', 'warnings', 'directPath', 'vendorA'];
let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startDesk({ providers, time });
  await report(desk);
});
afterEach(() => desk.close());

const output = (portId: string) => ({ strip: { kind: 'main', index: 1 }, leg: 'left', portId, levelDb: 0 });
const warned = async () => {
  time.advance(100);
  const { warnings } = (await desk.get('/warnings')).body;
  return warnings.map(({ id }: { id: string }) => id).filter((id: string) => id.startsWith('direct-path'));
};
/** The sound of the box takes another way: its ports have the ids of another device. */
function soundBy(device: string): void {
  const renamed = desk.audio.boxes.map((box) => ({
    ...box,
    ports: box.ports.map((port) => ({ ...port, id: port.id.replace(/^[^:]+/, device) })),
  }));
  desk.audio.become({ joinedBoxes: renamed });
}

test('a device of preamps has its direct paths by the ports of its sound, wherever that comes through', async () => {
  await desk.patch('/channel/input/1', { sourceId: 'alsa-card:input-3', levelDb: 0 });
  await desk.patch('/channel/main/1', { levelDb: 0 });
  await desk.patch('/patch', { outputs: [output('alsa-card:output-2')] });
  expect(await warned()).toEqual([]);
  await desk.patch('/directPath/ucx2.2.3', { levelDb: -6 });
  expect(await warned()).toEqual(['direct-path-comb-ucx2.2.3']);
  const outputsOf = async (source: string) => (await desk.get(`/directPath/sources/${source}`)).body.outputs;
  expect(await outputsOf('alsa-card:input-3')).toMatchObject([
    { id: 'ucx2.1.3', levelDb: -144 },
    { id: 'ucx2.2.3', outputId: 'alsa-card:output-2', levelDb: -6 },
  ]);

  soundBy('pipewire-card');
  expect(await warned()).toEqual([]);
  expect(await outputsOf('pipewire-card:input-3')).toHaveLength(2);
  await desk.patch('/patch', { outputs: [output('pipewire-card:output-2')] });
  await desk.patch('/channel/input/1', { sourceId: 'pipewire-card:input-3' });
  expect(await warned()).toEqual(['direct-path-comb-ucx2.2.3']);
});

test('what a hand turned at the device counts as what the desk set', async () => {
  await desk.patch('/channel/input/1', { sourceId: 'alsa-card:input-3', levelDb: 0 });
  await desk.patch('/channel/main/1', { levelDb: 0 });
  await desk.patch('/patch', { outputs: [output('alsa-card:output-2')] });
  expect(await warned()).toEqual([]);
  desk.audio.target('stagebox:ucx2').changeOnDevice('/vendorA/totalmix/mix/2/3', 'levelDb', -12);
  expect(await warned()).toEqual(['direct-path-comb-ucx2.2.3']);
  desk.audio.target('stagebox:ucx2').changeOnDevice('/vendorA/totalmix/mix/2/3', 'levelDb', -144);
  expect(await warned()).toEqual([]);
});
