import { beforeEach, describe, expect, test } from 'vitest';
import { FakeTime } from '../../../../core/testing.ts';
import { PtpObserver } from './observer.ts';
import { answerOf, masterId, ownId, Ptp4lDouble, path, states } from './ptp4l-double.ts';

let time: FakeTime;
let ptp4l: Ptp4lDouble;
let refused = 0;

function observe(domain = 0): PtpObserver {
  const timers = {
    ...{ nowMs: () => time.monotonicMs(), wallMs: () => time.now() },
    every: (ms: number, action: () => void) => time.every(ms, action),
    after: (ms: number, action: () => void) => time.after(ms, action),
  };
  ptp4l = new Ptp4lDouble(timers);
  const isSame = (from: string, server: string) => from === server;
  const needs = { open: () => ptp4l, servers: ['/run/ptp4lro', path], isSame, timers, refused: () => refused++ };
  const followerOption = () => 'slaveOnly';
  return new PtpObserver({ ...needs, followerOption }, domain);
}

beforeEach(() => {
  time = new FakeTime();
  refused = 0;
});

test('it is locked once ptp4l follows a grandmaster and messages really arrive', () => {
  const observer = observe();
  expect(observer.ptp).toMatchObject({ state: 'unobserved', domain: 0, utcOffsetS: 37 });
  time.advance(50);
  expect(observer.ptp).toMatchObject({ state: 'locking', grandmasterId: masterId });
  time.advance(500);
  expect(observer.ptp).toEqual({
    ...{ domain: 0, state: 'locked', grandmasterId: masterId, offsetNs: -105, meanPathDelayNs: 2258.5, utcOffsetS: 37 },
    ...{ lastChangeAt: '2026-01-01T00:00:00.550Z', stale: false, reason: '' },
  });
  const before = observer.ptp;
  time.advance(500);
  expect(observer.ptp).toBe(before);
  expect(refused).toBe(0);
  observer.close();
  expect([time.timers, ptp4l.isClosed]).toEqual([0, true]);
});

describe('a clock that was locked', () => {
  let observer: PtpObserver;
  beforeEach(() => {
    observer = observe();
    time.advance(2000);
    expect(observer.ptp.state).toBe('locked');
  });

  test('is lost within 4 s when nothing arrives any more, whatever ptp4l goes on saying', () => {
    ptp4l.isFed = false;
    time.advance(2500);
    expect(observer.ptp.state).toBe('locked');
    time.advance(1500);
    expect(observer.ptp).toMatchObject({ state: 'lost', stale: true, grandmasterId: masterId, offsetNs: null });
    expect(observer.ptp.reason).toContain('nothing arrives');
    ptp4l.isFed = true;
    time.advance(1000);
    expect(observer.ptp).toMatchObject({ state: 'locked', stale: false });
  });

  test('is lost as soon as ptp4l has none, and says since when', () => {
    ptp4l.clock.portState = states.listening;
    ptp4l.clock.grandmasterId = ownId;
    time.advance(600);
    const { lastChangeAt } = observer.ptp;
    expect(observer.ptp).toMatchObject({ state: 'lost', grandmasterId: masterId });
    time.advance(10_000);
    expect(observer.ptp).toMatchObject({ state: 'lost', lastChangeAt });
    ptp4l.clock.portState = states.uncalibrated;
    ptp4l.clock.grandmasterId = masterId;
    time.advance(600);
    expect(observer.ptp.state).toBe('locking');
    ptp4l.clock.portState = states.slave;
    time.advance(1100);
    expect(observer.ptp.state).toBe('locked');
  });

  test('is lost for half a minute when this computer gives the time instead, and then its own', () => {
    ptp4l.clock.portState = states.master;
    ptp4l.clock.grandmasterId = ownId;
    time.advance(600);
    expect(observer.ptp).toMatchObject({ state: 'lost', grandmasterId: masterId });
    expect(observer.ptp.reason).toContain('This computer gives the time now');
    time.advance(30_000);
    expect(observer.ptp).toMatchObject({ state: 'master', grandmasterId: ownId, offsetNs: null });
  });

  test('has another grandmaster without being lost, when ptp4l changes over', () => {
    ptp4l.clock.grandmasterId = '00-1D-C1-FF-FE-00-00-01';
    time.advance(600);
    expect(observer.ptp).toMatchObject({ state: 'locked', grandmasterId: '00-1D-C1-FF-FE-00-00-01' });
  });

  test('is not locked while it is more than 1 ms off', () => {
    ptp4l.clock.offsetNs = 1_000_001n;
    time.advance(600);
    expect(observer.ptp).toMatchObject({ state: 'locking', offsetNs: 1_000_001 });
    ptp4l.clock.offsetNs = -1_000_000n;
    time.advance(600);
    expect(observer.ptp.state).toBe('locked');
  });

  test('that stays far off says so after half a minute, and not while it comes nearer', () => {
    for (let s = 0; s < 60; s++) {
      ptp4l.clock.offsetNs = 800_000_000n - BigInt(s) * 500_000n;
      time.advance(1000);
    }
    expect(observer.ptp).toMatchObject({ state: 'locking', reason: expect.stringMatching('and ptp4l moves it there') });
    time.advance(31_000);
    expect(observer.ptp.state).toBe('locking');
    expect(observer.ptp.reason).toMatch(/^The clock is 770\.5 ms off .* comes no nearer: another program may set it/);
    ptp4l.clock.offsetNs = 0n;
    time.advance(600);
    ptp4l.clock.offsetNs = 5_000_000n;
    time.advance(600);
    expect(observer.ptp.reason).toMatch('and ptp4l moves it there');
  });

  test('is unobserved 3 s after the last answer, with what mends it, and known again with the next', () => {
    ptp4l.error = 'ECONNREFUSED';
    time.advance(2900);
    expect(observer.ptp.state).toBe('locked');
    time.advance(700);
    expect(observer.ptp).toMatchObject({ state: 'unobserved', grandmasterId: '', stale: false });
    expect(observer.ptp.reason).toContain('start it again');
    ptp4l.error = '';
    time.advance(1100);
    expect(observer.ptp.state).toBe('locked');
  });
});

test('a grandmaster that is named from the begin and never heard is lost, not locked', () => {
  const observer = observe();
  ptp4l.isFed = false;
  time.advance(2000);
  expect(observer.ptp.state).toBe('locking');
  time.advance(2000);
  expect(observer.ptp).toMatchObject({ state: 'lost', grandmasterId: masterId, stale: true });
});

describe('a clock that ptp4l measures for longer than it takes to follow it', () => {
  const measured = (changes: Partial<Ptp4lDouble['clock']> & { isFed?: boolean }) => {
    const observer = observe();
    const { isFed = true, ...clock } = changes;
    Object.assign(ptp4l.clock, { portState: states.uncalibrated, ...clock });
    ptp4l.isFed = isFed;
    time.advance(9000);
    expect(observer.ptp).toMatchObject({ state: 'locking', grandmasterId: masterId });
    expect(observer.ptp.reason).toContain('it measures the way to it');
    time.advance(2000);
    return observer;
  };

  test('is not steered: the reason names free_running, until it is followed', () => {
    const observer = measured({});
    expect(observer.ptp).toMatchObject({ state: 'locking', grandmasterId: masterId });
    expect(observer.ptp.reason).toContain('Set free_running 0');
    ptp4l.clock.portState = states.slave;
    time.advance(1100);
    expect(observer.ptp).toMatchObject({ state: 'locked', reason: '' });
    ptp4l.clock.portState = states.uncalibrated;
    time.advance(600);
    expect(observer.ptp.reason).toContain('it measures the way to it');
  });

  test('sends no Sync, or answers no question for the way: the reason says which', () => {
    expect(measured({ isFed: false }).ptp.reason).toContain("its messages of Sync don't arrive");
    expect(measured({ delayNs: 0 }).ptp.reason).toContain("it doesn't answer questions for the way");
  });

  test('has its time anew with another grandmaster', () => {
    const observer = measured({});
    ptp4l.clock.grandmasterId = '00-1D-C1-FF-FE-00-00-01';
    time.advance(1000);
    expect(observer.ptp.reason).toContain('begins to follow 00-1D-C1-FF-FE-00-00-01');
  });
});

test('a computer that gives the time by itself is master, one that hears nobody listens', () => {
  const observer = observe();
  ptp4l.clock.portState = states.listening;
  ptp4l.clock.grandmasterId = ownId;
  time.advance(600);
  expect(observer.ptp).toMatchObject({ state: 'listening', grandmasterId: '' });
  expect(observer.ptp.reason).toContain('may give the time itself (slaveOnly 0)');
  ptp4l.clock.portState = states.faulty;
  time.advance(600);
  expect(observer.ptp).toMatchObject({ state: 'listening' });
  expect(observer.ptp.reason).toContain('interface is down');
  ptp4l.clock.portState = states.master;
  time.advance(600);
  expect(observer.ptp).toMatchObject({ state: 'master', grandmasterId: ownId });
});

test.each([
  [{ utcOffsetS: 38, timeFlags: 12 }, 38],
  [{ utcOffsetS: 38, timeFlags: 8 }, 37],
  [{ utcOffsetS: 37, timeFlags: 0 }, 0],
])('of the time properties %j this computer is %i s behind', (properties, seconds) => {
  const observer = observe();
  Object.assign(ptp4l.clock, properties);
  time.advance(600);
  expect(observer.ptp.utcOffsetS).toBe(seconds);
});

test('a clock that is lost keeps its offset to UTC, whatever ptp4l has of its own, until this computer gives the time', () => {
  const observer = observe();
  Object.assign(ptp4l.clock, { utcOffsetS: 38, timeFlags: 12 });
  time.advance(1100);
  expect(observer.ptp).toMatchObject({ state: 'locked', utcOffsetS: 38 });
  Object.assign(ptp4l.clock, { utcOffsetS: 37, timeFlags: 0, portState: states.listening, grandmasterId: ownId });
  time.advance(600);
  expect(observer.ptp).toMatchObject({ state: 'lost', utcOffsetS: 38 });
  ptp4l.clock.portState = states.master;
  time.advance(10_000);
  expect(observer.ptp).toMatchObject({ state: 'lost', utcOffsetS: 38 });
  time.advance(30_000);
  expect(observer.ptp).toMatchObject({ state: 'master', utcOffsetS: 0 });
});

test('a grandmaster that sends Sync every 2 s is not lost between two of them', () => {
  const observer = observe();
  ptp4l.clock.syncLog = 1;
  time.advance(2000);
  ptp4l.isFed = false;
  time.advance(5000);
  expect(observer.ptp.state).toBe('locked');
  time.advance(2000);
  expect(observer.ptp.state).toBe('lost');
});

test('a ptp4l of another domain is found, and is not locked, with the reason; following that domain locks', () => {
  const observer = observe(5);
  time.advance(30_000);
  expect(observer.ptp).toMatchObject({ domain: 0, state: 'listening', grandmasterId: '' });
  expect(observer.ptp.reason).toContain('ptp4l runs in PTP domain 0, and ptpDomain of /net is 5');
  observer.follow(0);
  expect(observer.ptp).toMatchObject({ domain: 0, state: 'unobserved' });
  time.advance(1100);
  expect(observer.ptp.state).toBe('locked');
});

test.each([
  ['ENOENT', 'apt-get install linuxptp'],
  ['EACCES', 'may not write to'],
  ['ECONNREFUSED', 'has ended'],
  ['EIO', "can't be asked"],
])('where a message ends in %s the reason says: %s', (error, words) => {
  const observer = observe();
  ptp4l.error = error;
  time.advance(4000);
  expect(observer.ptp.state).toBe('unobserved');
  expect(observer.ptp.reason).toContain(words);
});

test('answers of another process, to another question or twice the wrong way are counted, and believed by nobody', () => {
  const observer = observe();
  time.advance(1000);
  const lie = { ...ptp4l.clock, grandmasterId: '66-66-66-66-66-66-66-66' };
  const request = (sequence: number, id: number) => {
    const bytes = new Uint8Array(54);
    new DataView(bytes.buffer).setUint16(30, sequence);
    new DataView(bytes.buffer).setUint16(52, id);
    bytes[29] = 1;
    return bytes;
  };
  const put = (from: string, bytes: Uint8Array, isTruncated = false) =>
    ptp4l.waiting.push({ from, bytes, isTruncated });
  // 13 and later are the questions of the third look.
  put('/tmp/liar', answerOf(request(15, 0x2002), lie));
  put('', answerOf(request(15, 0x2002), lie));
  put(path, answerOf(request(15, 0x2001), lie));
  put(path, answerOf(request(1500, 0x2002), lie));
  put(path, answerOf(request(15, 0x2002), { ...lie, domain: 7 }));
  put(path, answerOf(request(15, 0x2002), lie), true);
  time.advance(100);
  expect(refused).toBe(6);
  expect(observer.ptp).toMatchObject({ state: 'locked', grandmasterId: masterId });
});
