// The clock on the wall is set while a desk records what comes from the network, whose media time is that clock: each step is one gap
// at most, and counted in the row.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopServices } from '../harness/service.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, unclocked } from '../netaudio/desk-in.ts';
import { Network, whyNoNetwork } from '../netaudio/namespaces.ts';
import { hasCompiler } from '../netaudio/programs.ts';
import { announce, openAnnouncer, openSender } from '../netaudio/stream.ts';
import { startTake, stopTake, taken, trackOf } from '../netaudio/take.ts';
import { clockOf } from '../recording/judged-take.ts';
import { MovedClock, movedClockLacks, msOf } from './moved-clock.ts';

const rate = 48_000;
const reason = whyNoNetwork(
  [hasCompiler, 'g++'],
  [isBuilt, 'the native part (npm run build)'],
  [movedClockLacks() === '', 'gcc'],
);

/** Where samples do not follow the one before, in frames: each stretch of them that is apart from the next by 50 ms of sound. */
function gapsOf(samples: Float32Array): readonly { readonly at: number; readonly frames: number }[] {
  const gaps: { at: number; frames: number }[] = [];
  for (let at = 1; at < samples.length; at++) {
    const [before, now] = [clockOf(samples[at - 1] as number, 0), clockOf(samples[at] as number, 0)];
    if (now === (before + 1) % 2 ** 24) continue;
    const last = gaps.at(-1);
    if (last !== undefined && at - last.at - last.frames < rate / 20) last.frames = at - last.at + 1;
    else gaps.push({ at, frames: 1 });
  }
  return gaps;
}

describe.skipIf(reason !== '')('a desk on a network, whose clock is set', { timeout: 180_000 }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  test('each step is one gap at most, which the row counts; behind it each sample is in its place', async () => {
    const clock = new MovedClock(network.folder);
    const [stage, house] = [await network.place(), await network.place()];
    const [from] = network.cable(stage, house);
    const desk = await startDeskIn(house, { inputs: 1, outputs: 1, linkOffsetMs: 40, env: clock.env });
    const folder = openAnnouncer(from, network.folder);
    const sender = await openSender([from], { channels: 1 });
    const { address } = from;
    announce(folder, 'Stage', { id: 1, name: 'Stage', address, groups: ['239.69.1.1'], labels: ['Line 1'] });
    await subscribe(desk, { txDevice: address, stream: 'Stage', count: 1 }, unclocked);
    await patchThrough(desk, 1);
    const stepsOf = async () => (await desk.get(boxPath)).body.mediaClock.steps;
    const before = await stepsOf();
    await startTake(desk, 1);
    await taken(desk, 1);
    const steps = [6 * msOf.hour, -msOf.day, msOf.year, 12 * msOf.hour - Date.now(), 0];
    for (const ms of steps) {
      clock.setAhead(ms);
      await taken(desk, 1.5);
    }
    await desk.until(`${boxPath}/rx/1`, unclocked);
    const counted = (await stepsOf()) - before;
    const take = await stopTake(desk);
    const gaps = gapsOf(trackOf(take, 0));
    await sender.end();
    console.info(`gaps, in frames: ${gaps.map(({ frames }) => frames)}`);

    expect(counted).toBe(steps.length);
    expect(gaps.length).toBeLessThanOrEqual(steps.length);
    expect(take.document.dropoutCount).toBeGreaterThanOrEqual(gaps.length);
    expect(clock.waits).toEqual([]);
  });
});
