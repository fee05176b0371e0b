// 64 channels of known sound into a desk and out of it again, sample by sample.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNight } from '../harness/depth.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { clockOf, stretchesOf } from '../recording/judged-take.ts';
import { boxPath, isBuilt, locked, patchThrough, startDeskIn, subscribe, transmit } from './desk-in.ts';
import { Network, whyNoNetwork } from './namespaces.ts';
import { hasCompiler } from './programs.ts';
import { hasPtp4l, maySetClock, openPtp4l } from './ptp4l.ts';
import { receive } from './receiver.ts';
import { announce, openAnnouncer, openSender } from './stream.ts';
import { startTake, stopTake, taken } from './take.ts';

const reason = whyNoNetwork(
  [hasCompiler, 'g++'],
  [isBuilt, 'the native part (npm run build)'],
  [hasPtp4l, 'linuxptp'],
  [maySetClock, 'the right to set the clock, which ptp4l asks for'],
);
const seconds = Number(process.env.NETAUDIO_S ?? (isNight ? 60 : 10));
/** More than a machine that is busy with the tests keeps a sender from sending. */
const linkOffsetMs = Number(process.env.NETAUDIO_LINK_MS ?? 40);

describe.skipIf(reason !== '')('streams of the network', { timeout: 180_000 }, () => {
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

  test('64 channels in and 64 out: no packet is lost, and each sample is in its place', async () => {
    const [stage, house] = [await network.place(), await network.place()];
    const [from, to] = network.cable(stage, house);
    openPtp4l(from, network.folder, { priority1: 100 });
    const { socket: ptp4lSocket } = openPtp4l(to, network.folder, { slaveOnly: 1 });
    const desk = await startDeskIn(house, { inputs: 64, outputs: 64, linkOffsetMs, sessions: { ptp4lSocket } });
    const clock = await locked(desk);
    const folder = openAnnouncer(from, network.folder);
    const sender = await openSender([from], { streams: 8, channels: 8 });
    const numbers = Array.from({ length: 8 }, (_, n) => n);
    for (const n of numbers) {
      const [name, groups] = [`Stage ${n + 1}`, [`239.69.1.${n + 1}`]];
      const { address } = from;
      announce(folder, name, { id: n + 1, name, address, groups, labels: labels(8), ...clock });
    }
    for (const n of numbers) {
      const order = { txDevice: from.address, stream: `Stage ${n + 1}`, firstRx: n * 8 + 1, count: 8 };
      await subscribe(desk, order);
    }
    await patchThrough(desk, 64);
    const sent = numbers.map((n) => ({ id: `house-${n + 1}`, firstChannel: n * 8 + 1, address: `239.69.2.${n + 1}` }));
    await transmit(
      desk,
      sent.map((each) => ({ ...each, channels: 8 })),
    );
    const before = await received(desk);
    await startTake(desk, 64);
    await taken(desk, 3);
    const heard = await Promise.all(
      numbers.map((n) => receive(from, network.folder, { group: `239.69.2.${n + 1}`, channels: 8, packets: 1000 })),
    );
    const sounds = await Promise.all(heard.map((each) => each()));
    const { folder: takeFolder, document } = await stopTake(desk);
    const packets = (before[0]?.packets ?? 0) + seconds * 1000;
    await desk.until(boxPath, (row) => row.received.every((each: { packets: number }) => each.packets >= packets));
    const rows = await received(desk);
    expect(stretchesOf(takeFolder, document, 0)).toHaveLength(1);
    const latencies = sounds.map(({ sound, first, frames }, n) => {
      const frameAt = (frame: number, channel: number) =>
        clockOf((sound[frame * 8 + channel] as number) / 0x800000, n * 8 + channel);
      for (let frame = 0; frame < frames; frame++) {
        for (let channel = 0; channel < 8; channel++) {
          if (frameAt(frame, channel) !== (frameAt(0, 0) + frame) % 2 ** 24) expect.fail(`${n} ${channel} at ${frame}`);
        }
      }
      return (first + clock.clockOffset - frameAt(0, 0) + 2 ** 32) % 2 ** 24;
    });
    expect(latencies).toEqual(numbers.map(() => linkOffsetMs * 48));
    expect(rows).toHaveLength(8);
    for (const { lost, late, doubled, reordered, malformed, foreign, slips, transitP999Us, transitMaxUs } of rows) {
      console.info(`transit: p99.9 ${Math.round(transitP999Us)} us, longest ${Math.round(transitMaxUs)} us`);
      expect({ lost, late, doubled, reordered, malformed, foreign, slips }).toEqual({
        ...{ lost: 0, late: 0, doubled: 0, reordered: 0, malformed: 0, foreign: 0, slips: 0 },
      });
    }
    console.info(`packets that left late by more than a packet: ${await sender.end()}`);
  });
});
