import { expect, test } from 'vitest';
import { Mix } from '../harness/mix.ts';
import { peakDb } from '../harness/sound.ts';

const rate = 48_000;
const effect = '/channel/fxSend/1/chain/processors/effect';

/** What the effect makes of one impulse: only the return is in the main. */
function heard(samples: Float64Array, set: (mix: Mix) => Mix): Promise<{ left: Float64Array; right: Float64Array }> {
  const mix = new Mix()
    .input(1, samples, { mainAssigned: false })
    .set('/channel/input/1/sends/fxSend/1', { levelDb: 0 })
    .set('/channel/fxReturn/1', { levelDb: 0 });
  return set(mix).render(samples.length);
}

function impulse(seconds: number): Float64Array {
  const samples = new Float64Array(seconds * rate);
  samples[100] = 0.5;
  return samples;
}

/**
 * Time for 60 dB of decay: a line through the Schroeder integral from -5 to -35 dB (ISO 3382-1:2009, T30), in the band
 * from 500 Hz to 2 kHz by differences, where neither damping nor low cut reach.
 */
function reverberationTimeS(response: Float64Array): number {
  const band = bandPassed(response);
  const left = new Float64Array(band.length);
  let sum = 0;
  for (let n = band.length - 1; n >= 0; n--) {
    sum += (band[n] as number) ** 2;
    left[n] = sum;
  }
  const db = left.map((energy) => 10 * Math.log10(energy / (left[0] as number)));
  const from = db.findIndex((level) => level <= -5);
  const to = db.findIndex((level) => level <= -35);
  const count = to - from;
  let [st, sd, stt, std] = [0, 0, 0, 0];
  for (let n = from; n < to; n++) {
    const t = n / rate;
    const d = db[n] as number;
    st += t;
    sd += d;
    stt += t * t;
    std += t * d;
  }
  const slope = (count * std - st * sd) / (count * stt - st * st);
  return -60 / slope;
}

/** Two one-pole low-passes at 2 kHz and two high-passes at 500 Hz: an octave band round 1 kHz, wide enough. */
function bandPassed(samples: Float64Array): Float64Array {
  const low = Math.exp((-2 * Math.PI * 2000) / rate);
  const high = Math.exp((-2 * Math.PI * 500) / rate);
  const state = [0, 0, 0, 0] as [number, number, number, number];
  return samples.map((x) => {
    state[0] = x + (state[0] - x) * low;
    state[1] = state[0] + (state[1] - state[0]) * low;
    state[2] = state[1] + (state[2] - state[1]) * high;
    const first = state[1] - state[2];
    state[3] = first + (state[3] - first) * high;
    return first - state[3];
  });
}

test.each([0.5, 1.8, 4])('the reverb decays by 60 dB in %d s, within 10 %%', async (decayS) => {
  const { left, right } = await heard(impulse(decayS + 2), (mix) =>
    mix.set(effect, { plugin: 'builtin:reverb' }).set(`${effect}/values`, { decayS, dampingHz: 20_000, lowCutHz: 20 }),
  );
  for (const leg of [left, right]) {
    expect(Math.abs(reverberationTimeS(leg) / decayS - 1), `${reverberationTimeS(leg)} s`).toBeLessThan(0.1);
  }
  // two legs of one room, not one leg twice
  const product = left.reduce((sum, sample, n) => sum + sample * (right[n] as number), 0);
  const energy = (leg: Float64Array) => leg.reduce((sum, sample) => sum + sample * sample, 0);
  expect(Math.abs(product) / Math.sqrt(energy(left) * energy(right))).toBeLessThan(0.3);
});

test('nothing of the reverb is heard before its pre-delay', async () => {
  const { left } = await heard(impulse(1), (mix) => mix.set(`${effect}/values`, { preDelayMs: 150 }));
  expect(peakDb(left.subarray(0, 100 + 0.15 * rate))).toBeLessThanOrEqual(-140);
  expect(peakDb(left.subarray(100 + 0.15 * rate))).toBeGreaterThan(-60);
});

/** The frames at which an echo stands out. */
const echoes = (leg: Float64Array, over: number) =>
  [...leg.keys()].filter((n) => Math.abs(leg[n] as number) > over && Math.abs(leg[n] as number) >= peakAround(leg, n));

function peakAround(leg: Float64Array, n: number): number {
  let most = 0;
  for (const sample of leg.subarray(Math.max(0, n - 50), n + 51)) most = Math.max(most, Math.abs(sample));
  return most;
}

test('echoes come to the sample, each lower by the feedback', async () => {
  const { left } = await heard(impulse(2), (mix) =>
    mix
      .set(effect, { plugin: 'builtin:delay' })
      .set(`${effect}/values`, { timeMs: 250, feedbackPercent: 50, lowCutHz: 20, highCutHz: 20_000 }),
  );
  const at = echoes(left, 0.02);
  expect(at.slice(0, 4)).toEqual([1, 2, 3, 4].map((n) => 100 + n * 12_000));
  // the ends of the filters' range shave a little off an impulse each time round
  const ratio = (left[at[1] as number] as number) / (left[at[0] as number] as number);
  expect(ratio).toBeGreaterThan(0.35);
  expect(ratio).toBeLessThanOrEqual(0.5);
});

test('an echo follows the bpm when it has a division', async () => {
  const { left } = await heard(impulse(2), (mix) =>
    mix
      .set('/console/bpm', { bpm: 100 })
      .set(effect, { plugin: 'builtin:delay' })
      .set(`${effect}/values`, { division: '1/8', feedbackPercent: 0 }),
  );
  // an eighth at 100 bpm: 60 / 100 / 2 s
  expect(echoes(left, 0.02)[0]).toBe(100 + 0.3 * rate);
});

test('an effect that is off is silent, and so is its return', async () => {
  const { left } = await heard(impulse(1), (mix) => mix.set(effect, { enabled: false }));
  expect(peakDb(left)).toBeLessThanOrEqual(-140);
});
