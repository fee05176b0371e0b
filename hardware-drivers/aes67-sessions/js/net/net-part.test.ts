import { expect, test } from 'vitest';
import { Ptp4lDouble, path } from '../ptp/ptp4l-double.ts';
import { FakeTimers } from '../timers-double.ts';
import { NetPart } from './net-part.ts';

const none = { audioInterface: '', secondAudioInterface: '', controlInterface: '', ptpDomain: 0 };

function open() {
  const timers = new FakeTimers();
  const sockets: Ptp4lDouble[] = [];
  const counted: string[] = [];
  const interfaces: never[] = [];
  const part = new NetPart({
    ...{ timers, servers: [path], counters: { count: (name) => counted.push(name) } },
    isSame: (from, server) => from === server,
    followerOption: () => 'slaveOnly',
    interfaces: () => [...interfaces],
    openSocket: () => {
      const socket = new Ptp4lDouble(timers);
      sockets.push(socket);
      return socket;
    },
  });
  const ptp = () => part.observe()[0]?.value;
  return { part, time: timers, sockets, counted, ptp };
}

test('until an audio interface is chosen no socket is opened, and the row says so', () => {
  const { part, time, sockets, ptp } = open();
  part.configure({ ...none, controlInterface: 'eth0', ptpDomain: 3 });
  time.advance(5000);
  expect([sockets.length, time.timers]).toEqual([0, 0]);
  expect(ptp()).toMatchObject({ state: 'unobserved', domain: 3 });
  expect(ptp()).toBe(ptp());
  part.configure({ ...none, audioInterface: 'eth0' });
  time.advance(1100);
  expect(ptp()).toMatchObject({ state: 'locked', domain: 0 });
  part.configure(none);
  expect([sockets[0]?.isClosed, time.timers]).toEqual([true, 0]);
  expect(ptp()).toMatchObject({ state: 'unobserved' });
});

test('what is the same again is the same object, and what a stranger sends is counted', () => {
  const { part, time, sockets, counted } = open();
  part.configure({ ...none, audioInterface: 'eth0' });
  time.advance(2100);
  const first = part.observe();
  time.advance(1000);
  expect(part.observe().every((reading, place) => reading === first[place])).toBe(true);
  sockets[0]?.waiting.push({ from: '/tmp/liar', bytes: new Uint8Array(99), isTruncated: false });
  time.advance(500);
  expect(counted).toEqual(['ptpRefused']);
  part.close();
  expect(time.timers).toBe(0);
});

test('a socket that can not be opened is the reason, and is tried again', () => {
  const { part, time, ptp } = open();
  let tries = 0;
  const failing = new NetPart({
    ...{
      timers: {
        nowMs: () => time.monotonicMs(),
        wallMs: () => 0,
        every: (ms, run) => time.every(ms, run),
        after: (ms, run) => time.after(ms, run),
      },
    },
    ...{ servers: [path], counters: { count: () => {} }, isSame: () => true, interfaces: () => [] },
    openSocket: () => {
      tries += 1;
      throw new Error('its native part is not built');
    },
  });
  failing.configure({ ...none, audioInterface: 'eth0' });
  time.advance(1000);
  expect(failing.observe()[0]?.value).toMatchObject({ state: 'unobserved', reason: 'its native part is not built' });
  expect(tries).toBeGreaterThan(1);
  failing.close();
  expect([part.takes(), ptp()]).toMatchObject([false, { state: 'unobserved' }]);
});
