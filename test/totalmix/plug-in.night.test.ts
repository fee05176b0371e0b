// Unplugged and plugged in under phantom: what the card has played is the judge that no strip is heard before its preamp is
// as the desk wants it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { write } from '../harness/desk.ts';
import { outliving } from '../harness/service.ts';
import { box, lacks, OnBox, rate, until } from './on-box.ts';
import { at, input } from './simulator.ts';

const playedFrames = 1 << 21;
const preamp = '/channel/input/1/preamp';
const [gain, phantom] = [input(1, at.gain), input(1, at.phantom)];

let on: OnBox;
beforeEach(() => {
  on = new OnBox({ playedFrames, desk: outliving });
});
afterEach(() => on.end());

/** The time of the card, in frames. */
function now(): number {
  const { firstFrame, samples } = on.heard();
  return firstFrame + samples.length;
}

/** The first frame from this one on at which the strip is heard; undefined where it is silent up to now. */
function firstSound(from: number): number | undefined {
  const { firstFrame, samples } = on.heard();
  const place = samples.subarray(Math.max(0, from - firstFrame)).findIndex((sample) => Math.abs(sample) > 1e-6);
  return place < 0 ? undefined : Math.max(from, firstFrame) + place;
}

/** Heard, with phantom and gain 20 dB at input 1. */
async function start(): Promise<void> {
  const desk = await on.start();
  await on.patch();
  await write(desk, preamp, { phantom: true, gainDb: 20 });
  await until(async () => (await on.device.value(phantom)) === 1);
  await desk.until(preamp, ({ confirmed }) => confirmed);
  await on.isHeard();
}

async function unplugBoth(): Promise<number> {
  on.card.unplug();
  await on.device.unplug();
  await until(() => on.card.figures().playback.state !== 'running');
  await on.desk.until(`/stagebox/${box}`, ({ present }) => !present);
  return now();
}

const isAsWanted = async () => (await on.device.value(phantom)) === 1 && (await on.device.value(gain)) === 200;

const plays = () => until(() => on.card.figures().playback.state === 'running');

const tests = () => {
  test('the card comes first: it plays silence until the preamps are there and as wanted', async () => {
    await start();
    const from = await unplugBoth();
    on.card.plugIn();
    await plays();
    await on.plays(2);
    expect(firstSound(from)).toBeUndefined();
    await on.device.plugIn('default');
    await until(isAsWanted);
    const confirmed = now();
    await on.isHeard();
    expect(firstSound(from)).toBeGreaterThan(confirmed);
  });

  test('the preamps come first, without their settings: no strip is heard before phantom has settled', async () => {
    await start();
    const from = await unplugBoth();
    await on.device.plugIn('default');
    await on.desk.until(`/stagebox/${box}`, ({ missing }) => missing === 'audio');
    on.card.plugIn();
    await plays();
    await until(isAsWanted);
    const confirmed = now();
    await on.isHeard();
    expect(firstSound(from)).toBeGreaterThan(confirmed);
  });

  test('the card alone comes and goes: its strips wait for the next word of the preamps', async () => {
    await start();
    on.card.unplug();
    await on.desk.until(`/stagebox/${box}`, ({ missing }) => missing === 'audio');
    await on.desk.until('/channel/input/1', ({ mutedBy }) => mutedBy.includes('stagebox'));
    const from = now();
    // turned down by hand meanwhile: the desk gives it back before anybody hears it
    await write(on.desk, '/vendorA/totalmix', {
      policy: { routing: 'pin', gain: 'pin', phantom: 'pin', clock: 'pin' },
    });
    await on.device.behave({ silent: true });
    await on.device.turn(gain, 0);
    on.card.plugIn();
    await plays();
    await on.plays(1);
    expect(firstSound(from)).toBeUndefined();
    await on.device.behave({ silent: false });
    await until(isAsWanted);
    const confirmed = now();
    await on.isHeard();
    expect(firstSound(from)).toBeGreaterThan(confirmed);
  });

  test('the preamps alone come and go: nothing is muted, and they get their settings back', async () => {
    await start();
    await on.device.unplug();
    await on.desk.until(`/stagebox/${box}`, ({ missing }) => missing === 'control');
    await on.isHeard();
    await on.device.plugIn('remembered');
    await on.isWhole();
    await on.desk.until(preamp, ({ confirmed }) => confirmed);
    await on.isHeard();
  });

  test('preamps that do not come hold the sound for ten seconds, and a warning says so', async () => {
    await start();
    const from = await unplugBoth();
    on.card.plugIn();
    await plays();
    const began = now();
    await on.isHeard();
    const first = firstSound(from) as number;
    expect((first - began) / rate).toBeGreaterThan(5);
    const { warnings } = (await on.desk.get('/warnings')).body;
    expect(JSON.stringify(warnings)).toContain(box);
  });
};

describe.skipIf(lacks !== '')(`a box under phantom ${lacks}`, { timeout: 180_000 }, tests);
