// Desks that follow one grandmaster: two that are each other's stagebox, whose round trip is the same to the frame after each
// restart, and one whose grandmaster dies.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNight } from '../harness/depth.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { clockOf, stretchesOf } from '../recording/judged-take.ts';
import { box, boxPath, isBuilt, locked, patchThrough, startDeskIn, subscribe, transmit } from './desk-in.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
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
const restarts = Number(process.env.NETAUDIO_RESTARTS ?? (isNight ? 50 : 3));
const linkOffsetMs = 40;
const linkOffsetFrames = linkOffsetMs * 48;

describe.skipIf(reason !== '')('desks that follow a grandmaster', { timeout: 60_000 + restarts * 20_000 }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  /** The stage sends two channels, described as those of the grandmaster. */
  const play = async (stage: End, clock: object) => {
    const folder = openAnnouncer(stage, network.folder);
    const [labels, groups] = [['Left', 'Right'], ['239.69.1.1']];
    announce(folder, 'Stage', {
      id: 1,
      name: 'Stage',
      address: stage.address,
      groups,
      labels,
      ...clock,
    });
    await openSender([stage], { channels: 2 });
  };

  test(`two desks are each other's stagebox: the round trip is exact, and the same over ${restarts} restarts`, async () => {
    const places = [await network.place(), await network.place(), await network.place()];
    const [stage, one, two] = (await network.switch(...places)) as unknown as readonly [End, End, End];
    openPtp4l(stage, network.folder, { priority1: 100 });
    const start = (end: End, state?: string) => {
      const { socket } = sockets.get(end) ?? openPtp4l(end, network.folder, { slaveOnly: 1 });
      sockets.set(end, { socket });
      return startDeskIn(end.place, { inputs: 2, outputs: 2, linkOffsetMs, state, sessions: { ptp4lSocket: socket } });
    };
    const sockets = new Map<End, { readonly socket: string }>();
    const house = await start(one);
    let other: Service = await start(two);
    const clock = await locked(house);
    expect(await locked(other)).toEqual(clock);
    await play(stage, clock);

    const [out, back] = [
      { id: 'house', channels: 2, address: '239.69.2.1' },
      { id: 'back', channels: 1, address: '239.69.3.1' },
    ];
    await subscribe(house, { txDevice: stage.address, stream: 'Stage', count: 1 });
    await patchThrough(house, 2);
    await transmit(house, [out]);
    const senderOf = async (desk: Service, stream: string) => {
      const { devices } = await desk.until('/netaudio', (row) => row.devices.length > 2);
      for (const { id, name, own } of devices) {
        if (own) continue;
        const { sessions } = (await desk.get(`/netaudio/${id}`)).body;
        if (sessions.some((session: { name: string }) => session.name === stream)) return name as string;
      }
      return '';
    };
    const sender = async (desk: Service, stream: string) => {
      for (;;) {
        const name = await senderOf(desk, stream);
        if (name !== '') return name;
      }
    };
    await subscribe(other, { txDevice: await sender(other, 'house'), stream: 'house', count: 1 });
    await patchThrough(other, 1);
    await transmit(other, [back]);
    await subscribe(house, { txDevice: await sender(house, 'back'), stream: 'back', firstRx: 2, count: 1 });

    const roundTrips = [];
    for (let restart = 0; restart <= restarts; restart++) {
      if (restart > 0) {
        const { state } = other;
        await other.stop();
        other = await start(two, state);
        await locked(other);
        await other.until(`${boxPath}/rx/1`, ({ status }) => status === 'connected');
        await other.until('/channel/input/1', ({ mutedBy }) => mutedBy.length === 0);
        await house.until(`${boxPath}/rx/2`, ({ status }) => status === 'connected');
      }
      roundTrips.push(await roundTrip(stage));
    }
    console.info(`round trips, in frames: ${roundTrips}`);
    expect(roundTrips).toEqual(roundTrips.map(() => 2 * linkOffsetFrames));
  });

  /** How many frames later than the first channel of the desk the second one is, which was at the other desk. */
  const roundTrip = async (stage: End): Promise<number> => {
    for (;;) {
      const heard = await receive(stage, network.folder, { group: '239.69.2.1', channels: 2, packets: 500 });
      const { sound, frames } = await heard();
      const at = (frame: number, channel: number) => (sound[frame * 2 + channel] as number) / 0x800000;
      const late = (frame: number) => (clockOf(at(frame, 0), 0) - clockOf(at(frame, 1), 0) + 2 ** 24) % 2 ** 24;
      const isAll = Array.from({ length: frames }, (_, n) => n).every((n) => late(n) === late(0));
      // Outputs of a desk that starts open in a fade.
      if (isAll && at(0, 1) !== 0) return late(0);
    }
  };

  test('a grandmaster that dies: the row says it within 5 s of sound, which goes on whole, with a warning', async () => {
    const places = [await network.place(), await network.place()] as const;
    const [stage, end] = network.cable(...places);
    const grandmaster = openPtp4l(stage, network.folder, { priority1: 100 });
    const { socket: ptp4lSocket } = openPtp4l(end, network.folder, { slaveOnly: 1 });
    const desk = await startDeskIn(end.place, { inputs: 2, outputs: 2, linkOffsetMs, sessions: { ptp4lSocket } });
    const clock = await locked(desk);
    await play(stage, clock);
    await subscribe(desk, { txDevice: stage.address, stream: 'Stage', count: 2 });
    await patchThrough(desk, 2);
    const reference = async (grade: string) => {
      type Reference = { readonly grade: string; readonly driving: boolean };
      const has = ({ references }: { references: readonly Reference[] }) =>
        references.some((each) => each.driving && each.grade === grade);
      await desk.until('/clock/references', has);
    };
    await reference('network');
    await write(desk, boxPath, { linkOffsetMs });
    await settled(desk);
    await startTake(desk, 2);
    await taken(desk, 1);
    const elapsed = async () => (await desk.get('/record')).body.elapsedS as number;
    const diedAt = await elapsed();
    await grandmaster.kill();
    await reference('lost');
    const lostAfterS = (await elapsed()) - diedAt;
    console.info(`lost after ${lostAfterS.toFixed(1)} s`);
    expect(lostAfterS).toBeLessThan(5);
    expect((await desk.get('/net')).body.ptp).toMatchObject({ state: 'lost', grandmasterId: expect.any(String) });
    const { warnings } = await desk.until('/warnings', (row) => row.warnings.length > 0);
    expect(warnings.map(({ path }: { path: string }) => path)).toContain('/net');
    expect(await desk.until(`${boxPath}/rx/1`, ({ status }) => status === 'clock-mismatch')).toBeTruthy();
    await taken(desk, 3);
    openPtp4l(stage, network.folder, { priority1: 100 });
    await reference('network');
    await desk.until(`${boxPath}/rx/1`, ({ status }) => status === 'connected');
    const { folder, document } = await stopTake(desk);
    expect(stretchesOf(folder, document, 0)).toHaveLength(1);
    expect((await desk.get(`/stagebox/${box}`)).body.present).toBe(true);
  });
});
