// A desk that receives and sends while a stranger on its network sends what nobody should send: malformed SAP, SDP, RTP, RTCP and
// PTP, more of it than the desk reads of one sender. Nothing but counters moves.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driverProcesses } from '../../cli/driver-processes.ts';
import { isNight } from '../harness/depth.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { clockOf, stretchesOf } from '../recording/judged-take.ts';
import { type Sample, sampleOf } from '../soak/samples.ts';
import { boxPath, connected, isBuilt, locked, patchThrough, startDeskIn, subscribe, transmit } from './desk-in.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { hasCompiler, program } from './programs.ts';
import { hasPtp4l, maySetClock, openPtp4l } from './ptp4l.ts';
import { receive } from './receiver.ts';
import { announce, openAnnouncer, openSender, rtpPort } from './stream.ts';
import { startTake, stopTake } from './take.ts';

const reason = whyNoNetwork(
  [hasCompiler, 'g++'],
  [isBuilt, 'the native part (npm run build)'],
  [hasPtp4l, 'linuxptp'],
  [maySetClock, 'the right to set the clock, which ptp4l asks for'],
);
const seed = Number(process.env.SEED ?? 20_261_123);
/** Of each of five kinds. */
const packets = Number(process.env.NETAUDIO_HOSTILE ?? (isNight ? 100_000 : 10_000));
const packetsPerSecond = 1500;
const warmUp = 3000;
const channels = 8;
const [group, played] = ['239.69.1.1', '239.69.2.1'];
const linkOffsetMs = 100;
const quietSenders = Array.from({ length: 8 }, (_, n) => `10.77.0.${101 + n}`);
const numbers = Array.from({ length: channels }, (_, n) => n + 1);
const labels = numbers.map((n) => `Line ${n}`);
/** What a process may hold more after the packets than before them: the young generation of V8 takes that much when it grows. */
const mostGrowthMb = 48;

describe.skipIf(reason !== '')('a desk on a network with a hostile stranger', { timeout: 120_000 + packets }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  /** Sends so many of each kind while rows are read; resolves to how many packets went to the group of the stream. */
  const attack = async (from: End, to: End, count: number, own: number, desk: Service): Promise<number> => {
    const addresses = [from.address, ...quietSenders].join(',');
    const file = join(network.folder, 'announced', 'Stage.sdp');
    const seconds = count / packetsPerSecond;
    const words = [addresses, to.address, group, rtpPort, file, seed + own, count, seconds].map(String);
    let isOver = false;
    const looking = look(desk, () => isOver);
    const sent = await from.place.finish(program('hostile'), words);
    isOver = true;
    console.info(`${await looking} looks at all rows`);
    return Number(sent);
  };

  test(`${5 * packets} malformed packets: the sound is whole, the rows answer, and only counters have moved`, async () => {
    const places = [await network.place(), await network.place(), await network.place()];
    const [stage, house, stranger] = (await network.switch(...places)) as unknown as readonly [End, End, End];
    for (const each of quietSenders)
      stranger.place.run('ip', 'address', 'add', `${each}/24`, 'dev', stranger.interface);
    openPtp4l(stage, network.folder, { priority1: 100 });
    const { socket: ptp4lSocket } = openPtp4l(house, network.folder, { slaveOnly: 1 });
    const desk = await startDeskIn(house.place, { linkOffsetMs, sessions: { ptp4lSocket } });
    const clock = await locked(desk);
    const folder = openAnnouncer(stage, network.folder);
    const sender = await openSender([stage], { groups: [group], channels });
    const [name, groups, { address }] = ['Stage', [group], stage];
    announce(folder, name, { id: 1, name, address, groups, labels, ...clock });
    await subscribe(desk, { txDevice: address, stream: name, count: channels });
    await patchThrough(desk, channels);
    await transmit(desk, [{ id: 'house', channels, address: played }]);
    await startTake(desk, channels);
    // What the first packets fill (slots of sessions, buckets of senders, heaps) is filled once.
    const early = await attack(stranger, house, warmUp, 1, desk);
    await counted(desk, early);

    const before = await stateOf(desk);
    const held = samplesOf(desk);
    const heard = await receive(stage, network.folder, { group: played, channels, packets: 5000 });
    const sent = await attack(stranger, house, packets, 2, desk);
    await counted(desk, early + sent);
    expectMemory(desk, held);
    const { folder: takeFolder, document } = await stopTake(desk);
    // A clock that was off for a moment, as that of a machine under load is, was a warning.
    await desk.until(
      '/warnings',
      ({ warnings }) => JSON.stringify(idsOf(warnings)) === JSON.stringify(before.warnings),
    );
    const after = await stateOf(desk);
    const sound = await heard();
    console.info(`packets that left late by more than a packet: ${await sender.end()}`);
    console.info(`counters: ${JSON.stringify(after.counters)}`);

    expect(stretchesOf(takeFolder, document, 0)).toHaveLength(1);
    const at = (frame: number, channel: number) =>
      clockOf((sound.sound[frame * channels + channel] as number) / 0x800000, channel);
    for (let frame = 0; frame < sound.frames; frame++) {
      for (let channel = 0; channel < channels; channel++) {
        if (at(frame, channel) !== (at(0, 0) + frame) % 2 ** 24) expect.fail(`channel ${channel} at ${frame}`);
      }
    }
    expect(after.streams).toHaveLength(1);
    expect(after.streams).toEqual(before.streams);
    expect(after.inputs).toEqual(before.inputs);
    expect(after.stream).toEqual(before.stream);
    expect(after.ptp).toEqual(before.ptp);
    expect(after.processes).toEqual(before.processes);
    expect(after.devices).toBeLessThanOrEqual(257);
    const rise = (counter: string) => (after.counters[counter] ?? 0) - (before.counters[counter] ?? 0);
    expect(rise('sapPackets')).toBeGreaterThan(packets / 2);
    expect(rise('sapRefused')).toBeGreaterThan(packets / 2);
    expect(rise('sdpRefused')).toBeGreaterThan(packets / 50);
    // ptp4l passes on what it hears of management.
    expect(rise('ptpRefused')).toBeGreaterThan(0);
  });
});

interface Counted {
  readonly malformed: number;
  readonly foreign: number;
  readonly doubled: number;
}

/** Waits until the desk has counted each of these packets of its stream. */
async function counted(desk: Service, sent: number): Promise<void> {
  await desk.until(boxPath, ({ received: [{ malformed, foreign, doubled }] }: { received: [Counted] }) => {
    if (malformed + foreign + doubled > sent) throw new Error(`${malformed} + ${foreign} + ${doubled} of ${sent}`);
    return malformed + foreign + doubled === sent;
  });
}

/** What a stranger must not move, and the counters. */
async function stateOf(desk: Service) {
  for (const n of numbers) await desk.until(`${boxPath}/rx/${n}`, connected);
  const { devices, counters } = (await desk.get('/netaudio')).body;
  const stage = devices.find(({ name }: { name: string }) => name === '10.77.0.1');
  const { sessions } = (await desk.get(`/netaudio/${stage.id}`)).body;
  const inputs = await Promise.all(numbers.map(async (n) => (await desk.get(`${boxPath}/rx/${n}`)).body));
  // A stranger may announce other sessions for this host; labels are then said with the names of their streams.
  const streams = sessions
    .flatMap((session: { streams: readonly { id: string; labels: unknown }[] }) => session.streams)
    .filter(({ id }: { id: string }) => id === inputs[0]?.source.streamId)
    .map(({ labels: _labels, ...rest }: { labels: unknown }) => rest);
  const { received, transmitted, announced } = (await desk.get(boxPath)).body;
  const { lost, late, slips, concealedFrames, reordered } = received[0];
  const { state, grandmasterId, domain } = (await desk.until('/net', ({ ptp }) => ptp.state === 'locked')).ptp;
  const { warnings } = (await desk.get('/warnings')).body;
  const [{ dropped }] = transmitted;
  return {
    ...{ devices: devices.length, counters: counters as Readonly<Record<string, number>> },
    ...{ streams, inputs },
    stream: { lost, late, slips, concealedFrames, reordered, dropped, announced },
    ptp: { state, grandmasterId, domain },
    warnings: idsOf(warnings),
    processes: processesOf(desk),
  };
}

const idsOf = (warnings: readonly { readonly id: string }[]) => warnings.map(({ id }) => id);

/** Every one of the desk, by name. */
function processesOf(desk: Service): Readonly<Record<string, number>> {
  const drivers = driverProcesses(desk.state).map(({ name, processId }) => [name, processId]);
  return Object.fromEntries([['control', desk.child.pid as number], ...drivers]);
}

function samplesOf(desk: Service): readonly (readonly [name: string, sample: Sample])[] {
  return Object.entries(processesOf(desk)).map(([name, id]) => [name, sampleOf(id, 0)] as const);
}

/** Reads rows for as long as it is asked to; resolves to how often it had them all. */
async function look(desk: Service, isOver: () => boolean): Promise<number> {
  for (let looks = 0; ; looks++) {
    if (isOver()) return looks;
    for (const path of ['/netaudio', boxPath, `${boxPath}/rx/1`, '/net', '/discovery', '/warnings', '/console']) {
      const { status } = await desk.get(path);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    }
  }
}

/** No process holds much more than it held. */
function expectMemory(desk: Service, before: ReturnType<typeof samplesOf>): void {
  const after = new Map(samplesOf(desk));
  for (const [name, { ownMb, descriptors }] of before) {
    const now = after.get(name);
    console.info(`memory of ${name}: ${ownMb.toFixed(1)} MiB before, ${now?.ownMb.toFixed(1)} after`);
    expect(now?.ownMb, `memory of ${name}`).toBeLessThan(ownMb + mostGrowthMb);
    expect(now?.descriptors, `descriptors of ${name}`).toBeLessThanOrEqual(descriptors);
  }
}
