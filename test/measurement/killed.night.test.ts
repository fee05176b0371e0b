// What is heard of a stimulus after a process has died: nothing. The recorded outputs judge.
import { afterEach, expect, test } from 'vitest';
import {
  opening,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { outliving, quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';

afterEach(stopServices);

const rate = 48_000;
const durationS = 30;
const config = { ...outliving, providers: [...quietConfig.providers, 'measurement'] };
/** Of the stimulus: slow enough that a click would be steeper. */
const sweep = { levelDb: -20, stimulus: 'sweep', fromHz: 100, toHz: 400, durationS };

/** Starts a measurement over main/1, and resolves once its stimulus is in the recording. */
async function measureLong(service: Service): Promise<void> {
  await patchThrough(service, 1, { signal: 'silence' });
  await write(service, '/channel/input/1', { muted: true });
  await settled(service);
  await startRecording(service);
  const order = { running: true, goal: 'delay', output: { kind: 'main', index: 1 }, ...sweep };
  const { status, body } = await service.patch('/measurement/run', {
    ...order,
    microphone: { kind: 'input', index: 1 },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await service.until('/measurement/run', (row) => row.progress?.phase === 'capture' || row.running === false);
  await recorded(service, 2);
}

const lastSound = (samples: Float64Array) => samples.findLastIndex((sample) => sample !== 0);
const steepest = (samples: Float64Array) =>
  samples.reduce((most, sample, n) => Math.max(most, Math.abs(sample - (samples[n - 1] ?? sample))), 0);

test('a control process that is killed during a measurement: its stimulus fades out by itself, before the next one is there', async () => {
  const first = await startService({ config });
  await running(first);
  await measureLong(first);
  await first.kill();
  const second = await startService({ state: first.state, config });
  await opening(second);
  await recorded(second, 4);
  const left = (await stopRecording(second)).channels[0] as Float64Array;
  expect(peakDb(left)).toBeCloseTo(-20, 0);
  // The file is shorter than the stimulus: it did not end by its own length.
  expect(left.length).toBeLessThan(durationS * rate);
  expect(lastSound(left)).toBeLessThan(left.length - rate / 2);
  expect(steepest(left)).toBeLessThan(1.1 * 2 * Math.PI * (sweep.toHz / rate) * 0.1);
  expect((await second.get('/measurement')).body.running).toBe(false);
});

test('an audio process that is killed during a measurement comes back without its stimulus', async () => {
  const service = await startService({ config });
  await running(service);
  await measureLong(service);
  const { processId } = await service.until('/telemetry/rt', (row) => row.processId > 0);
  process.kill(processId, 'SIGKILL');
  await service.until('/telemetry/rt', (row) => row.processId !== processId && row.processId > 0);
  await opening(service);
  await settled(service);
  await recorded(service, 1);
  const left = (await stopRecording(service)).channels[0] as Float64Array;
  // A file of its own begins with the new process.
  expect(lastSound(left)).toBe(-1);
  const { refusal } = await service.until('/measurement/run', (row) => row.running === false);
  expect(refusal).not.toBeNull();
});
