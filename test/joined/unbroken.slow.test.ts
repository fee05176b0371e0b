// What resampling adds to a tone, and what the faults of a joined card and of the desk take from it: two sound cards with clocks
// of their own, the first drives the mixer. What the cards themselves have played is judged.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  outliving,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine, type SineFit, silence, sine } from '../harness/sound.ts';

const rate = 48_000;
const toneHz = 1000;
const toneDb = -6;
const faderDb = -4;
const ppm = { one: 80, two: 200 };
/** What the second clock is ahead of the first one. */
const aheadPpm = ((1 + ppm.two * 1e-6) / (1 + ppm.one * 1e-6) - 1) * 1e6;

let folder: string;
let one: FakedCard;
let two: FakedCard;
let desk: Service;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await stopServices();
  removeFolder(folder);
});

/** Inputs 2 of the cards have a tone: the cable takes outputs 1 back to inputs 1. Block of the driving card, frames. */
async function start(periodFrames: number): Promise<void> {
  const tone = [new Float32Array(rate), Float32Array.from(sine(toneHz, toneDb, rate, rate))];
  const make = (name: 'one' | 'two') => {
    const size = { inputs: 2, outputs: 2, playedFrames: 2 ** 18 };
    const card = makeFakedCard({ folder, name, ...size, ppm: ppm[name] });
    card.feed(tone);
    return card;
  };
  one = make('one');
  two = make('two');
  const device = (name: string) => ({ id: `alsa-${name}`, transport: 'alsa', model: name });
  const devices = [device('one'), { ...device('two'), resample: true }];
  const drivers = ['mixer', { name: 'alsa', config: { periodFrames, periods: 3, retryMs: 100 } }];
  desk = await startService({ config: { ...outliving, drivers, devices }, env: one.environment });
  await opening(desk);
}

/** Hears the tones of these cards at two inputs, and plays the first one on card one and the second one on card two. */
async function patch(first: string, second: string): Promise<void> {
  const heard = [
    { sourceId: `alsa-${first}:in-2`, pan: -100 },
    { sourceId: `alsa-${second}:in-2`, pan: 100 },
  ];
  for (const [n, strip] of heard.entries())
    await write(desk, `/channel/input/${n + 1}`, { ...strip, levelDb: faderDb });
  const main = { kind: 'main', index: 1 };
  const outputs = [
    { strip: main, leg: 'left', portId: 'alsa-one:out-1', levelDb: 0 },
    { strip: main, leg: 'right', portId: 'alsa-two:out-1', levelDb: 0 },
  ];
  await write(desk, '/patch', { outputs });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  await settled(desk);
}

const joins = (state: string) =>
  desk.until('/clock/joined', ({ devices }) => devices.length === 1 && devices[0].state === state);

/** Waits for so much more sound of a card, and returns it. */
async function playedOf(card: FakedCard, seconds: number): Promise<Float64Array> {
  const end = card.figures().playback.frames + seconds * rate;
  while (card.figures().playback.frames < end) await sleep(20);
  return (card.played().outputs[0] as Float64Array).slice(-seconds * rate);
}

/** The sine nearest to the samples whose frequency is within 5 ppm of this one. */
function nearestSine(samples: Float64Array, frequencyHz: number): SineFit {
  const fit = (ratio: number) => fitSine(samples, frequencyHz * (1 + ratio), rate);
  let [low, high] = [-5e-6, 5e-6];
  for (let n = 0; n < 24; n++) {
    const [a, b] = [low + (high - low) * 0.382, low + (high - low) * 0.618];
    if (fit(a).residualDb < fit(b).residualDb) high = b;
    else low = a;
  }
  return fit((low + high) / 2);
}

/** Distortion and noise of each quarter of a second. */
function quarters(samples: Float64Array, frequencyHz: number): readonly SineFit[] {
  const frames = rate / 4;
  return Array.from({ length: Math.floor(samples.length / frames) }, (_, n) =>
    nearestSine(samples.slice(n * frames, (n + 1) * frames), frequencyHz),
  );
}

const tests = () => {
  test('each card plays what the other one hears: level by the laws, distortion and noise under -100 dB', async () => {
    await start(256);
    await patch('two', 'one');
    const row = await desk.until('/clock/joined', ({ devices: [card] }) => {
      return card?.state === 'running' && Math.abs(card.deviationPpm - aheadPpm) < 0.2;
    });
    expect(row.devices[0]).toMatchObject({ id: 'alsa-two', resamples: true, channels: 4 });
    for (const [card, hz] of [
      [one, toneHz * (1 + aheadPpm * 1e-6)],
      [two, toneHz / (1 + aheadPpm * 1e-6)],
    ] as const) {
      // A busy machine comes too late for a block now and then, which the loop needs seconds to forget.
      let best: readonly SineFit[] = [];
      for (let tries = 0; tries < 20 && best.length < 4; tries++) {
        best = quarters(await playedOf(card, 2), hz).filter(({ residualDb }) => residualDb < -100);
      }
      expect(best.length).toBeGreaterThanOrEqual(4);
      for (const { levelDb } of best) expect(Math.abs(levelDb - toneDb - faderDb)).toBeLessThan(0.05);
    }
  });

  test('an xrun of the joined card, and its unplugging, break not one sample of the driving one', async () => {
    await start(1024);
    await patch('one', 'two');
    await joins('running');
    await playedOf(one, 1);
    const { starts } = two.figures().playback;
    two.xrun();
    while (two.figures().playback.starts === starts) await sleep(20);
    two.unplug();
    await joins('stopped');
    two.plugIn();
    await joins('running');
    await playedOf(two, 2);
    expect(fitSine(await playedOf(two, 1), toneHz, rate).levelDb).toBeCloseTo(toneDb + faderDb, 1);
    expect(one.figures().playback).toMatchObject({ starts: 1, xruns: 0, missedFrames: 0 });
    const whole = (one.played().outputs[0] as Float64Array).slice(-5 * rate);
    expect(fitSine(whole, toneHz, rate).residualDb).toBeLessThan(-80);
  });

  test('a clock that changes its pace is followed without a gap', async () => {
    await start(1024);
    await patch('two', 'one');
    const deviates = (toPpm: number) =>
      desk.until('/clock/joined', ({ devices: [card] }) => Math.abs(card?.deviationPpm - toPpm) < 1);
    await deviates(aheadPpm);
    two.setPpm(-ppm.two);
    await deviates(-ppm.two - ppm.one);
    for (const card of [one, two]) expect(silence(await playedOf(card, 3)).frames).toBeLessThan(5);
  });

  test('the end of the control process is heard on neither card', async () => {
    await start(1024);
    await patch('two', 'one');
    await joins('running');
    await playedOf(one, 2);
    const starts = () => [one, two].map((card) => card.figures().playback.starts);
    const before = starts();
    await desk.kill();
    for (const card of [one, two]) {
      const heard = await playedOf(card, 3);
      expect(silence(heard).frames).toBeLessThan(5);
    }
    expect(starts()).toEqual(before);
  });
};

const isBuilt = existsSync(join(root, 'hardware-drivers/alsa/build/Release/alsa.node'));
const lacks = isBuilt ? fakedCardLacks() : 'the native part of the driver alsa (npm run build)';
if (lacks !== '' && process.env.CI === 'true') throw new Error(`Two cards at one desk need: ${lacks}`);
describe.skipIf(lacks !== '')(`two cards at one desk ${lacks}`, { timeout: 180_000 }, tests);
