// Protection against howling from outside: rows by curl, the sound by sox.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import {
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
import { outliving, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';

afterEach(stopServices);

const execute = promisify(execFile);
const rate = 48_000;
const hrp = '/channel/input/1/hrp';
/** A steady tone is a howl to the detector: it would place live notches too. */
const detecting = { enabled: true, mode: 'detect' };
const notch = { frequencyHz: 1000, q: 30, gainDb: -12 };

async function curlPatch(service: Service, path: string, body: object): Promise<Record<string, unknown>> {
  const words = ['-sS', '--fail-with-body', '-X', 'PATCH', '-H', 'content-type: application/json'];
  const { stdout } = await execute('curl', [...words, '-d', JSON.stringify(body), `${service.url}${path}`]);
  return JSON.parse(stdout);
}

/** The peak of the last 0.2 s in dB, by sox. */
async function soxPeakDb(service: Service, samples: Float64Array): Promise<number> {
  const raw = join(service.state, 'judged.f64');
  writeFileSync(raw, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const { stderr } = await execute('sox', ['-r', `${rate}`, '-c', '1', raw, '-n', 'trim', '-0.2', 'stats']);
  return Number(/^Pk lev dB\s+(\S+)/m.exec(stderr)?.[1]);
}

const left = async (service: Service) => (await recordMain(service, 0.5)).channels[0] as Float64Array;

test('a fixed notch is as deep as its row says, outlives kill -9 without a break, and goes with its protection', async () => {
  const first = await startService({ config: outliving });
  await running(first);
  await patchThrough(first, 1, { signal: 'sine', frequencyHz: notch.frequencyHz, levelDbfs: -20 });
  await write(first, '/channel/input/1', { pan: -100 });
  await settled(first);
  expect(await soxPeakDb(first, await left(first))).toBeCloseTo(-20, 1);

  const protecting = { ...detecting, fixed: [notch] };
  expect(await curlPatch(first, hrp, protecting)).toMatchObject(protecting);
  await settled(first);
  await left(first); // a notch settles
  expect(await soxPeakDb(first, await left(first))).toBeCloseTo(-32, 1);
  const report = await first.until(`${hrp}/report`, ({ notches }) => notches.length === 1);
  expect(report).toMatchObject({ notches: [{ slot: 0, fixed: true, ...notch }] });

  await startRecording(first);
  await recorded(first, 0.3);
  await first.kill();
  const second = await startService({ state: first.state, config: outliving });
  await opening(second);
  await recorded(second, 0.3);
  const through = (await stopRecording(second)).channels[0] as Float64Array;
  // One sine of one level from the first frame to the last, over the kill and the start.
  const fit = fitSine(through, notch.frequencyHz, rate);
  expect(fit.levelDb).toBeCloseTo(-32, 1);
  expect(fit.residualDb).toBeLessThan(-90);
  expect((await second.get('/telemetry/convergence')).body.corrections).toBe(0);
  expect((await second.get(`${hrp}/report`)).body.notches).toEqual(report.notches);

  await curlPatch(second, `${hrp}/reset`, { running: true, scope: 'fixed' });
  expect(await second.until(`${hrp}/reset`, ({ running }) => !running)).toMatchObject({ report: { fixed: 1 } });
  await settled(second);
  await left(second);
  expect(await soxPeakDb(second, await left(second))).toBeCloseTo(-20, 1);
  await curlPatch(second, '/history/cursor/undo', { running: true });
  await second.until(hrp, ({ fixed }) => fixed.length === 1);
  await settled(second);
  await left(second);
  expect(await soxPeakDb(second, await left(second))).toBeCloseTo(-32, 1);
});

test('a steady tone gets a notch by itself, which is taken off again, since it changes nothing of what comes in', async () => {
  const service = await startService();
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await curlPatch(service, hrp, { enabled: true });
  const { notches } = await service.until(`${hrp}/report`, (row) => row.notches.length > 0);
  expect(notches[0]).toMatchObject({ slot: 0, fixed: false });
  expect(Math.abs(notches[0].frequencyHz - 1000)).toBeLessThan(10);
  await service.until(`${hrp}/report`, (row) => row.notches.length === 0);
});
