import { expect, test } from 'vitest';
import { Mix } from '../harness/mix.ts';
import { fitSine, sine } from '../harness/sound.ts';

const rate = 48_000;
const gate = '/channel/input/1/chain/processors/gate';
const comp = '/channel/input/1/chain/processors/comp';

/** What becomes of a steady sine of this peak level, after two seconds. */
async function steadyDb(mix: Mix, peakDb: number): Promise<number> {
  const frames = 3 * rate;
  const { left } = await mix.input(1, sine(1000, peakDb, rate, frames)).render(frames);
  return fitSine(left.subarray(2 * rate), 1000, rate).levelDb;
}

/**
 * The static curve of a compressor with a soft knee, centred on the threshold (Giannoulis, Massberg and Reiss, Digital
 * Dynamic Range Compressor Design, JAES 60(6), 2012, equation 4), all in dB.
 */
function compressed(levelDb: number, thresholdDb: number, ratio: number, kneeDb: number): number {
  const over = levelDb - thresholdDb;
  if (2 * over < -kneeDb) return levelDb;
  if (2 * over > kneeDb) return thresholdDb + over / ratio;
  return levelDb + ((1 / ratio - 1) * (over + kneeDb / 2) ** 2) / (2 * kneeDb);
}

const fast = { attackMs: 0, holdMs: 0.02, releaseMs: 5 };

test.each([-50, -32, -21, -20, -19, -10, -3])('the compressor follows its static curve at %i dBFS', async (level) => {
  const thresholdDb = -20;
  // rows.md: levels of rms detectors are AES17, a full-scale sine is 0 dB
  const mix = new Mix().set(comp, { enabled: true }).set(`${comp}/values`, {
    ...{ thresholdDb, ratio: 4, kneeDb: 5, makeupDb: 0, mixPercent: 100, detector: 'rms' },
    ...{ attackMs: 20, holdMs: 0.02, releaseMs: 100 },
  });
  expect(Math.abs((await steadyDb(mix, level)) - compressed(level, thresholdDb, 4, 5))).toBeLessThan(0.1);
});

test('make-up gain and mix do what they say', async () => {
  const values = {
    thresholdDb: -30,
    ratio: 100,
    kneeDb: 0,
    detector: 'rms',
    attackMs: 20,
    holdMs: 0.02,
    releaseMs: 100,
  };
  const on = () => new Mix().set(comp, { enabled: true });
  const wet = await steadyDb(on().set(`${comp}/values`, { ...values, makeupDb: 6, mixPercent: 100 }), -10);
  expect(Math.abs(wet - (compressed(-10, -30, 100, 0) + 6))).toBeLessThan(0.1);
  const half = await steadyDb(on().set(`${comp}/values`, { ...values, makeupDb: 0, mixPercent: 50 }), -10);
  const linear = (db: number) => 10 ** (db / 20);
  const theory = 20 * Math.log10((linear(-10) + linear(compressed(-10, -30, 100, 0))) / 2);
  expect(Math.abs(half - theory)).toBeLessThan(0.1);
});

test.each([
  [-10, -10],
  [-29, -29],
  [-31, -71],
  [-50, -90],
])('the gate: a sine of %i dBFS comes out at %i', async (level, out) => {
  const mix = new Mix()
    .set(gate, { enabled: true })
    .set(`${gate}/values`, { thresholdDb: -30, rangeDb: 40, ...fast, attackMs: 1, holdMs: 10, releaseMs: 50 });
  expect(Math.abs((await steadyDb(mix, level)) - out)).toBeLessThan(0.1);
});

test('the gate stays open down to 3 dB under its threshold, and closes below', async () => {
  const opened = async (level: number) => {
    const samples = Float64Array.from([...sine(1000, -10, rate, rate), ...sine(1000, level, rate, 2 * rate)]);
    const { left } = await new Mix()
      .input(1, samples)
      .set(gate, { enabled: true })
      .set(`${gate}/values`, { thresholdDb: -30, rangeDb: 40, attackMs: 1, holdMs: 20, releaseMs: 50 })
      .render(samples.length);
    return fitSine(left.subarray(2 * rate), 1000, rate).levelDb;
  };
  expect(Math.abs((await opened(-32.5)) + 32.5)).toBeLessThan(0.1);
  expect(Math.abs((await opened(-33.5)) + 73.5)).toBeLessThan(0.1);
});

/** Gain over time in dB, from a constant so that every sample shows it. */
async function gains(mix: Mix, levels: readonly (readonly [level: number, seconds: number])[]): Promise<Float64Array> {
  const samples = Float64Array.from(
    levels.flatMap(([level, seconds]) => Array(Math.round(seconds * rate)).fill(level)),
  );
  const { left } = await mix.input(1, samples).render(samples.length);
  return left.map((out, n) => 20 * Math.log10(out / (samples[n] as number)));
}

test('attack and release take their time to 63 % of the change in gain', async () => {
  const mix = new Mix().set(comp, { enabled: true }).set(`${comp}/values`, {
    ...{ thresholdDb: -40, ratio: 2, kneeDb: 0, makeupDb: 0, mixPercent: 100, detector: 'peak' },
    ...{ attackMs: 50, holdMs: 0.02, releaseMs: 200 },
  });
  const before = 10 ** (-60 / 20);
  const over = 10 ** (-20 / 20);
  const after = 10 ** (-60 / 20);
  const gain = await gains(mix, [
    [before, 0.5],
    [over, 1],
    [after, 3],
  ]);
  const settled = gain[1.5 * rate - 1] as number;
  expect(Math.abs(settled + 10)).toBeLessThan(0.1);
  const timeTo = (from: number, reached: (db: number) => boolean) =>
    ((gain.findIndex((db, n) => n >= from && reached(db)) - from) / rate) * 1000;
  // a step seen by the detector at once: the gain is an exponential in dB, 63.2 % after one time constant
  const share = 1 - Math.exp(-1);
  expect(Math.abs(timeTo(0.5 * rate, (db) => db <= settled * share) - 50)).toBeLessThan(2.5);
  expect(Math.abs(timeTo(1.5 * rate, (db) => db >= settled * (1 - share)) - 200)).toBeLessThan(10);
});

test('a key opens the gate: another strip is listened to, and not heard', async () => {
  const frames = 2 * rate;
  const samples = sine(1000, -40, rate, frames);
  const gated = (key: Float64Array) =>
    new Mix()
      .input(1, samples)
      .input(2, key, { levelDb: -144 })
      .set(gate, { enabled: true })
      .set(`${gate}/values`, { thresholdDb: -30, rangeDb: 60, attackMs: 1, holdMs: 20, releaseMs: 50 })
      .set(`${gate}/key`, { source: { kind: 'input', index: 2 } })
      .render(frames);
  const level = (samples: Float64Array) => fitSine(samples.subarray(rate), 1000, rate).levelDb;
  expect(Math.abs(level((await gated(sine(200, -10, rate, frames))).left) + 40)).toBeLessThan(0.1);
  expect(Math.abs(level((await gated(new Float64Array(frames))).left) + 100)).toBeLessThan(0.2);
});
