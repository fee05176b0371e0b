// The limiter in a render: its threshold, its delay, and the alignment of what is beside it, from the samples alone.
import { expect, test } from 'vitest';
import { Mix } from '../harness/mix.ts';

const frames = 24_000;
const limiter = (strip: string) => `/channel/${strip}/chain/processors/limiter`;

/** The same numbers each time, white, from -1 to 1. */
function noise(count: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const peak = (samples: Float64Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const peakDb = (samples: Float64Array) => 20 * Math.log10(peak(samples));

const loud: Readonly<Record<string, (frame: number) => number>> = {
  steps: (frame) => (Math.floor(frame / 2000) % 2 === 0 ? 0.01 : 0.99),
  impulses: (frame) => (frame % 997 === 0 ? -0.99 : 0),
  squares: (frame) => (Math.floor(frame / 31) % 2 === 0 ? 0.9 : -0.9),
};

test.each(Object.keys(loud))('no sample of %s leaves an output above the threshold of its limiter', async (name) => {
  const samples = Float64Array.from({ length: frames }, (_, frame) => loud[name]?.(frame) ?? 0);
  for (const lookAheadMs of [0, 1.5, 5]) {
    const heard = await new Mix()
      .input(1, samples, { trimDb: 18, pan: 0 })
      .set(limiter('main/1'), { enabled: true })
      .set(`${limiter('main/1')}/values`, { thresholdDb: -6, lookAheadMs, releaseMs: 50 })
      .render(frames);
    expect(peakDb(heard.left)).toBeLessThan(-6 + 0.001);
    expect(peakDb(heard.left)).toBeGreaterThan(-6.1);
  }
});

/** Input 1, and the same turned around on input 2: they cancel where both come at one time. */
async function residueDb(lookAheadMs: number, beside: (mix: Mix) => Mix = (mix) => mix): Promise<number> {
  const samples = noise(frames, 7).map((sample) => sample * 0.2);
  const mix = new Mix()
    .input(1, samples)
    .input(2, samples, { polarityInverted: true })
    .set(limiter('input/1'), { enabled: true })
    .set(`${limiter('input/1')}/values`, { thresholdDb: 0, lookAheadMs });
  return peakDb((await beside(mix).render(frames)).left);
}

test('a strip waits in the main for another whose limiter looks ahead, to the sample', async () => {
  for (const lookAheadMs of [0, 0.3, 1.5, 5]) expect(await residueDb(lookAheadMs)).toBe(-Infinity);
});

test('nothing waits for an align delay: the same sounds no longer cancel', async () => {
  expect(await residueDb(1.5, (mix) => mix.set('/channel/input/2/align', { delayMs: 1.5 }))).toBeGreaterThan(-20);
});
