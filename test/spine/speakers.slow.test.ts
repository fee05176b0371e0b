// Speakers that stand apart, judged by what the stagebox plays: the main of a tone burst comes late at its output, the matrix
// that takes it there does not.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  box,
  patchThrough,
  recorded,
  running,
  settled,
  startRecording,
  stopRecording,
  write,
} from '../harness/desk.ts';
import { prompt, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { peakDb, sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const rate = 48_000;
const speakers = '/channel/main/1/speakerAlign';
const plays = (kind: string, leg: string, output: number) => ({
  ...{ strip: { kind, index: 1 }, leg, portId: `${box}:out-${output}`, levelDb: 0 },
});

let desk: Service;
beforeAll(async () => {
  const state = temporaryFolder();
  mkdirSync(join(state, 'media'), { recursive: true });
  // A burst of 20 periods, once a second.
  const burst = new Float64Array(rate);
  burst.set(sine(1000, -6, rate, 960), 4800);
  writeWav(join(state, 'media', 'burst.wav'), rate, [burst]);
  desk = await startService({ state, config: { ...prompt, rate, blockFrames: 96 }, freewheels: true });
  await running(desk);
  await patchThrough(desk, 1, { signal: 'file', file: 'burst.wav' });
  await write(desk, '/channel/input/1', { pan: -100 });
  await write(desk, '/channel/main/1/sends/matrix/1', { levelDb: 0 });
  await write(desk, '/channel/matrix/1', { levelDb: 0 });
  await write(desk, '/patch', { outputs: [plays('main', 'left', 1), plays('matrix', 'mono', 2)] });
  await settled(desk);
});
afterAll(stopServices);

/** What outputs 1 and 2 play within 2.5 s: a whole burst of each, wherever the recording begins. */
async function record() {
  await startRecording(desk, [1, 2]);
  await recorded(desk, 2.5);
  const { channels } = await stopRecording(desk);
  return channels as [Float64Array, Float64Array];
}

/** The largest difference between the main and the matrix, `frames` earlier and raised by so many dB; 1 where nothing plays. */
function difference([main, matrix]: readonly [Float64Array, Float64Array], frames: number, db: number, sign: number) {
  const factor = sign * 10 ** (db / 20);
  if (peakDb(main) < -40) return 1;
  return main.subarray(frames).reduce((worst, sample, i) => {
    return Math.max(worst, Math.abs(sample - factor * (matrix[i] as number)));
  }, 0);
}

test('the main plays a burst by delay and distance later than the matrix, with its trim and upside down', async () => {
  const apart = await record();
  // What the matrix takes of the main, times a factor.
  const factor = peakDb(apart[0]) - peakDb(apart[1]);
  expect(difference(apart, 0, factor, 1)).toBeLessThan(1e-6);

  // 34.34 m at 20 degrees Celsius; some parts of a frame that is.
  await write(desk, speakers, { enabled: true, delayMs: 25, distanceM: 34.34 });
  const { appliedDelayMs } = await desk.until(speakers, (row) => row.appliedDelayMs > 0);
  expect(appliedDelayMs).toBeCloseTo(25 + 34_340 / 343.42, 3);

  await write(desk, speakers, { delayMs: 125, distanceM: 0, levelTrimDb: -6, polarityInverted: true });
  await desk.until(speakers, (row) => row.appliedDelayMs === 125);
  await settled(desk);
  expect(difference(await record(), 6000, factor - 6, -1)).toBeLessThan(1e-6);
});

test('the latency of the main has the delay of its speakers, that of the matrix has not', async () => {
  const { report } = (await desk.get('/telemetry/latency')).body;
  const of = (output: number) =>
    report.paths.find(
      ({ from, to }: Record<string, string>) => from === `${box}:in-1` && to === `${box}:out-${output}`,
    );
  expect([of(1).processingMs, of(2).processingMs]).toEqual([125, 0]);
});
