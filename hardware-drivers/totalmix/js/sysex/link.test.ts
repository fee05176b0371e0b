import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTimers } from '../../test/fake-timers.ts';
import { Link } from './link.ts';
import type { MidiPort } from './raw-midi.ts';
import { bytesOf, type Message } from './words.ts';

const message = (word: number): Message => ({ subId: 0, words: [word] });

let timers: FakeTimers;
let said: string[];
let arrived: number[];
/** What the port takes at once, and what it took. */
let room: number;
let taken: number[];
let toHost: Uint8Array[];
let refusal: string;
let opened: number;
let link: Link;

const port: MidiPort = {
  read: () => toHost.shift(),
  write(bytes) {
    if (refusal !== '') throw new Error(refusal);
    const count = Math.min(room, bytes.length);
    room -= count;
    taken.push(...bytes.subarray(0, count));
    return count;
  },
  close: () => said.push('closed'),
};

beforeEach(() => {
  [said, arrived, taken, toHost] = [[], [], [], []];
  [room, refusal, opened] = [Number.POSITIVE_INFINITY, '', 0];
  timers = new FakeTimers();
  const open = () => {
    opened++;
    if (refusal !== '') throw new Error(refusal);
    return port;
  };
  link = new Link(open, timers, {
    opened: () => said.push('opened'),
    message: ({ words }) => arrived.push(...words),
    broken: () => said.push('broken'),
    lost: (reason) => said.push(reason),
  });
});
afterEach(() => {
  link.close();
  expect(timers.running).toBe(0);
});

test('a port that can not be opened is tried every second, and its reason said once', () => {
  refusal = 'not there';
  timers.pass(3500);
  expect(opened).toBe(4);
  expect(said).toEqual(['not there']);
  refusal = '';
  timers.pass(1000);
  expect(said).toEqual(['not there', 'opened']);
});

test('what a full port does not take waits, and goes out whole and in order', () => {
  timers.pass(10);
  room = 5;
  const bytes = [1, 2, 3].flatMap((word) => [...bytesOf(message(word))]);
  for (const word of [1, 2, 3]) link.send(message(word));
  expect(taken).toEqual(bytes.slice(0, 5));
  room = 9;
  timers.pass(10);
  expect(taken).toEqual(bytes.slice(0, 14));
  room = 1000;
  timers.pass(10);
  expect(taken).toEqual(bytes);
});

test('a device that takes nothing any more is lost, and what waited for it is dropped', () => {
  timers.pass(10);
  room = 0;
  for (let n = 0; n < 30_000; n++) link.send(message(n));
  expect(said).toEqual(['opened', 'closed', 'the device takes nothing of what is sent']);
  room = 1000;
  timers.pass(1000);
  expect(said.at(-1)).toBe('opened');
  expect(taken).toEqual([]);
});

test('a port that goes while it is written is closed once, and nothing is sent until it is back', () => {
  timers.pass(10);
  refusal = 'gone';
  link.send(message(1));
  link.send(message(2));
  expect(said).toEqual(['opened', 'closed', 'gone']);
});

test('whatever arrives, whole messages come through, and nothing else does', () => {
  timers.pass(10);
  let state = 12345;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const expected: number[] = [];
  for (let n = 0; n < 2000; n++) {
    const noise = Uint8Array.from({ length: random(12) }, () => random(256));
    // A begun message swallows what follows up to the next F0, which begins one anew.
    toHost.push(noise, bytesOf(message(n)));
    expected.push(n);
    if (random(4) === 0) toHost.push(bytesOf(message(n)).subarray(0, random(12)));
  }
  timers.pass(20);
  expect(arrived).toEqual(expected);
});
