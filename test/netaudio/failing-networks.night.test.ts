// Streams of known sound over networks that fail, sample by sample: one that loses, doubles, reorders and holds packets, and two of
// which one is cut.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ringSample } from '../harness/ring-producer/ring-producer.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { clockOf, stretchesOf } from '../recording/judged-take.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, unclocked } from './desk-in.ts';
import { type End, Network, setCable, whyNoNetwork } from './namespaces.ts';
import { countOf, drawPlan } from './plan.ts';
import { hasCompiler, program } from './programs.ts';
import { announce, openAnnouncer, openSender, rtpPort } from './stream.ts';
import { startTake, stopTake, taken, trackOf } from './take.ts';

const reason = whyNoNetwork([hasCompiler, 'g++'], [isBuilt, 'the native part (npm run build)']);
const seed = Number(process.env.SEED ?? 20_261_123);
const packetFrames = 48;
/** More than a machine that is busy with the tests keeps a sender from sending. */
const linkOffsetMs = 40;
/** Of the fades around a gap. */
const fadeFrames = 16;

describe.skipIf(reason !== '')('streams of networks that fail', { timeout: 180_000 }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  const labels = (count: number) => Array.from({ length: count }, (_, n) => `Line ${n + 1}`);
  const received = async (desk: Service) => (await desk.get(boxPath)).body.received;

  test('a network that loses, doubles, reorders and holds: counters and sound are those of its plan', async () => {
    const [stage, middle, house] = [await network.place(), await network.place(), await network.place()];
    const near = network.cable(stage, middle);
    const far = network.cable(middle, house);
    const packets = 15_000;
    const plan = drawPlan(
      { packets, lost: 10, doubled: 10, reordered: 10, heldEach: 1000, heldPackets: 20, calm: 5000 },
      seed,
    );
    const file = join(network.folder, 'plan');
    writeFileSync(file, plan);
    const desk = await startDeskIn(house, { linkOffsetMs: 100 });
    const words = [near[1].address, far[0].address, '239.69.1.1', String(rtpPort), file];
    const relay = middle.open(program('relay'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await createInterface({ input: relay.stdout as NodeJS.ReadableStream })
      [Symbol.asyncIterator]()
      .next();
    const address = far[0].address;
    const [name, groups] = ['Stage', ['239.69.1.1']];
    announce(openAnnouncer(far[0], network.folder), name, {
      id: 1,
      name,
      address,
      groups,
      labels: labels(2),
      clockOffset: 0,
    });
    const { firstFrame } = await openSender([near[0]], { channels: 2, packets });
    await subscribe(desk, { txDevice: address, stream: name, count: 2 }, unclocked);
    await patchThrough(desk, 2);
    await startTake(desk, 2);
    // Within the calm packets of the beginning and the end.
    const before = (await received(desk))[0];
    expect(before.packets).toBeLessThan(5000);
    await desk.until(boxPath, (row) => row.received[0].packets >= packets - 3000);
    const after = (await received(desk))[0];
    const take = await stopTake(desk);
    const { lost, doubled, reordered } = countOf(plan);
    expect(after).toMatchObject({ lost, doubled, reordered, late: 0, malformed: 0, foreign: 0, slips: 0 });
    for (const track of [0, 1]) {
      const samples = trackOf(take, track);
      const begin = clockOf(samples[0] as number, track);
      expect(clockOf(samples[100] as number, track)).toBe((begin + 100) % 2 ** 24);
      const first = (begin - (firstFrame % 2 ** 24) + 2 ** 24) % 2 ** 24;
      const gains = gainsOf(plan, first, samples.length);
      let changed = 0;
      for (const [n, sample] of samples.entries()) {
        const gain = gains[n] as number;
        const expected = gain * ringSample(begin + n, track);
        if (Math.abs(sample - expected) > 1e-6) expect.fail(`track ${track} at ${n}: ${sample}, and not ${expected}`);
        changed += Number(gain !== 1);
      }
      expect(changed).toBeGreaterThan(lost * packetFrames * 0.9);
    }
  });

  test('one of two networks is cut, then the other one: not a sample changes', async () => {
    const [stage, house] = [await network.place(), await network.place()];
    const cables = [network.cable(stage, house), network.cable(stage, house)] as const;
    const ends = cables.map(([end]) => end);
    const desk = await startDeskIn(house, { interfaces: ['e0', 'e1'], linkOffsetMs });
    const [name, groups] = ['Stage', ['239.69.1.1', '239.69.1.2']];
    const address = (ends[0] as End).address;
    announce(openAnnouncer(ends[0] as End, network.folder), name, {
      id: 1,
      name,
      address,
      groups,
      labels: labels(8),
      clockOffset: 0,
    });
    await openSender(ends, { groups, channels: 8 });
    await subscribe(desk, { txDevice: address, stream: name, count: 8 }, unclocked);
    await patchThrough(desk, 8);
    await startTake(desk, 8);
    await taken(desk, 1);
    for (const [n, end] of ends.entries()) {
      const { paths } = (await received(desk))[0];
      setCable(end, false);
      await taken(desk, 3);
      // Rows are a second old at most.
      const now = (await received(desk))[0].paths;
      expect(now[n].packets - paths[n].packets).toBeLessThan(1200);
      expect(now[1 - n].packets - paths[1 - n].packets).toBeGreaterThan(1800);
      setCable(end, true);
      await desk.until(boxPath, (row) => row.received[0].paths[n].packets > now[n].packets + 100);
    }
    const { folder, document } = await stopTake(desk);
    expect(stretchesOf(folder, document, 0)).toHaveLength(1);
    expect((await received(desk))[0]).toMatchObject({ lost: 0, slips: 0, concealedFrames: 0 });
  });
});

/** Of frames from `first` on: 0 where their packet is lost, and the ramps around that. */
function gainsOf(plan: string, first: number, frames: number): Float64Array {
  const gains = new Float64Array(frames).fill(1);
  const lower = (frame: number, gain: number) => {
    const n = frame - first;
    if (n >= 0 && n < frames) gains[n] = Math.min(gains[n] as number, gain);
  };
  for (const [at, action] of [...plan].entries()) {
    if (action !== 'x') continue;
    const [begin, end] = [at * packetFrames, (at + 1) * packetFrames];
    for (let frame = begin; frame < end; frame++) lower(frame, 0);
    for (let n = 1; n < fadeFrames; n++) {
      lower(begin - n, n / fadeFrames);
      lower(end - 1 + n, n / fadeFrames);
    }
  }
  return gains;
}
