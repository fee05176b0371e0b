// The clock of the network, by two ptp4l of the distribution: the grandmaster in one place, its follower in another.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeTime } from '../../core/testing.ts';
import { loadNative } from '../../hardware-drivers/aes67-sessions/js/native.ts';
import { PtpObserver } from '../../hardware-drivers/aes67-sessions/js/ptp/observer.ts';
import { startService, stopServices } from '../harness/service.ts';
import { type End, Network, setCable, whyNoNetwork } from './namespaces.ts';
import { hasPtp4l, maySetClock, openPtp4l, type Ptp4l, type Ptp4lSettings } from './ptp4l.ts';

type Fields = Readonly<Record<string, unknown>>;

const reason = whyNoNetwork([hasPtp4l, 'linuxptp'], [maySetClock, 'root, since ptp4l steers the clock of the system']);

/** Half a second each, as the observer counts: by its looks, never by the clock on the wall. */
const lookMs = 500;
/**
 * For ptp4l a look is so much shorter, and its intervals are as well: all of it takes a quarter of the time. The desk observes it in
 * real time, and ptp4l at the intervals of the media profile is in clocked-desks.slow.test.ts.
 */
const pace = 4;
const quick = { logSyncInterval: -5, logAnnounceInterval: -2, logMinDelayReqInterval: -3 };
const open = (end: End, folder: string, own: Partial<Ptp4lSettings>) => openPtp4l(end, folder, { ...quick, ...own });
const answerMs = 50;
/** 5 s */
const looksUntilLost = 10;
const looksUntilLocked = 80;

describe.skipIf(reason !== '')('a clock that ptp4l follows', { timeout: 120_000 }, () => {
  let network: Network;
  let ends: readonly [End, End];
  let time: FakeTime;
  let observer: PtpObserver;
  let refused = 0;

  beforeEach(async () => {
    network = new Network();
    ends = network.cable(await network.place(), await network.place());
    time = new FakeTime();
    refused = 0;
  });
  afterEach(async () => {
    observer?.close();
    await stopServices();
    await network.remove();
  });

  const observe = ({ socket }: Pick<Ptp4l, 'socket'>, domain = 0) => {
    const timers = {
      ...{ nowMs: () => time.monotonicMs(), wallMs: () => time.now() },
      every: (ms: number, action: () => void) => time.every(ms, action),
      after: (ms: number, action: () => void) => time.after(ms, action),
    };
    const { DatagramSocket } = loadNative();
    const openSocket = () => new DatagramSocket(join(network.folder, 'desk.sock'));
    const isSame = (from: string, server: string) => from === server;
    const own = { isSame, followerOption: () => 'slaveOnly', refused: () => refused++ };
    observer = new PtpObserver({ open: openSocket, servers: [socket], timers, ...own }, domain);
    return observer;
  };
  const look = async () => {
    await delay(answerMs);
    time.advance(answerMs);
    await delay(lookMs / pace - answerMs);
    time.advance(lookMs - answerMs);
  };
  /** The looks until this state shows; more than `most` where it does not. */
  const looksUntil = async (state: string, most: number) => {
    for (let looks = 0; looks <= most; looks++) {
      if (observer.ptp.state === state) return looks;
      await look();
    }
    return most + 1;
  };

  test('is locked to the grandmaster that pmc names, lost within 5 s of its end, and locked again', async () => {
    let grandmaster = open(ends[0], network.folder, { priority1: 100 });
    const follower = open(ends[1], network.folder, { slaveOnly: 1 });
    const { ptp: before } = observe(follower);
    expect(before).toMatchObject({ state: 'unobserved', grandmasterId: '' });
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    const named = follower.says('TIME_STATUS_NP', 'gmIdentity').replaceAll('.', '').toUpperCase();
    const { grandmasterId, offsetNs, meanPathDelayNs, stale, utcOffsetS } = observer.ptp;
    expect(grandmasterId.replaceAll('-', '')).toBe(named);
    expect(Math.abs(offsetNs as number)).toBeLessThan(1_000_000);
    expect(meanPathDelayNs).toBeGreaterThan(0);
    // Time stamps of software are those of CLOCK_REALTIME.
    expect([stale, utcOffsetS, refused]).toEqual([false, 0, 0]);
    await grandmaster.kill();
    expect(await looksUntil('lost', looksUntilLost)).toBeLessThanOrEqual(looksUntilLost);
    expect(observer.ptp).toMatchObject({ grandmasterId, stale: true, offsetNs: null });
    expect(observer.ptp.reason).toContain(grandmasterId);
    grandmaster = open(ends[0], network.folder, { priority1: 100 });
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    await follower.kill();
    expect(await looksUntil('unobserved', looksUntilLost)).toBeLessThanOrEqual(looksUntilLost);
    expect(observer.ptp.reason).toContain('ptp4l has ended');
  });

  test('is lost while ptp4l goes on calling its port SLAVE of a grandmaster that is frozen', async () => {
    const grandmaster = open(ends[0], network.folder, { priority1: 100 });
    const follower = open(ends[1], network.folder, { slaveOnly: 1, announceReceiptTimeout: 60 });
    observe(follower);
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    grandmaster.child.kill('SIGSTOP');
    expect(await looksUntil('lost', looksUntilLost)).toBeLessThanOrEqual(looksUntilLost);
    expect(follower.says('PORT_DATA_SET', 'portState')).toBe('SLAVE');
    expect(observer.ptp).toMatchObject({ stale: true });
    expect(observer.ptp.reason).toContain('nothing arrives');
    grandmaster.child.kill('SIGCONT');
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
  });

  test('is not followed by a ptp4l that runs free: the reason names the option, and a port that is SLAVE ends it', async () => {
    open(ends[0], network.folder, { priority1: 100 });
    const free = open(ends[1], network.folder, { slaveOnly: 1, free_running: 1 });
    observe(free);
    expect(await looksUntil('locking', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    for (let looks = 0; looks < looksUntilLocked && !observer.ptp.reason.includes('free_running'); looks++)
      await look();
    expect(free.says('PORT_DATA_SET', 'portState')).toBe('UNCALIBRATED');
    expect(observer.ptp).toMatchObject({ state: 'locking', reason: expect.stringContaining('Set free_running 0') });
    observer.close();
    await free.kill();
    observe(open(ends[1], network.folder, { slaveOnly: 1 }));
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
  });

  test('is its own where it is the grandmaster, is not taken from another domain, and is lost with the cable', async () => {
    const grandmaster = open(ends[0], network.folder, { priority1: 100, domainNumber: 9 });
    const follower = open(ends[1], network.folder, { slaveOnly: 1, domainNumber: 9 });
    observe(grandmaster, 9);
    expect(await looksUntil('master', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    const { grandmasterId } = observer.ptp;
    observer.close();
    observe(follower);
    expect(await looksUntil('listening', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    expect(observer.ptp).toMatchObject({ domain: 9, grandmasterId: '' });
    expect(observer.ptp.reason).toContain('ptp4l runs in PTP domain 9, and ptpDomain of /net is 0');
    observer.follow(9);
    expect(await looksUntil('locked', looksUntilLocked)).toBeLessThanOrEqual(looksUntilLocked);
    expect(observer.ptp.grandmasterId).toBe(grandmasterId);
    setCable(ends[1], false);
    expect(await looksUntil('lost', looksUntilLost)).toBeLessThanOrEqual(looksUntilLost);
  });

  test('is the clock of a desk without a card; when it is lost the desk goes on, and says so', async () => {
    const grandmaster = open(ends[0], network.folder, { priority1: 100 });
    const follower = open(ends[1], network.folder, { slaveOnly: 1 });
    const desk = await startService({
      place: ends[1].place,
      config: {
        providers: ['console', 'clock', 'channel', 'stagebox', 'telemetry', 'warnings', 'net', 'netaudio'],
        drivers: ['mixer', 'aes67', { name: 'aes67-sessions', config: { ptp4lSocket: follower.socket } }],
        devices: [{ id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' }],
      },
    });
    const before = await desk.until('/net', ({ interfaces }) => interfaces.length > 0);
    expect(before.interfaces).toMatchObject([{ name: 'e0', up: true, mtu: 1500, roles: [] }]);
    expect(before.interfaces[0].addresses).toContain(ends[1].address);
    expect(before.ptp).toMatchObject({ state: 'unobserved', reason: expect.stringContaining('audioInterface') });
    await desk.patch('/net', { audioInterface: 'e0' });
    const { ptp, interfaces } = await desk.until('/net', (row) => row.ptp.state === 'locked');
    expect(ptp).toMatchObject({ domain: 0, stale: false, reason: '' });
    expect(interfaces[0]).toMatchObject({ roles: ['audio'], rxErrors: 0 });
    expect(interfaces[0].rxPackets).toBeGreaterThan(before.interfaces[0].rxPackets);
    const id = `ptp:${ptp.grandmasterId}`;
    const isGraded =
      (grade: string) =>
      ({ references: [first] }: { references: readonly Fields[] }) =>
        first?.id === id && first.grade === grade;
    await desk.until('/clock/references', isGraded('network'));
    const { mediaClock, network: followed } = (await desk.get('/netaudio/aes67')).body;
    await grandmaster.kill();
    const { references } = await desk.until('/clock/references', isGraded('lost'));
    expect(references[0]).toMatchObject({ driving: true, reason: expect.stringContaining(ptp.grandmasterId) });
    // A machine with too much to do is no fault of a clock.
    const codesIn = ({ warnings }: Fields) =>
      (warnings as readonly { titleCode: { code: string } }[])
        .map(({ titleCode }) => titleCode.code)
        .filter((code) => code !== 'machine-overloaded')
        .sort();
    const codes = codesIn(await desk.until('/warnings', (row) => codesIn(row).length > 1));
    expect(codes).toEqual(['clock-holdover', 'net-ptp-lost']);
    // The clock of the computer goes on: media time makes no step.
    const { mediaClock: now, network: alone } = (await desk.get('/netaudio/aes67')).body;
    expect([now.steps, alone.utcOffsetS]).toEqual([mediaClock.steps, followed.utcOffsetS]);
    open(ends[0], network.folder, { priority1: 100 });
    await desk.until('/clock/references', isGraded('network'));
  });
});
