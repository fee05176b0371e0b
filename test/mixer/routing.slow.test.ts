import { describe, expect, test } from 'vitest';
import { Mix, port } from '../harness/mix.ts';
import { fitSine, peakDb, sine } from '../harness/sound.ts';

const rate = 48_000;
const frames = rate;
const tone = sine(1000, -20, rate, frames);
const centre = 20 * Math.log10(Math.SQRT1_2);

/** The level of the tone once ramps and crossfades are over; -Infinity for silence. */
function levelDb(leg: Float64Array): number {
  const steady = leg.subarray(rate / 2);
  return peakDb(steady) < -140 ? Number.NEGATIVE_INFINITY : fitSine(steady, 1000, rate).levelDb;
}
const near = (measured: number, theory: number, what = '') =>
  expect(Math.abs(measured - theory), `${what} ${measured} dB, not ${theory}`).toBeLessThan(0.05);

describe('levels', () => {
  test.each([
    [0, 0],
    [-6.5, -6.5],
    [10, 10],
    [-80, -80],
  ])('a fader at %d dB is %d dB', async (fader, theory) => {
    near(levelDb((await new Mix().input(1, tone, { levelDb: fader }).render(frames)).left), -20 + theory);
  });

  test('a fader at -144 is silence', async () => {
    const { left } = await new Mix().input(1, tone, { levelDb: -144 }).render(frames);
    expect(peakDb(left)).toBe(Number.NEGATIVE_INFINITY);
  });

  // rows.md, Pan: equal power, sin and cos over a quarter turn
  test.each([-100, -50, 0, 25, 100])('pan %i is equal power', async (pan) => {
    const { left, right } = await new Mix().input(1, tone, { pan }).render(frames);
    const angle = ((pan + 100) / 200) * (Math.PI / 2);
    if (pan === 100) expect(peakDb(left)).toBeLessThanOrEqual(-140);
    else near(levelDb(left), -20 + 20 * Math.log10(Math.cos(angle)), 'left');
    if (pan === -100) expect(peakDb(right)).toBeLessThanOrEqual(-140);
    else near(levelDb(right), -20 + 20 * Math.log10(Math.sin(angle)), 'right');
  });

  test('trim moves the level, and polarity turns the sign of every sample', async () => {
    const plain = await new Mix().input(1, tone).render(frames);
    near(levelDb((await new Mix().input(1, tone, { trimDb: 17.75 }).render(frames)).left), -2.25);
    const turned = await new Mix().input(1, tone, { polarityInverted: true }).render(frames);
    expect(turned.left).toEqual(plain.left.map((sample) => -sample || 0));
  });

  test('a stereo strip in balance: 0 dB at the centre, only attenuated to the sides', async () => {
    const stereo = (pan: number) =>
      new Mix()
        .sound(1, tone)
        .sound(2, tone)
        .set('/channel/aux/1', { sourceId: port(1), levelDb: 0, pan })
        .render(frames);
    const middle = await stereo(0);
    near(levelDb(middle.left), -20);
    near(levelDb(middle.right), -20);
    const side = await stereo(100);
    expect(peakDb(side.left.subarray(rate / 2))).toBeLessThanOrEqual(-140);
    near(levelDb(side.right), -20);
  });
});

describe('buses', () => {
  const sends = '/channel/input/1/sends';

  test('a strip not in the main is heard through a mix, by the send, the mix and no one else', async () => {
    const heard = await new Mix()
      .input(1, tone, { mainAssigned: false, levelDb: -10 })
      .set(`${sends}/mix/2`, { levelDb: -3 })
      .set('/channel/mix/2', { levelDb: -2, mainAssigned: true, pan: -100 })
      .render(frames);
    near(levelDb(heard.left), -20 - 10 - 3 - 2);
    expect(peakDb(heard.right)).toBeLessThanOrEqual(-140);
  });

  test.each([
    ['Post-Fader', -10],
    ['Pre-Fader', 0],
    ['Post-Trim', 0],
    ['Top-Of-Ch', -6],
  ])('a send at %s carries what is there', async (tapPoint, theory) => {
    const heard = await new Mix()
      .input(1, tone, { mainAssigned: false, levelDb: -10, trimDb: 6 })
      .set(`${sends}/mix/1`, { levelDb: 0, tapPoint })
      .set('/channel/mix/1', { mainAssigned: true, pan: -100 })
      .render(frames);
    near(levelDb(heard.left), -20 + 6 + theory);
  });

  test('a mute silences the main and sends at every tap', async () => {
    for (const tapPoint of ['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader']) {
      const heard = await new Mix()
        .input(1, tone, { muted: true })
        .set(`${sends}/mix/1`, { levelDb: 0, tapPoint })
        .set('/channel/mix/1', { mainAssigned: true, pan: -100 })
        .render(frames);
      expect(peakDb(heard.left), tapPoint).toBeLessThanOrEqual(-140);
    }
  });

  test('input to second main by send, main to matrix and mix to matrix by theirs', async () => {
    const second = await new Mix()
      .input(1, tone, { mainAssigned: false })
      .set(`${sends}/main/2`, { levelDb: -4, pan: 100 })
      .set('/channel/main/2', { levelDb: -1 })
      .render(frames);
    near(levelDb(second.secondRight), -25);
    expect(peakDb(second.left)).toBeLessThanOrEqual(-140);
  });

  test('sixteen strips add up in phase', async () => {
    const layout = { input: 16, main: 1 };
    const mix = new Mix({ layout });
    for (let n = 1; n <= 16; n++) mix.input(n, tone, { levelDb: -30 });
    near(levelDb((await mix.render(frames)).left), -20 - 30 + 20 * Math.log10(16));
  });
});

describe('groups', () => {
  test('DCAs add in dB, and reach the main', async () => {
    const heard = await new Mix()
      .input(1, tone, { levelDb: -10, dcas: [1, 2] })
      .set('/channel/dca/1', { levelDb: -5 })
      .set('/channel/dca/2', { levelDb: 3 })
      .render(frames);
    near(levelDb(heard.left), -20 - 10 - 5 + 3);
  });

  test("a DCA's level does not reach pre-fader sends, its mute does", async () => {
    const mix = (dca: object) =>
      new Mix()
        .input(1, tone, { mainAssigned: false, dcas: [1] })
        .set('/channel/dca/1', dca as Record<string, unknown>)
        .set('/channel/input/1/sends/mix/1', { levelDb: 0, tapPoint: 'Pre-Fader' })
        .set('/channel/mix/1', { mainAssigned: true, pan: -100 })
        .render(frames);
    near(levelDb((await mix({ levelDb: -30 })).left), -20);
    expect(peakDb((await mix({ muted: true })).left)).toBeLessThanOrEqual(-140);
  });

  test('a DCA at -144 is silence, and a mute group mutes its members', async () => {
    const silent = await new Mix()
      .input(1, tone, { dcas: [2] })
      .set('/channel/dca/2', { levelDb: -144 })
      .render(frames);
    expect(peakDb(silent.left)).toBeLessThanOrEqual(-140);
    const grouped = await new Mix()
      .input(1, tone, { muteGroups: [2] })
      .input(2, sine(1000, -30, rate, frames))
      .set('/channel/muteGroup/2', { muted: true })
      .render(frames);
    near(levelDb(grouped.left), -30);
  });

  test('no DCA raises a strip over +20 dB', async () => {
    const quiet = sine(1000, -60, rate, frames);
    const heard = await new Mix()
      .input(1, quiet, { levelDb: 10, dcas: [1, 2] })
      .set('/channel/dca/1', { levelDb: 10 })
      .set('/channel/dca/2', { levelDb: 10 })
      .render(frames);
    near(levelDb(heard.left), -60 + 20);
  });
});

describe('mix-minus', () => {
  test('its owner alone is exactly nothing; the others are the base without the owner', async () => {
    const other = sine(1000, -26, rate, frames);
    const mix = (owner: boolean, others: boolean) => {
      const built = new Mix()
        .set('/channel/mixMinus/1', { owner: { kind: 'input', index: 1 }, base: { kind: 'main', index: 1 } })
        .set('/cue', {
          idleSource: { kind: 'mixMinus', index: 1 },
          levelDb: 0,
          outputs: ['virtual-32x16:out-3', 'virtual-32x16:out-4'],
        })
        .set('/channel/cue/1', { levelDb: 0 });
      if (owner) built.input(1, tone, { pan: 0 });
      if (others) built.input(2, other, { pan: 0 });
      return built.render(frames);
    };
    const alone = await mix(true, false);
    expect(peakDb(alone.left)).toBeGreaterThan(-24);
    expect(peakDb(alone.secondLeft)).toBe(Number.NEGATIVE_INFINITY);
    const [both, without] = [await mix(true, true), await mix(false, true)];
    expect(both.secondLeft).toEqual(without.secondLeft);
    expect(peakDb(without.secondLeft)).toBeGreaterThan(-40);
  });
});

test('soloing a strip changes not one sample of the mains, before, while and after', async () => {
  const noise = Float64Array.from({ length: frames }, (_, n) => 0.1 * Math.sin(n * n * 1e-4));
  const plain = await new Mix().input(1, tone, { pan: 0 }).input(2, noise, { pan: 30 }).render(frames);
  const soloed = await new Mix()
    .input(1, tone, { pan: 0 })
    .input(2, noise, { pan: 30 })
    .at(12_000, '/channel/input/1', { soloed: true })
    .at(30_000, '/channel/input/1', { soloed: false })
    .render(frames);
  expect(soloed.left).toEqual(plain.left);
  expect(soloed.right).toEqual(plain.right);
});

test('a source left is silence, a spare takes over', async () => {
  const spare = await new Mix()
    .sound(2, sine(1000, -30, rate, frames))
    .input(1, tone, { spareSourceId: port(2) })
    .at(100, '/channel/input/1', { sourceSelected: 'spare' })
    .render(frames);
  near(levelDb(spare.left), -30);
});

test('an align delay of whole samples is exact to the bit', async () => {
  const impulse = new Float64Array(frames);
  impulse[1000] = 0.5;
  for (const [delayMs, samples] of [
    [0, 0],
    [1, 48],
    [12.5, 600],
    [100, 4800],
  ] as const) {
    const { left } = await new Mix().input(1, impulse).set('/channel/input/1/align', { delayMs }).render(frames);
    expect(left.findIndex((sample) => Math.abs(sample) > 0.4)).toBe(1000 + samples);
    expect(left[1000 + samples]).toBe(0.5);
  }
});

test('a centred strip into both legs is 3.01 dB down', async () => {
  const { left, right } = await new Mix().input(1, tone, { pan: 0 }).render(frames);
  near(levelDb(left), -20 + centre);
  near(levelDb(right), -20 + centre);
});
