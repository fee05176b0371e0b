// Two sound cards with clocks of their own: the first drives the desk, the second joins it by resampling. What the cards have
// played is the judge.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { removeFolder, root, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';

const [drivingId, joinedId] = ['alsa-near', 'alsa-far'];
const rate = 48_000;
const frequencyHz = 1000;
const toneDb = -6;
/** A thread that a busy machine wakes late is a gap: long blocks forgive it. */
const patient = { blockFrames: 1024 };

let near: FakedCard;
let far: FakedCard;
let folder: string;
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

/**
 * A tone at input 4 of the near card is on the left of main/1, which both cards play: at output 3 of the near one, and at output
 * 1 of the far one. There a cable takes it to input 1, and it is on the right of main/1: output 2 of the near card.
 */
async function start(resample: boolean): Promise<Service> {
  folder = temporaryFolder();
  near = makeFakedCard({ folder, name: 'near', inputs: 4, outputs: 4, ppm: 80, playedFrames: 2 ** 20 });
  far = makeFakedCard({ folder, name: 'far', inputs: 2, outputs: 2, ppm: -200 });
  const silent = new Float32Array(rate);
  near.feed([silent, silent, silent, Float32Array.from(sine(frequencyHz, toneDb, rate, rate))]);
  const devices = [
    { id: drivingId, transport: 'alsa', model: 'near' },
    { id: joinedId, transport: 'alsa', model: 'far', ...(resample ? { resample } : {}) },
  ];
  const config = { drivers: ['mixer', 'virtual', 'alsa'], devices, ...patient };
  const desk = await startService({ config, env: near.environment });
  await opening(desk);
  await write(desk, '/channel/input/1', { sourceId: `${drivingId}:in-4`, levelDb: 0, pan: -100 });
  await write(desk, '/channel/input/2', { sourceId: `${joinedId}:in-1`, levelDb: 0, pan: 100 });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  const to = (leg: string, portId: string) => ({ strip: { kind: 'main', index: 1 }, leg, portId });
  const left = [to('left', `${drivingId}:out-3`), to('left', `${joinedId}:out-1`)];
  await write(desk, '/patch', { outputs: [...left, to('right', `${drivingId}:out-2`)] });
  await settled(desk);
  return desk;
}

const joined = (desk: Service, satisfied: (device: Record<string, unknown>) => boolean) =>
  desk
    .until('/clock/joined', ({ devices: [first] }) => first && satisfied(first))
    .then(({ devices: [first] }) => first);

/** Waits for so much more sound of the near card. */
async function plays(seconds: number): Promise<void> {
  const end = near.figures().playback.frames + seconds * rate;
  while (near.figures().playback.frames < end) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What an output of the near card played last. */
const heard = (output: number, seconds: number) =>
  (near.played().outputs[output - 1] as Float64Array).slice(-seconds * rate);

/** Where the greatest magnitude from a sample on is. */
function loudestIn(samples: Float64Array, from: number): number {
  let at = from;
  for (let n = from; n < samples.length; n++) if (Math.abs(samples[n] ?? 0) > Math.abs(samples[at] ?? 0)) at = n;
  return at;
}

const tests = () => {
  test('a tone goes through the joined card and back at its level, and the row has the clock of the card', async () => {
    const desk = await start(true);
    expect((await desk.get('/clock/references')).body.references[0]).toMatchObject({ driving: true });
    await joined(desk, ({ state, deviationPpm }) => state === 'running' && Math.abs(Number(deviationPpm) + 280) < 20);
    const row = await joined(desk, ({ state }) => state === 'running');
    expect(row).toMatchObject({ id: joinedId, resamples: true, channels: 4, reason: '' });
    expect(row.ratio).toBeCloseTo(1.00028, 4);
    expect(row.inputLatencyMs).toBeGreaterThan(0);
    await plays(2);
    expect(steadyLevelDb(heard(2, 1), frequencyHz, rate)).toBeCloseTo(toneDb, 1);
  });

  test('a sample is under way through the joined card for as long as the row says', async () => {
    const desk = await start(true);
    await joined(desk, ({ state, deviationPpm }) => state === 'running' && Math.abs(Number(deviationPpm) + 280) < 5);
    const silent = new Float32Array(rate);
    const impulse = Float32Array.from(silent);
    impulse[0] = 0.9;
    near.feed([silent, silent, silent, impulse]);
    await plays(3);
    const { report } = (await desk.get('/telemetry/latency')).body;
    const ms = (from: string, to: string) =>
      report.paths.find((path: { from: string; to: string }) => path.from === from && path.to === to).totalMs as number;
    const there = ms(`${drivingId}:in-4`, `${joinedId}:out-1`);
    const back = ms(`${joinedId}:in-1`, `${drivingId}:out-2`);
    const direct = ms(`${drivingId}:in-4`, `${drivingId}:out-3`);
    // The last impulse that is on both outputs for certain, and how much later the way through the far card has it.
    const [, far, own] = near.played().outputs as readonly Float64Array[] as [unknown, Float64Array, Float64Array];
    const first = loudestIn(own.subarray(0, -rate), own.length - 2 * rate);
    const second = loudestIn(far.subarray(0, first + rate / 2), first);
    const laterMs = ((second - first) * 1000) / rate;
    expect(Math.abs(laterMs - (there + back - direct))).toBeLessThan(0.25);
  });

  test('unplugged and plugged in again, the joined card is heard by itself, and the driving one never stops', async () => {
    const desk = await start(true);
    await joined(desk, ({ state }) => state === 'running');
    await plays(1);
    const { startFrame } = near.figures().playback;
    for (let time = 0; time < 5; time++) {
      far.unplug();
      await joined(desk, ({ state, reason }) => state === 'stopped' && reason !== '');
      expect((await desk.get('/patch')).body.outputs).toHaveLength(3);
      far.plugIn();
      await joined(desk, ({ state }) => state === 'running');
      await plays(1);
      expect(steadyLevelDb(heard(2, 0.5), frequencyHz, rate)).toBeCloseTo(toneDb, 1);
    }
    expect(near.figures().playback.startFrame).toBe(startFrame);
    expect(steadyLevelDb(heard(3, 5), frequencyHz, rate)).toBeCloseTo(toneDb, 1);
    await desk.until(
      '/warnings',
      ({ warnings }) => !warnings.some(({ id }: { id: string }) => id === `device-${joinedId}`),
    );
  });

  test('a driving card that goes leaves the desk to the joined one, and takes it back', async () => {
    const desk = await start(true);
    await joined(desk, ({ state }) => state === 'running');
    near.unplug();
    await desk.until('/clock/references', ({ references: [first] }) => first.driving && first.label.includes('far'));
    near.plugIn();
    await joined(desk, ({ id, state }) => id === joinedId && state === 'running');
    await plays(1.5);
    expect(steadyLevelDb(heard(2, 0.5), frequencyHz, rate)).toBeCloseTo(toneDb, 1);
  });

  test('without resample in the configuration the other card is set aside, and the reason says what to write', async () => {
    const desk = await start(false);
    const device = await joined(desk, ({ state }) => state === 'different-clock');
    expect(device.reason).toContain(`give ${joinedId} "resample": true in "devices" of the configuration`);
    const { warnings } = (await desk.get('/warnings')).body;
    expect(warnings).toContainEqual(expect.objectContaining({ id: `device-${joinedId}` }));
  });
};

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
const lacks = isBuilt ? fakedCardLacks() : 'the native part (npm run build)';
if (lacks !== '' && process.env.CI) throw new Error(`The tests of joined cards need: ${lacks}`);
describe.skipIf(lacks !== '')(`two cards ${lacks}`, { timeout: 180_000 }, tests);
