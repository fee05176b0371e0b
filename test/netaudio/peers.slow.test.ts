// The peers of the other tests here, among themselves: what judges a desk is judged first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clockOf } from '../recording/judged-take.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { countOf, drawPlan } from './plan.ts';
import { hasCompiler, program } from './programs.ts';
import { receive } from './receiver.ts';
import { announce, openAnnouncer, openSender, payloadType, rtpPort } from './stream.ts';

const reason = whyNoNetwork([hasCompiler, 'g++']);
const group = '239.69.1.1';
const channels = 8;
const seed = Number(process.env.SEED ?? 20_261_123);

describe.skipIf(reason !== '')('peers of network audio', () => {
  let network: Network;
  let near: readonly [End, End];
  let far: readonly [End, End];
  beforeEach(async () => {
    network = new Network();
    const [from, middle, to] = [await network.place(), await network.place(), await network.place()];
    near = network.cable(from, middle);
    far = network.cable(middle, to);
  });
  afterEach(() => network.remove());

  /** As receive; `clock` says of a frame and a channel which frame it is by its sound, modulo 2^24. */
  const hear = async (end: End, packets: number) => {
    const heard = await receive(end, network.folder, { group, channels, packets });
    return async () => {
      const said = await heard();
      const clock = (frame: number, channel: number) =>
        clockOf((said.sound[frame * channels + channel] as number) / 0x800000, channel);
      return { ...said, clock };
    };
  };

  test('the sender sends each frame once, and its time stamps are the media time', async () => {
    const heard = await hear(near[1], 500);
    const sender = await openSender([near[0]], { channels, clockOffset: 5 });
    const said = await heard();
    await sender.end();
    expect(said).toMatchObject({ first: (sender.firstFrame + 5) % 2 ** 32, frames: 500 * 48, payloadType });
    for (let frame = 0; frame < said.frames; frame++) {
      for (let channel = 0; channel < channels; channel++) {
        if (said.clock(frame, channel) !== (sender.firstFrame + frame) % 2 ** 24) expect.fail(`frame ${frame}`);
      }
    }
    const media = ((Date.now() / 1000 + 37) * 48_000) / 2 ** 32;
    expect(said.first / 2 ** 32).toBeCloseTo(media % 1, 3);
  });

  test('the relay does what its plan says', async () => {
    const packets = 2000;
    const plan = drawPlan({ packets, lost: 10, doubled: 10, reordered: 10, heldEach: 300, heldPackets: 20 }, seed);
    const { lost, doubled, reordered } = countOf(plan);
    for (const count of [lost, doubled, reordered]) expect(count).toBeGreaterThan(5);
    const file = join(network.folder, 'plan');
    writeFileSync(file, plan);
    const words = [near[1].address, far[0].address, group, String(rtpPort), file];
    const relay = near[1].place.open(program('relay'), words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: relay.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('listening');
    const heard = await hear(far[1], packets - lost);
    const sender = await openSender([near[0]], { channels, packets });
    expect((await lines.next()).value).toBe(`0 ${sender.firstFrame % 2 ** 32}`);
    const { sound, frames, clock } = await heard();
    expect(frames).toBe(packets * 48);
    for (const [at, action] of [...plan].entries()) {
      const isThere = sound
        .subarray(at * 48 * channels, (at + 1) * 48 * channels)
        .some((sample: number) => sample !== 0);
      expect(isThere).toBe(action !== 'x');
      if (isThere) expect(clock(at * 48, 3)).toBe((sender.firstFrame + at * 48) % 2 ** 24);
    }
  });

  test('the announcer announces what is in its folder, and deletes what has left it', async () => {
    const folder = openAnnouncer(near[0], network.folder);
    announce(folder, 'one', { id: 7, name: 'Stage', address: near[0].address, groups: [group], labels: ['Vocal'] });
    const listen = `
      const socket = require('node:dgram').createSocket('udp4');
      socket.bind(9875, () => socket.addMembership('239.255.255.255', '${near[1].address}'));
      socket.on('message', (text) => console.info(JSON.stringify(text.toString('latin1'))));`;
    const child = near[1].place.open(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    const first: string = JSON.parse((await lines.next()).value);
    expect(first.charCodeAt(0)).toBe(0x20);
    expect(first).toContain('application/sdp\0v=0\r\no=- 7 1 IN IP4 10.77.0.1\r\ns=Stage\r\n');
    near[0].place.run('rm', join(folder, 'one.sdp'));
    for (;;) {
      const next: string = JSON.parse((await lines.next()).value);
      if (next === first) continue;
      expect(next.charCodeAt(0)).toBe(0x24);
      expect(next.slice(2)).toBe(first.slice(2));
      break;
    }
  });
});
