import { expect, test } from 'vitest';
import { Mix, type MixOptions, smallLayout } from '../harness/mix.ts';
import { peakDb, sine } from '../harness/sound.ts';

const rate = 48_000;
const sets = ['scalar', 'sse2', 'avx2', 'avx512'];

/** White noise from a linear congruential generator (Numerical Recipes), the same on every run. */
function noise(length: number, seed: number, amplitude = 0.25): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return amplitude * (state / 2 ** 31 - 1);
  });
}

/** Pink, -3 dB per octave: Paul Kellet's economy filter (musicdsp.org, 1999). */
function pink(length: number, seed: number): Float64Array {
  let [b0, b1, b2] = [0, 0, 0];
  return noise(length, seed).map((white) => {
    b0 = 0.99765 * b0 + white * 0.099046;
    b1 = 0.963 * b1 + white * 0.2965164;
    b2 = 0.57 * b2 + white * 1.0526913;
    return 0.3 * (b0 + b1 + b2 + white * 0.1848);
  });
}

/** Everything at once: eight strips with all processors on, sends, buses, groups, effects. */
function busy(frames: number, options: MixOptions): Mix {
  const mix = new Mix(options);
  for (let strip = 1; strip <= 8; strip++) {
    const path = `/channel/input/${strip}`;
    const chain = `${path}/chain/processors`;
    mix
      .input(strip, pink(frames, strip), { pan: strip * 20 - 90, levelDb: -strip, dcas: [1 + (strip % 2)] })
      .set(`${path}/align`, { delayMs: strip })
      .set(`${path}/sends/mix/${1 + (strip % 4)}`, { levelDb: -3 })
      .set(`${path}/sends/fxSend/${1 + (strip % 2)}`, { levelDb: -6 });
    for (const id of ['hpf', 'gate', 'eq', 'comp']) mix.set(`${chain}/${id}`, { enabled: true });
    mix.set(`${chain}/eq/values`, { band2GainDb: 6, band3GainDb: -9, band2FrequencyHz: 300 * strip });
    mix.set(`${chain}/comp/values`, { thresholdDb: -30, ratio: 3 }).set(`${chain}/gate/values`, { thresholdDb: -45 });
  }
  for (let bus = 1; bus <= 4; bus++) {
    mix.set(`/channel/mix/${bus}`, { mainAssigned: true, levelDb: -6 });
    for (const id of ['hpf', 'eq', 'comp']) mix.set(`/channel/mix/${bus}/chain/processors/${id}`, { enabled: true });
  }
  mix.set('/channel/fxReturn/1', { levelDb: -6 }).set('/channel/fxReturn/2', { levelDb: -9 });
  mix.set('/channel/fxSend/2/chain/processors/effect', { plugin: 'builtin:delay' });
  return mix;
}

/** Moves while it plays, at frames that are no block's boundary. */
function moving(mix: Mix): Mix {
  return mix
    .at(5003, '/channel/input/1', { levelDb: -20, pan: 100 })
    .at(7001, '/channel/input/2', { muted: true })
    .at(9001, '/channel/input/3/chain/processors/eq/values', { band2FrequencyHz: 5000, band2GainDb: -12 })
    .at(11_003, '/channel/input/4/align', { delayMs: 50 })
    .at(13_007, '/channel/dca/1', { levelDb: -9 })
    .at(15_013, '/channel/input/5/chain/processors/comp', { enabled: false })
    .at(17_011, '/channel/mix/1', { levelDb: 0 })
    .at(19_001, '/channel/input/6/sends/mix/3', { tapPoint: 'Pre-Fader', levelDb: -10 });
}

function mostApart(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let n = 0; n < a.length; n++) most = Math.max(most, Math.abs((a[n] as number) - (b[n] as number)));
  return most;
}

test('blocks of 1, 17, 64, 1000 and 4096 frames sound the same, with all that moves', async () => {
  const frames = rate;
  const whole = await moving(busy(frames, { blockFrames: 64 })).render(frames);
  expect(peakDb(whole.left)).toBeGreaterThan(-40);
  for (const blockFrames of [1, 17, 1000, 4096]) {
    const other = await moving(busy(frames, { blockFrames })).render(frames);
    expect(mostApart(whole.left, other.left), `${blockFrames} frames`).toBeLessThan(1e-6);
    expect(mostApart(whole.right, other.right), `${blockFrames} frames`).toBeLessThan(1e-6);
  }
});

test('the instruction set that is asked for is the one that runs: one of another architecture is refused', async () => {
  const foreign = process.arch === 'arm64' ? 'avx2' : 'neon';
  await expect(busy(64, { instructionSet: foreign }).render(64)).rejects.toThrow(
    `this processor has no instruction set ${foreign}`,
  );
});

test('all instruction sets agree to the bit over ten seconds of pink noise with all processors on', async () => {
  const frames = 10 * rate;
  const [first, ...others] = await Promise.all(
    sets.map(async (instructionSet) => {
      try {
        return { instructionSet, ...(await busy(frames, { instructionSet }).render(frames)) };
      } catch (error) {
        if (!/this processor has no instruction set/.test((error as Error).message)) throw error;
        console.log(`skipped: ${instructionSet} does not run on this machine`);
        return undefined;
      }
    }),
  );
  const there = others.filter((set) => set !== undefined);
  expect(there.length).toBeGreaterThan(0);
  expect(peakDb(first?.left as Float64Array)).toBeGreaterThan(-30);
  for (const { instructionSet, left, right } of there) {
    expect(mostApart(first?.left as Float64Array, left), instructionSet).toBe(0);
    expect(mostApart(first?.right as Float64Array, right), instructionSet).toBe(0);
  }
}, 120_000);

test.each([
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
])('neighbours of a strip that is fed %s do not change by a bit', async (_, bad) => {
  const frames = rate;
  const spoiled = noise(frames, 7);
  for (let n = 10_000; n < 10_040; n++) spoiled[n] = bad;
  const build = () => {
    const mix = new Mix().input(1, pink(frames, 1), { pan: -60 }).input(3, pink(frames, 3), { pan: 40 });
    for (const strip of [1, 2, 3]) {
      for (const id of ['hpf', 'gate', 'eq', 'comp']) {
        mix.set(`/channel/input/${strip}/chain/processors/${id}`, { enabled: true });
      }
    }
    return mix;
  };
  const without = await build().render(frames);
  // the spoiled strip itself is heard in the second main only
  const beside = await build()
    .input(2, spoiled, { mainAssigned: false })
    .set('/channel/input/2/sends/main/2', { levelDb: 0 })
    .set('/channel/main/2', { levelDb: 0 })
    .render(frames);
  expect(beside.left).toEqual(without.left);
  expect(beside.right).toEqual(without.right);
  expect(beside.secondLeft.every(Number.isFinite)).toBe(true);
  // silenced, and back after 100 ms
  expect(peakDb(beside.secondLeft.subarray(10_064, 14_000))).toBeLessThan(-140);
  expect(peakDb(beside.secondLeft.subarray(20_000))).toBeGreaterThan(-30);
});

test('a commit over 100 strips begins on one frame', async () => {
  const layout = { ...smallLayout, input: 100 };
  const at = 10_000;
  // each strip alone would begin at the same frame: together, the first frame that differs is that frame
  const mix = new Mix({ layout });
  const source = sine(1000, -60, rate, rate);
  mix.input(1, source);
  for (let strip = 2; strip <= 100; strip++)
    mix.set(`/channel/input/${strip}`, { sourceId: 'virtual-32x16:in-1', levelDb: 0, pan: -100 });
  for (let strip = 1; strip <= 100; strip++) mix.at(at, `/channel/input/${strip}`, { levelDb: -144 });
  const { left } = await mix.render(rate);
  // a straight line from 100 to 0 over 20 ms: at every frame the sum is what one common line makes of it
  for (let n = at; n < at + 960; n += 7) {
    const line = 1 - (n - at) / 960;
    expect(Math.abs((left[n] as number) - 100 * line * (source[n] as number))).toBeLessThan(100 * 2e-3 * 1e-3 + 2e-3);
  }
  expect(Math.abs((left[at - 1] as number) - 100 * (source[at - 1] as number))).toBeLessThan(1e-4);
  expect(peakDb(left.subarray(at + 1000))).toBeLessThanOrEqual(-140);
});

test('panic is at most -140 dBFS 480 frames after its command', async () => {
  for (const scope of ['mains', 'all']) {
    const { left, right } = await new Mix()
      .input(1, sine(1000, 0, rate, rate), { pan: 0 })
      .at(10_000, '/safety/panic', { scope })
      .render(rate);
    expect(peakDb(left.subarray(9000, 10_000))).toBeGreaterThan(-3.1);
    expect(peakDb(left.subarray(10_480))).toBeLessThanOrEqual(-140);
    expect(peakDb(right.subarray(10_480))).toBeLessThanOrEqual(-140);
  }
});
