import { afterEach, expect, test } from 'vitest';
import { TestClient, type Watched } from '../../core/testing/client.ts';
import {
  box,
  opening,
  patchThrough,
  recorded,
  recordMain,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { outliving, startService, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';

afterEach(stopServices);

const rate = 48000;
const tone = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 };

test('audio outlives the control process, and a new one attaches and finds all as it was', async () => {
  const first = await startService({ config: outliving });
  await running(first);
  await patchThrough(first, 1, tone);
  await write(first, '/channel/input/1', { levelDb: -6, pan: -100, name: 'Lead' });
  await settled(first);
  await startRecording(first);
  await recorded(first, 0.5);
  const before = (await first.get('/channel/input/1')).body;
  await first.kill();

  const second = await startService({ state: first.state, config: outliving });
  await opening(second);
  expect((await second.get('/channel/input/1')).body).toEqual(before);
  await recorded(second, 0.5);
  const sound = await stopRecording(second);
  const left = sound.channels[0] as Float64Array;
  // one sine of one phase from the first frame to the last: no sample lost, doubled or late over kill and restart
  const fit = fitSine(left, 1000, rate);
  expect(fit.levelDb).toBeCloseTo(-26, 1);
  expect(fit.residualDb).toBeLessThan(-90);
  // attaching wrote differences only: nothing differed
  expect((await second.get('/telemetry/convergence')).body.corrections).toBe(0);

  await write(second, '/channel/input/1', { levelDb: 0 });
  await settled(second);
  const louder = await recordMain(second, 0.5);
  const steady = (louder.channels[0] as Float64Array).subarray(-rate / 4);
  expect(fitSine(steady, 1000, rate).levelDb).toBeCloseTo(-20, 1);
});

test('a killed audio process is a warning, starts again with all settings, and opens without a bang', async () => {
  const service = await startService();
  await running(service);
  await patchThrough(service, 1, tone);
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const steadyPeak = peakDb((await recordMain(service, 0.3)).channels[0]?.subarray(-rate / 10) as Float64Array);

  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  await write(service, `/stagebox/${box}`, { recordFile: 'after.wav', recordOutputs: [1, 2] });
  const watched = await new TestClient(service.url).watch('/warnings');
  process.kill(processId, 'SIGKILL');
  expect(await warningNamed(watched, 'audio-process')).toMatch(/audio/i);
  watched.close();
  await service.until('/telemetry/rt', (row) => row.processId !== processId && row.processId > 0);
  await opening(service);
  await settled(service);
  await recorded(service, 1);
  const sound = await stopRecording(service);
  const left = sound.channels[0] as Float64Array;
  // DESIGN 3, no bang: from muted to the steady level, never above it
  expect(peakDb(left)).toBeLessThan(steadyPeak + 0.1);
  expect(fitSine(left.subarray(-rate / 4), 1000, rate).levelDb).toBeCloseTo(-20, 1);
  // A complete first write corrects nothing: the new mixer had no value of its own.
  const corrections = (await service.get('/telemetry/convergence/corrections')).body;
  expect(corrections.entries.map((entry: { path: string }) => entry.path)).not.toContain('/channel/input/1');
});

/** The title of the first warning whose id begins so. */
async function warningNamed(watched: Watched, id: string): Promise<string> {
  for (;;) {
    const { row } = await watched.next();
    const found = row.warnings.find((warning: { readonly id: string }) => warning.id.startsWith(id));
    if (found !== undefined) return found.title;
  }
}
