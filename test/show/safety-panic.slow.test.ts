// Panic on the running service, as it sounds.
import { afterEach, expect, test } from 'vitest';
import {
  box,
  opening,
  patchThrough,
  recorded,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { outliving, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { firstChange, rate, record, startShow, steadyHz } from './safety-desk.ts';

afterEach(stopServices);

/** Main left on output 1, mix/1 on 3, matrix/1, which main/1 feeds, on 4, the cue on 5 and 6; input 2 is muted. */
async function show(): Promise<Service> {
  const service = await startShow({ config: outliving });
  const tone = { signal: 'sine', frequencyHz: steadyHz, levelDbfs: -20 };
  await patchThrough(service, 1, tone);
  await patchThrough(service, 2, tone);
  await write(service, '/channel/input/1', { pan: -100, soloed: true });
  await write(service, '/channel/input/2', { muted: true });
  await write(service, '/channel/input/1/sends/mix/1', { levelDb: 0 });
  await write(service, '/channel/main/1/sends/matrix/1', { levelDb: 0 });
  const plays = (kind: string, leg: string, output: number) => {
    return { strip: { kind, index: 1 }, leg, portId: `${box}:out-${output}` };
  };
  await write(service, '/patch', {
    outputs: [plays('main', 'left', 1), plays('mix', 'mono', 3), plays('matrix', 'mono', 4)],
  });
  await write(service, '/cue', { outputs: [`${box}:out-5`, `${box}:out-6`] });
  await settled(service);
  await recordSteady(service);
  return service;
}

const outputs = [1, 3, 4, 5];
const recordSteady = (service: Service) => record(service, outputs, 0.2, async () => {});
const panic = (service: Service, scope: string | null) => write(service, '/safety/panic', { scope });
const levels = (channels: readonly Float64Array[]) =>
  channels.map((samples) => fitSine(samples.subarray(-rate / 10), steadyHz, rate).levelDb);

test('mains are silent 480 frames after a panic, all but the cue at a panic on all; lifted, everything is as it was', async () => {
  const service = await show();
  const rows = ['/channel/input/1', '/channel/input/2', '/channel/main/1', '/channel/mix/1', '/cue'];
  const read = () => Promise.all(rows.map(async (path) => (await service.get(path)).body));
  const before = { rows: await read(), levels: levels(await recordSteady(service)) };
  for (const [scope, silent, strips] of [
    ['mains', [true, false, true, false], 1],
    ['all', [true, true, true, false], 2],
  ] as const) {
    const channels = await record(service, outputs, 0.1, () => panic(service, scope));
    for (const [place, samples] of channels.entries()) {
      const change = firstChange(samples);
      if (!silent[place]) {
        expect(change, `output ${outputs[place]} at ${scope}`).toBe(-1);
        continue;
      }
      expect(change).toBeGreaterThan(0);
      expect(peakDb(samples.subarray(change + 480)), `output ${outputs[place]} at ${scope}`).toBeLessThanOrEqual(-140);
    }
    await service.until('/channel/main/1', (row) => row.mutedBy.join() === 'panic');
    const lifted = await record(service, outputs, 0.4, () => panic(service, null));
    for (const [place, level] of levels(lifted).entries()) expect(level).toBeCloseTo(before.levels[place] ?? 0, 2);
    const [main = new Float64Array()] = lifted;
    const begin = main.findIndex((sample) => Math.abs(sample) > 1e-7);
    // every strip on the way over 200 ms, evenly
    const half = main.subarray(begin + 0.1 * rate - 240, begin + 0.1 * rate + 240);
    expect(fitSine(half, steadyHz, rate).levelDb).toBeCloseTo((before.levels[0] as number) - 6.02 * strips, 0);
    expect(await read()).toEqual(before.rows);
  }
}, 120_000);

test('a panic outlives the control process, the audio process and a whole restart', async () => {
  const first = await show();
  await panic(first, 'all');
  await first.until('/channel/main/1', (row) => row.mutedBy.includes('panic'));
  await startRecording(first, outputs);
  await first.kill();
  const second = await startService({ state: first.state, config: await configOf(first) });
  await opening(second);
  expect((await second.get('/safety/panic')).body).toEqual({ scope: 'all' });
  await recorded(second, 0.3);
  const [overKill = new Float64Array()] = (await stopRecording(second)).channels as Float64Array[];
  expect(peakDb(overKill.subarray(480 * 2))).toBeLessThanOrEqual(-140);

  const { processId } = await second.until('/telemetry/rt', (row) => row.processId > 0);
  process.kill(processId, 'SIGKILL');
  await second.until('/telemetry/rt', (row) => row.processId !== processId && row.processId > 0);
  await opening(second);
  const crashed = await recordSteady(second);
  for (const samples of crashed.slice(0, 3)) expect(peakDb(samples)).toBeLessThanOrEqual(-140);

  await second.stop();
  const third = await startService({ state: first.state, config: await configOf(first) });
  await opening(third);
  expect((await third.get('/safety/panic')).body).toEqual({ scope: 'all' });
  const restarted = await recordSteady(third);
  for (const samples of restarted.slice(0, 3)) expect(peakDb(samples)).toBeLessThanOrEqual(-140);
  await panic(third, null);
  await third.until('/channel/main/1', (row) => row.mutedBy.length === 0);
  const [main = Number.NaN] = levels(await record(third, outputs, 0.4, async () => {}));
  expect(main).toBeCloseTo(-20, 1);
}, 120_000);

/** As it was started. */
async function configOf({ state }: Service): Promise<Record<string, unknown>> {
  const { readFile } = await import('node:fs/promises');
  return JSON.parse(await readFile(`${state}/test.config.json`, 'utf8'));
}
