// The desk on sound cards of all shapes.
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { isThinned } from '../harness/depth.ts';
import { settled, write } from '../harness/desk.ts';
import { cli } from '../harness/service.ts';
import { box, frequencyHz, heardDb, lacks, OnCard, type OnCardOptions } from './on-card.ts';

let on: OnCard;
afterEach(() => on.end());

async function start(options: OnCardOptions = {}) {
  on = new OnCard(options);
  return on.start();
}

/** An impulse at card time 0, every second. Returns the frames from the last input to output 1, less than a second. */
async function framesThrough(): Promise<number> {
  const impulse = new Float64Array(on.rate);
  impulse[0] = 1;
  on.feed(impulse);
  await on.plays(2);
  const { firstFrame, outputs } = on.card.played();
  const at = (outputs[0] as Float64Array).findLastIndex((sample) => Math.abs(sample) > 0.1);
  expect(at).toBeGreaterThan(0);
  return (firstFrame + at) % on.rate;
}

const tests = () => {
  const formats = ['S32_LE', 'S24_3LE', 'FLOAT_LE', 'S16_LE'] as const;
  test.each(isThinned ? formats.slice(0, 2) : formats)('a tone leaves a card of %s at its level', async (format) => {
    const desk = await start({ formats: [format] });
    await on.patch();
    await on.plays(1);
    expect(on.levelDb()).toBeCloseTo(heardDb, 1);
    const { playback, capture } = on.card.figures();
    expect([playback.format, capture.format]).toEqual([format, format]);
    expect((await desk.get('/clock')).body).toMatchObject({ rate: 48_000, quantum: 64 });
  });

  test.each(isThinned ? [128] : [2, 18, 64, 128])(
    'a tone at the last of %i inputs leaves the last output but one at its level',
    async (channels) => {
      const desk = await start({
        inputs: channels,
        outputs: channels,
        playedFrames: 24_000,
        formats: ['S16_LE', 'S32_LE'],
      });
      await on.patch();
      const portId = `${box}:out-${channels - 1}`;
      await write(desk, '/patch', {
        outputs: [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId, levelDb: 0 }],
      });
      await settled(desk);
      await on.plays(1);
      expect(on.levelDb(channels - 1)).toBeCloseTo(heardDb, 1);
      expect(on.card.figures().playback).toMatchObject({ format: 'S32_LE', missedFrames: 0 });
    },
  );

  test('rowdesk latency measures the same over the cable of the card', async () => {
    const desk = await start({ inputs: 8, outputs: 8 });
    const words = ['latency', '--from', `${box}:out-5`, '--to', `${box}:in-5`, '--url', desk.url, '-o', 'json'];
    const { stdout, status } = spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ blockFrames: 64, roundTripFrames: 192 });
  });

  test('fewer periods are a shorter way', async () => {
    const desk = await start({ driver: { periods: 1, periodFrames: 128 } });
    await on.patch();
    expect(await framesThrough()).toBe(128 + 128);
    expect((await desk.get('/clock')).body.quantum).toBe(128);
    expect(on.card.figures().playback).toMatchObject({ periodFrames: 128, bufferFrames: 256 });
  });

  test('a card of a fixed period gives it to the desk', async () => {
    const desk = await start({ periodFrames: [96, 96] });
    await on.patch();
    expect(await framesThrough()).toBe(96 + 2 * 96);
    expect((await desk.get('/clock')).body.quantum).toBe(96);
  });

  test('a card whose buffer has two periods only is as near as that', async () => {
    const desk = await start({ periods: [2, 2] });
    await on.patch();
    expect(await framesThrough()).toBe(64 + 64);
    expect((await desk.until('/telemetry/latency', (row) => row.report?.paths.length > 0)).report.roundTripMs).toBe(
      2.667,
    );
  });

  test('a rate of the card is taken, and one that it lacks is not applied', async () => {
    const desk = await start({ rates: [48_000, 44_100, 96_000] });
    await on.patch();
    expect((await desk.get('/clock')).body.supportedRates).toEqual([44_100, 48_000, 96_000]);
    await write(desk, '/clock/force', { rate: 88_200 });
    await desk.until('/clock/force', (row) => row.rateNotApplied);
    expect((await desk.get('/clock')).body.rate).toBe(48_000);
    await write(desk, '/clock/force', { rate: 96_000 });
    await desk.until('/clock', (row) => row.rate === 96_000);
    expect(on.card.figures().capture.rate).toBe(96_000);
    // The card gives its samples again at twice the rate.
    await desk.until('/channel/main/1', (row) => row.mutedBy.length === 0);
    await on.plays(1);
    expect(on.levelDb(1, 2 * frequencyHz)).toBeCloseTo(heardDb, 1);
  });

  test('a card that hears only and one that plays only drive the desk', async () => {
    let desk = await start({ outputs: 0 });
    expect((await desk.get('/clock')).body).toMatchObject({ rate: 48_000, quantum: 64 });
    expect((await desk.get(`/stagebox/${box}/inputs/2`)).status).toBe(200);
    expect((await desk.get(`/stagebox/${box}/outputs/1`)).status).toBe(404);
    await on.end();
    desk = await start({ inputs: 0 });
    await on.plays(0.5);
    expect((await desk.get('/clock')).body).toMatchObject({ rate: 48_000, quantum: 64 });
    expect((await desk.get(`/stagebox/${box}/inputs/1`)).status).toBe(404);
    expect(on.card.figures().playback.missedFrames).toBe(0);
  });

  test('a box that is switched off is silent', async () => {
    const desk = await start();
    await on.patch();
    await write(desk, `/stagebox/${box}`, { enabled: false });
    await settled(desk);
    await on.plays(0.5);
    expect((on.card.played().outputs[0] as Float64Array).slice(-4800).every((sample) => sample === 0)).toBe(true);
  });
};

describe.skipIf(lacks !== '')(`the desk on a sound card ${lacks}`, { timeout: 180_000 }, tests);
