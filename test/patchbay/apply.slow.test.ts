// A patch is applied on a real service: what it touches is silent while it changes, and everything else plays on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../../core/testing.ts';
import { box, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { prompt, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, silence } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';

const rate = 48_000;
const strip = (kind: string, index: number) => ({ kind, index });
const output = (kind: string, index: number, leg: string, socket: number) => ({
  ...{ strip: strip(kind, index), leg, portId: `${box}:out-${socket}`, levelDb: 0 },
});
const input = (index: number, socket: number) => ({ strip: strip('input', index), sourceId: `${box}:in-${socket}` });
const outputs = [output('main', 1, 'left', 1), output('main', 1, 'right', 2), output('mix', 1, 'left', 5)];

let desk: Service;
beforeAll(async () => {
  const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'patch', 'source', 'patchbay'];
  desk = await startService({ strips: 'all', config: { ...prompt, providers }, freewheels: true });
  await running(desk);
  const tones = [1000, 3000, 500];
  for (const [place, frequencyHz] of tones.entries()) {
    await write(desk, `/stagebox/${box}/inputs/${place + 1}`, { signal: 'sine', frequencyHz, levelDbfs: -20 });
  }
  await write(desk, '/patch', { inputs: [input(1, 1), input(2, 3)], outputs });
  await write(desk, '/channel/input/1', { levelDb: 0 });
  await write(desk, '/channel/input/2', { mainAssigned: false, levelDb: 0 });
  await write(desk, '/channel/input/2/sends/mix/1', { levelDb: 0 });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  await settled(desk);
});
afterAll(stopServices);

test('what a patch touches is silent while it changes, then heard anew; what it does not touch has no gap', async () => {
  const path = '/patches/store';
  expect((await runTask(desk, path, { id: 'before', name: 'Before' })).report.outcome).toBe('applied');
  await write(desk, '/patch', { inputs: [input(1, 2), input(2, 3)] });
  expect((await runTask(desk, path, { id: 'after', name: 'After' })).report.outcome).toBe('applied');
  expect((await runTask(desk, '/patches/before/apply')).report.outcome).toBe('applied');
  await settled(desk);

  await startRecording(desk, [1, 2, 5]);
  await recorded(desk, 0.5);
  const { report } = await runTask(desk, '/patches/after/apply');
  await recorded(desk, 0.5);
  const { channels } = await stopRecording(desk);
  const [left, right, other] = channels as [Float64Array, Float64Array, Float64Array];

  // A mixer that doesn't say so in time is waited for no longer; what it plays is the same.
  expect(['applied', 'unverified']).toContain(report.outcome);
  expect(report).toMatchObject({
    applied: [`${box}:in-2~-mixer:input-1`],
    removed: [`${box}:in-1~-mixer:input-1`],
    missing: [],
    durable: true,
  });
  expect([...report.muted].sort()).toEqual([`${box}:out-1`, `${box}:out-2`]);
  for (const leg of [left, right]) {
    const gap = silence(leg);
    expect(gap.frames).toBeGreaterThan(100);
    const tone = (samples: Float64Array, hz: number) => fitSine(samples, hz, rate);
    // The outputs open over 100 ms. One tone before, the other after, and nothing of either where the other belongs.
    const [first, last] = [
      leg.subarray(0.2 * rate, gap.at - 0.03 * rate),
      leg.subarray(gap.at + gap.frames + 0.2 * rate),
    ];
    expect(tone(first, 1000).residualDb).toBeLessThan(-80);
    expect(tone(last, 3000).residualDb).toBeLessThan(-80);
    expect(tone(last, 3000).levelDb).toBeCloseTo(tone(first, 1000).levelDb, 1);
  }
  // The one phase of its tone from the first frame to the last: nobody touched it.
  const kept = fitSine(other, 500, rate);
  expect(kept.levelDb).toBeCloseTo(-20, 1);
  expect(kept.residualDb).toBeLessThan(-80);
});

test('an input with signal is hot until a strip hears it', async () => {
  await write(desk, `/stagebox/${box}/inputs/9`, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  const isHot = ({ inputs }: { inputs: { sourceId: string }[] }) =>
    inputs.some(({ sourceId }) => sourceId === `${box}:in-9`);
  const { inputs } = await desk.until('/patchbay/hotInputs', isHot);
  const hot = inputs.find(({ sourceId }: { sourceId: string }) => sourceId === `${box}:in-9`);
  expect(hot.levelDb).toBeCloseTo(-20, 0);
  // Of those that strips hear none is hot, though they have signal.
  expect(inputs.map(({ sourceId }: { sourceId: string }) => sourceId)).not.toContain(`${box}:in-3`);
  await write(desk, '/channel/input/9', { sourceId: `${box}:in-9` });
  await desk.until('/patchbay/hotInputs', (row) => !isHot(row));
  await write(desk, '/channel/input/9', { sourceId: '' });
  await desk.until('/patchbay/hotInputs', isHot);
  await write(desk, `/stagebox/${box}/inputs/9`, { signal: 'silence' });
  await desk.until('/patchbay/hotInputs', (row) => !isHot(row));
});

test('the ports of the desk are its own: the graph holds what is wanted, and says so', async () => {
  await write(desk, '/patchbay/exclusive', { wanted: 'all' });
  await desk.until('/patchbay/exclusive', ({ held }) => held === 'all');
  const { report, params } = await runTask(desk, '/patchbay/disconnect', { apply: true });
  expect([params.edges, report]).toEqual([[], { outcome: 'applied', disconnected: [], kept: [] }]);

  // A process that died holds nothing; the next one is told, and holds it again.
  const client = new TestClient(desk.url);
  const watched = await client.watch('/patchbay/exclusive');
  expect((await watched.next()).row).toEqual({ wanted: 'all', held: 'all' });
  const { processId } = await desk.until('/telemetry/rt', (row) => row.processId > 0);
  process.kill(processId, 'SIGKILL');
  expect((await watched.next()).row).toEqual({ wanted: 'all', held: 'none' });
  expect((await watched.next()).row).toEqual({ wanted: 'all', held: 'all' });
  watched.close();
  client.end();
});
