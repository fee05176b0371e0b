// Processes that are killed while a desk in a namespace receives and sends: what is on the wire says whether that is heard.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { outliving, quietConfig, root, type Service, startService, stopServices } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import { clockOf } from '../recording/judged-take.ts';
import { Network, whyNoNetwork } from './namespaces.ts';
import type { Place } from './place.ts';
import { hasCompiler } from './programs.ts';
import { type Heard, receive } from './receiver.ts';
import { announce, openAnnouncer, openSender } from './stream.ts';

const isBuilt = existsSync(join(root, 'hardware-drivers/aes67/build/Release/aes67.node'));
const reason = whyNoNetwork([hasCompiler, 'g++'], [isBuilt, 'the native part (npm run build)']);
const box = 'aes67';
const boxPath = `/netaudio/${box}`;
const channels = 8;
const [sent, played] = ['239.69.1.1', '239.69.2.1'];
/** A second has 1000 of them. */
const packets = 10_000;
const numbers = Array.from({ length: channels }, (_, n) => n + 1);
/** The sender names no clock: it sounds, and the row says so. */
const sounds = ({ status }: { status: string }) => status === 'clock-mismatch';
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
    const desk = await startDesk(house);
    await write(desk, '/net', { audioInterface: 'e0' });
    await desk.until(boxPath, () => true);
    await write(desk, boxPath, { linkOffsetMs: 40 });
    await opening(desk);
    const folder = join(network.folder, 'announced');
    mkdirSync(folder);
    openAnnouncer(from, folder);
    const sender = await openSender([from], { channels });
    announce(folder, 'Stage', {
      ...{ id: 1, name: 'Stage', address: from.address, groups: [sent], labels, clockOffset: 0 },
    });
    const isAnnounced = ({ name }: { name: string }) => name === from.address;
    await desk.until('/netaudio', ({ devices }) => devices.some(isAnnounced));
    await runTask(desk, `${boxPath}/subscribe`, { txDevice: from.address, stream: 'Stage', count: channels });
    for (const n of numbers) await desk.until(`${boxPath}/rx/${n}`, sounds);
    await passOn(desk);
    const heard = await receive(from, network.folder, { group: played, channels, packets });

    const first = sessionsPid(desk.state);
    process.kill(first, 'SIGKILL');
    await until('another process', () => ![0, first].includes(sessionsPid(desk.state)));
    await desk.kill();
    const next = await startDesk(house, desk.state);
    const sound = await heard();

    expect(gapsOf(sound)).toEqual([]);
    for (const n of numbers) await next.until(`${boxPath}/rx/${n}`, sounds);
    await next.until(boxPath, ({ transmitted }) => transmitted.some(({ id }: { id: string }) => id === 'house'));
    console.info(`packets that left late by more than a packet: ${await sender.end()}`);
  });
});

function startDesk(place: Place, state?: string): Promise<Service> {
  const layout = { input: channels, aux: 0, fxReturn: 0, main: 1 };
  const config = {
    ...outliving,
    providers: [
      ...quietConfig.providers.map((name) => (name === 'console' ? { name, config: { layout } } : name)),
      ...['discovery', 'net', 'netaudio'],
    ],
    drivers: ['mixer', 'aes67', 'aes67-sessions'],
    devices: [{ id: box, transport: 'netaudio', model: `aes67-${channels}x${channels}` }],
  };
  return startService({ place, state, config });
}

/** Each input goes to the output of its number, and out again; resolves once packets leave. */
async function passOn(desk: Service): Promise<void> {
  for (const n of numbers) await write(desk, `/channel/input/${n}`, { sourceId: `${box}:in-${n}`, levelDb: 0 });
  const outputs = numbers.map((index) => {
    return { strip: { kind: 'input', index }, leg: 'left', portId: `${box}:out-${index}`, levelDb: 0 };
  });
  await write(desk, '/patch', { outputs });
  await settled(desk);
  const stream = { id: 'house', name: 'house', firstChannel: 1, channels, encoding: 'L24', packetTimeUs: 1000 };
  const where = { address: played, port: 5004, payloadType: 97, ttl: 32, enabled: true };
  await write(desk, boxPath, { transmit: [{ ...stream, ...where }] });
  await desk.until(boxPath, ({ transmitted }) => transmitted.some(({ packets }: { packets: number }) => packets > 0));
}

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
