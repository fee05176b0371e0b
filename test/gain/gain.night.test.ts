// Gain against the sound: what buses play is recorded before and after.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { box, opening, recorded, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, peakDb } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';

const rate = 48_000;
const strip = { kind: 'input', index: 1 };
const input = '/channel/input/1';
const socket = `/stagebox/${box}/inputs/1`;
/** Of each bus that is recorded, in the order of the recorded outputs; each mix is fed from another tap. */
const taps = ['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Pre-Fader', 'Post-Fader'];
const outputs = [1, 3, 4, 5, 6, 7, 8];

let service: Service;
beforeAll(async () => {
  service = await startService({ strips: 'all', config: { providers: [...quietConfig.providers, 'measurement'] } });
  await opening(service);
  await write(service, socket, { signal: 'sine', frequencyHz: 1000, levelDbfs: -60, gainDb: 30 });
  await write(service, input, { sourceId: `${box}:in-1`, levelDb: -5, pan: -100 });
  await write(service, '/channel/main/1', { levelDb: 0 });
  for (const [place, tapPoint] of taps.entries()) {
    const index = place + 1;
    await write(service, `${input}/sends/mix/${index}`, { levelDb: -3, tapPoint });
    await write(service, `/channel/mix/${index}`, { levelDb: 0 });
  }
  await write(service, '/channel/main/1/sends/matrix/1', { levelDb: 0 });
  await write(service, '/channel/matrix/1', { levelDb: 0 });
  const mixes = taps.map((_tap, place) => ({
    strip: { kind: 'mix', index: place + 1 },
    leg: 'mono',
    portId: `${box}:out-${place + 3}`,
  }));
  await write(service, '/patch', {
    outputs: [
      { strip: { kind: 'main', index: 1 }, leg: 'left', portId: `${box}:out-1` },
      ...mixes,
      { strip: { kind: 'matrix', index: 1 }, leg: 'mono', portId: `${box}:out-8` },
    ],
  });
  await settled(service);
});
afterAll(stopServices);

/** The level of the tone at every recorded output, dB; what ramps has half a second to end. */
async function levels(): Promise<readonly number[]> {
  await settled(service);
  await startRecording(service, outputs);
  await recorded(service, 1);
  const { channels } = await stopRecording(service);
  return channels.map((leg) => fitSine(leg.subarray(leg.length - rate / 4), 1000, rate).levelDb);
}

function expectSame(after: readonly number[], before: readonly number[]): void {
  after.forEach((level, place) => {
    expect(Math.abs(level - (before[place] as number)), `output ${outputs[place]}`).toBeLessThan(0.05);
  });
}

const field = async (path: string, name: string) => (await service.get(path)).body[name];

test('the preamp moves, and no bus plays louder or softer, whatever tap it is fed from', async () => {
  const before = await levels();
  expect(before.every((level) => level > -60)).toBe(true);
  const { report } = await runTask(service, '/measurement/recalibrate', { strip, gainDb: 12, apply: true });
  expect(report).toMatchObject({ outcome: 'applied', uncompensated: [] });
  expect(await field(socket, 'gainDb')).toBe(42);
  expectSame(await levels(), before);
});

test('beyond the trim, a gate that is open and a compressor that works keep what they do', async () => {
  const chain = `${input}/chain/processors`;
  await write(service, input, { trimDb: -16 });
  await write(service, `${chain}/gate`, { enabled: true });
  await write(service, `${chain}/gate/values`, { thresholdDb: -40 });
  await write(service, `${chain}/comp`, { enabled: true });
  await write(service, `${chain}/comp/values`, { thresholdDb: -45, ratio: 4, kneeDb: 0 });
  const before = await levels();
  const { report } = await runTask(service, '/measurement/recalibrate', { strip, gainDb: 8, apply: true });
  expect(report.strips).toEqual([{ ...strip, trimFromDb: -16, trimDb: -18, restDb: 6 }]);
  expect(report.uncompensated).toEqual([]);
  expectSame(await levels(), before);
  // The gate opens at the same sound at the microphone: 1 dB above and 4 dB below where it did.
  const gateDb = Number(await field(`${chain}/gate/values`, 'thresholdDb'));
  expect(gateDb).toBe(-34);
  const opensDb = gateDb - Number(await field(input, 'trimDb')) - Number(await field(socket, 'gainDb'));
  expect(opensDb).toBe(-40 + 16 - 42);
  const heard = async (levelDbfs: number) => {
    await write(service, socket, { levelDbfs });
    return service.until(`${input}/meter`, ({ gateReductionDb }) => levelDbfs > opensDb === gateReductionDb > -1);
  };
  await heard(opensDb - 4);
  await heard(opensDb + 1);
  await heard(opensDb - 4);
}, 120_000);

test('what gain proposes is what is heard: the tone comes to the target, and silence gets no gain', async () => {
  await write(service, `${input}/chain/processors/gate`, { enabled: false });
  await write(service, `${input}/chain/processors/comp`, { enabled: false });
  await write(service, socket, { signal: 'sine', levelDbfs: -60, gainDb: 10 });
  await write(service, '/channel/input/2', { sourceId: `${box}:in-2` });
  await settled(service);
  const strips = [strip, { kind: 'input', index: 2 }];
  const { report } = await runTask(service, '/measurement/gain', { strips, seconds: 2, apply: true });
  expect(report.outcome).toBe('applied');
  expect(report.strips[0]).toMatchObject({ p50Db: -50, p90Db: -50, peakDb: -50, gainDb: 42, trimDb: 0 });
  expect(report.strips[1]).toMatchObject({ reason: 'silence', gainDb: null });
  const { preDb } = await service.until(`${input}/meter`, (row) => row.preDb[0] > -19);
  expect(preDb[0]).toBeCloseTo(-18, 1);
  await write(service, socket, { levelDbfs: 0, gainDb: 55 });
  const clipped = await runTask(service, '/measurement/gain', { strips: [strip], seconds: 2 });
  expect(clipped.report.strips[0]).toMatchObject({ reason: 'clipped', gainDb: null });
});

test('recorded levels are those of sound, not of silence', async () => {
  await write(service, socket, { signal: 'silence' });
  await settled(service);
  await startRecording(service, outputs);
  await recorded(service, 1);
  const { channels } = await stopRecording(service);
  for (const leg of channels) expect(peakDb(leg.subarray(leg.length - rate / 4))).toBeLessThan(-100);
});
