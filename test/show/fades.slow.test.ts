// Fades in rendered sound, to the frame: linear in dB, from and to silence (-80) equal power, and no click (rows.md "Show").
import { expect, test } from 'vitest';
import { fadedDb } from '../../hardware-drivers/mixer/js/fade-law.ts';
import { Mix } from '../harness/mix.ts';
import { sine } from '../harness/sound.ts';

const rate = 48000;
const strip = '/channel/input/1';
const toneHz = 1000;
const toneDb = -20;
const seconds = 3;
const begin = rate / 2;
/** Whole periods of the tone. */
const window = 240;
type Fields = Readonly<Record<string, unknown>>;

interface Fade {
  readonly before: Fields;
  readonly after: Fields;
  readonly fromDb: number;
  readonly toDb: number;
  readonly fadeMs: number;
}

const fades: Readonly<Record<string, Fade>> = {
  down: { before: { levelDb: 0 }, after: { levelDb: -40 }, fromDb: 0, toDb: -40, fadeMs: 2000 },
  up: { before: { levelDb: -50 }, after: { levelDb: 5 }, fromDb: -50, toDb: 5, fadeMs: 500 },
  'up from silence': { before: { levelDb: -144 }, after: { levelDb: 0 }, fromDb: -80, toDb: 0, fadeMs: 1000 },
  'down to silence': { before: { levelDb: 0 }, after: { levelDb: -144 }, fromDb: 0, toDb: -80, fadeMs: 1000 },
  'up from a mute, to another level': {
    before: { levelDb: 0, muted: true },
    after: { levelDb: -12, muted: false },
    ...{ fromDb: -80, toDb: -12, fadeMs: 1500 },
  },
  'down to a mute, while the level changes too': {
    before: { levelDb: -3, muted: false },
    after: { levelDb: -30, muted: true },
    ...{ fromDb: -3, toDb: -80, fadeMs: 1500 },
  },
};

async function heard({ before, after, fadeMs }: Fade, blockFrames: number): Promise<Float64Array> {
  const mix = new Mix({ blockFrames });
  mix.input(1, sine(toneHz, toneDb, rate, seconds * rate), before).at(begin, strip, after, fadeMs);
  return (await mix.render(seconds * rate)).left;
}

/** Peak of the tone around a frame, dB against what comes in. */
function levelDb(left: Float64Array, frame: number): number {
  const part = left.subarray(frame - window / 2, frame + window / 2);
  return 10 * Math.log10((2 * part.reduce((sum, sample) => sum + sample * sample, 0)) / window) - toneDb;
}

test.each(Object.entries(fades))(
  '%s: the level is where the law has it at a quarter, at half and at three quarters of the fade',
  async (_name, fade) => {
    const { fromDb, toDb, fadeMs } = fade;
    const left = await heard(fade, 64);
    for (const part of [0.25, 0.5, 0.75]) {
      const frame = begin + Math.round((part * fadeMs * rate) / 1000);
      expect(Math.abs(levelDb(left, frame) - fadedDb(fromDb, toDb, part))).toBeLessThan(0.2);
    }
    const end = levelDb(left, begin + (fadeMs * rate) / 1000 + window);
    if (toDb === -80) expect(end).toBe(Number.NEGATIVE_INFINITY);
    else expect(end).toBeCloseTo(toDb, 3);
  },
);

test.each(Object.entries(fades))('%s: no click, nothing but a tone whose level moves', async (_name, fade) => {
  const left = await heard(fade, 256);
  const step = (2 * Math.PI * toneHz) / rate;
  // Of a tone of level g(n): x[n] - 2 cos(w) x[n-1] + x[n-2] is 2 g' sin(w), and at the ends, where g' begins or stops, g'.
  const loudest = 10 ** ((toneDb + Math.max(fade.fromDb, fade.toDb)) / 20);
  const framesOfFade = (fade.fadeMs * rate) / 1000;
  const isEqualPower = Math.min(fade.fromDb, fade.toDb) === -80;
  const steepness = isEqualPower ? Math.PI / 2 : (Math.LN10 * Math.abs(fade.toDb - fade.fromDb)) / 20;
  const slope = (loudest * steepness) / framesOfFade;
  let largest = 0;
  for (let n = begin - 100; n < left.length; n++) {
    const at = (place: number) => left[place] as number;
    largest = Math.max(largest, Math.abs(at(n) - 2 * Math.cos(step) * at(n - 1) + at(n - 2)));
  }
  expect(largest).toBeLessThan(slope * (1 + 2 * Math.sin(step)) * 1.05 + 1e-7);
});

test('blocks of any size give the same fade', async () => {
  const fade = fades.up as Fade;
  const first = await heard(fade, 64);
  for (const blockFrames of [128, 1024, 4096]) expect(await heard(fade, blockFrames)).toEqual(first);
});

test('a level that is set while it fades goes there from where it is, within 20 ms', async () => {
  const mix = new Mix();
  mix.input(1, sine(toneHz, toneDb, rate, seconds * rate), { levelDb: 0 });
  mix.at(begin, strip, { levelDb: -60 }, 2000).at(begin + rate, strip, { levelDb: -12 });
  const { left } = await mix.render(seconds * rate);
  expect(Math.abs(levelDb(left, begin + rate - window) - -29.85)).toBeLessThan(0.2);
  expect(levelDb(left, begin + rate + 960 + window)).toBeCloseTo(-12, 3);
  expect(levelDb(left, begin + 2 * rate + window)).toBeCloseTo(-12, 3);
});
