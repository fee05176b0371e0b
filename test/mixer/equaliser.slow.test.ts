import { describe, expect, test } from 'vitest';
import { Mix } from '../harness/mix.ts';
import { magnitudeAt } from '../harness/spectrum.ts';

const eq = '/channel/input/1/chain/processors/eq';
const hpf = '/channel/input/1/chain/processors/hpf';

type Biquad = readonly [b0: number, b1: number, b2: number, a0: number, a1: number, a2: number];

/** Robert Bristow-Johnson, Audio EQ Cookbook (W3C Note, 2021): the six filters, gain in dB, Q as given. */
function cookbook(type: string, frequencyHz: number, gainDb: number, q: number, rate: number): Biquad {
  const w = (2 * Math.PI * frequencyHz) / rate;
  const c = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (gainDb / 40);
  const slope = 2 * Math.sqrt(a) * alpha;
  switch (type) {
    case 'peak':
      return [1 + alpha * a, -2 * c, 1 - alpha * a, 1 + alpha / a, -2 * c, 1 - alpha / a];
    case 'lowShelf':
      return [
        a * (a + 1 - (a - 1) * c + slope),
        2 * a * (a - 1 - (a + 1) * c),
        a * (a + 1 - (a - 1) * c - slope),
        a + 1 + (a - 1) * c + slope,
        -2 * (a - 1 + (a + 1) * c),
        a + 1 + (a - 1) * c - slope,
      ];
    case 'highShelf':
      return [
        a * (a + 1 + (a - 1) * c + slope),
        -2 * a * (a - 1 + (a + 1) * c),
        a * (a + 1 + (a - 1) * c - slope),
        a + 1 - (a - 1) * c + slope,
        2 * (a - 1 - (a + 1) * c),
        a + 1 - (a - 1) * c - slope,
      ];
    case 'lowCut':
      return [(1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha];
    case 'highCut':
      return [(1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha];
    case 'notch':
      return [1, -2 * c, 1, 1 + alpha, -2 * c, 1 - alpha];
    default:
      throw new Error(`the cookbook has no ${type}`);
  }
}

/** |H(e^jw)| of a biquad, in dB. */
function responseDb([b0, b1, b2, a0, a1, a2]: Biquad, frequencyHz: number, rate: number): number {
  const w = (2 * Math.PI * frequencyHz) / rate;
  const magnitude = (x0: number, x1: number, x2: number) =>
    Math.hypot(x0 + x1 * Math.cos(w) + x2 * Math.cos(2 * w), x1 * Math.sin(w) + x2 * Math.sin(2 * w));
  return 20 * Math.log10(magnitude(b0, b1, b2) / magnitude(a0, a1, a2));
}

/** 31 frequencies from 20 Hz to 20 kHz, a third of an octave apart or so. */
const frequencies = Array.from({ length: 31 }, (_, n) => 20 * 1000 ** (n / 30));

/** What a strip does to an impulse, by frequency in dB. */
async function measured(mix: Mix): Promise<(frequencyHz: number) => number> {
  const amplitude = 0.125;
  const impulse = new Float64Array(mix.rate * 2);
  impulse[64] = amplitude;
  const { left } = await mix.input(1, impulse).render(impulse.length);
  return (frequencyHz) => 20 * Math.log10(magnitudeAt(left, frequencyHz, mix.rate) / amplitude);
}

describe.each([48_000, 96_000])('at %i Hz', (rate) => {
  test.each([
    ['peak', 1000, 12, 1],
    ['peak', 60, -15, 4],
    ['peak', 12_000, 9, 0.3],
    ['lowShelf', 100, 12, 0.71],
    ['lowShelf', 400, -9, 0.71],
    ['highShelf', 6000, 10, 0.71],
    ['highShelf', 2000, -15, 0.5],
    ['lowCut', 80, 0, 0.71],
    ['highCut', 8000, 0, 0.71],
    ['notch', 500, 0, 3],
  ])('%s at %i Hz, %d dB, Q %d, is the cookbook filter within 0.05 dB', async (type, frequencyHz, gainDb, q) => {
    const heard = await measured(
      new Mix({ rate }).set(eq, { enabled: true }).set(`${eq}/values`, {
        ...{ band1Enabled: false, band3Enabled: false, band4Enabled: false },
        ...{ band2Type: type, band2FrequencyHz: frequencyHz, band2GainDb: gainDb, band2Q: q },
      }),
    );
    const filter = cookbook(type, frequencyHz, gainDb, q, rate);
    for (const at of frequencies) {
      const theory = responseDb(filter, at, rate);
      // where the filter leaves nothing to hear, only that is asked
      if (theory < -70) expect(heard(at), `${at} Hz`).toBeLessThan(-65);
      else expect(Math.abs(heard(at) - theory), `${at} Hz: ${heard(at)}, not ${theory}`).toBeLessThan(0.05);
    }
  });

  test('a bell of +12 dB at 1 kHz is 12.00 dB', async () => {
    const heard = await measured(
      new Mix({ rate })
        .set(eq, { enabled: true })
        .set(`${eq}/values`, { band2Type: 'peak', band2FrequencyHz: 1000, band2GainDb: 12, band2Q: 1 }),
    );
    expect(heard(1000)).toBeCloseTo(12, 2);
  });

  test('four bands add up', async () => {
    const bands = [
      ['lowShelf', 120, 6, 0.71],
      ['peak', 500, -8, 2],
      ['peak', 3000, 4, 1],
      ['highShelf', 9000, -6, 0.71],
    ] as const;
    const mix = new Mix({ rate }).set(eq, { enabled: true });
    bands.forEach(([type, frequencyHz, gainDb, q], n) => {
      const band = `band${n + 1}`;
      mix.set(`${eq}/values`, {
        ...{ [`${band}Enabled`]: true, [`${band}Type`]: type, [`${band}FrequencyHz`]: frequencyHz },
        ...{ [`${band}GainDb`]: gainDb, [`${band}Q`]: q },
      });
    });
    const heard = await measured(mix);
    for (const at of frequencies) {
      const theory = bands.reduce(
        (sum, [type, f, g, q]) => sum + responseDb(cookbook(type, f, g, q, rate), at, rate),
        0,
      );
      expect(Math.abs(heard(at) - theory), `${at} Hz`).toBeLessThan(0.05);
    }
  });

  // Butterworth of order n: |H|² = 1 / (1 + (fc/f)^2n), with the bilinear transform's tan(w/2) in place of f.
  test.each([
    ['12', 2],
    ['18', 3],
    ['24', 4],
  ])('the high-pass of %s dB per octave is a Butterworth of order %i', async (slope, order) => {
    const heard = await measured(
      new Mix({ rate }).set(hpf, { enabled: true }).set(`${hpf}/values`, { frequencyHz: 100, slope }),
    );
    const warped = (frequencyHz: number) => Math.tan((Math.PI * frequencyHz) / rate);
    for (const at of frequencies) {
      const theory = -10 * Math.log10(1 + (warped(100) / warped(at)) ** (2 * order));
      if (theory < -70) expect(heard(at)).toBeLessThan(-65);
      else expect(Math.abs(heard(at) - theory), `${at} Hz: ${heard(at)}, not ${theory}`).toBeLessThan(0.05);
    }
  });
});

test('an equaliser that is off passes every sample as it is', async () => {
  const impulse = new Float64Array(4800);
  impulse[100] = 0.5;
  const { left } = await new Mix().input(1, impulse).set(`${eq}/values`, { band2GainDb: 12 }).render(impulse.length);
  expect(left).toEqual(impulse);
});
