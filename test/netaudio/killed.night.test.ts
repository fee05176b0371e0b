// Processes that are killed while a desk in a namespace receives and sends: what is on the wire says whether that is heard.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { stopServices } from '../harness/service.ts';
import { clockOf } from '../recording/judged-take.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, transmit, unclocked } from './desk-in.ts';
import { Network, whyNoNetwork } from './namespaces.ts';
import { hasCompiler } from './programs.ts';
import { type Heard, receive } from './receiver.ts';
import { announce, openAnnouncer, openSender } from './stream.ts';

const reason = whyNoNetwork([hasCompiler, 'g++'], [isBuilt, 'the native part (npm run build)']);
const channels = 8;
const [sent, played] = ['239.69.1.1', '239.69.2.1'];
/** A second has 1000 of them. */
const packets = 10_000;
const numbers = Array.from({ length: channels }, (_, n) => n + 1);
const labels = Array.from({ length: channels }, (_, n) => `Line ${n + 1}`);

describe.skipIf(reason !== '')('network audio, of which processes are killed', { timeout: 180_000 }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  test('a control process and one of sessions that are killed are not heard, and their successors know the streams', async () => {
    const [stage, house] = [await network.place(), await network.place()];
    const [from] = network.cable(stage, house);
    const options = { inputs: channels, outputs: channels, linkOffsetMs: 40 };
    const desk = await startDeskIn(house, options);
    const folder = openAnnouncer(from, network.folder);
    const sender = await openSender([from], { channels });
    const { address } = from;
    announce(folder, 'Stage', { id: 1, name: 'Stage', address, groups: [sent], labels, clockOffset: 0 });
    await subscribe(desk, { txDevice: address, stream: 'Stage', count: channels }, unclocked);
    await patchThrough(desk, channels);
    await transmit(desk, [{ id: 'house', channels, address: played }]);
    const heard = await receive(from, network.folder, { group: played, channels, packets });

    const first = sessionsPid(desk.state);
    process.kill(first, 'SIGKILL');
    await until('another process', () => ![0, first].includes(sessionsPid(desk.state)));
    await desk.kill();
    const next = await startDeskIn(house, { ...options, state: desk.state });
    const sound = await heard();

    expect(gapsOf(sound)).toEqual([]);
    for (const n of numbers) await next.until(`${boxPath}/rx/${n}`, unclocked);
    await next.until(boxPath, ({ transmitted }) => transmitted.some(({ id }: { id: string }) => id === 'house'));
    console.info(`packets that left late by more than a packet: ${await sender.end()}`);
  });
});

/** The process of a desk that observes sessions; 0 while there is none. */
const sessionsPid = (stateFolder: string): number =>
  driverProcesses(stateFolder).find(({ name }) => name === 'driver-aes67-sessions')?.processId ?? 0;

/** Frames that do not follow the one before, in any channel. */
function gapsOf({ sound, frames }: Heard): readonly number[] {
  const clock = (frame: number, channel: number) =>
    clockOf((sound[frame * channels + channel] as number) / 0x800000, channel);
  const gaps: number[] = [];
  for (let frame = 1; frame < frames; frame++) {
    const isNext = (channel: number) => clock(frame, channel) === (clock(frame - 1, channel) + 1) % 2 ** 24;
    if (!Array.from({ length: channels }, (_, channel) => channel).every(isNext)) gaps.push(frame);
  }
  return gaps;
}
