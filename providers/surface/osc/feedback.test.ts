import type { Watched } from 'rowdesk/client';
import { beforeEach, expect, test } from 'vitest';
import type { DeskRows } from './desk-rows.ts';
import { Feedback } from './feedback.ts';

const path = '/channel/input/1';
let now: number;
let moving: boolean;
let sent: (readonly [address: string, value: unknown])[];
let listeners: Map<string, (watched: Watched) => void>;
let known: Watched;
let feedback: Feedback;
beforeEach(() => {
  now = 0;
  moving = false;
  sent = [];
  listeners = new Map();
  const rows = {
    watch: (target: string, listener: (watched: Watched) => void) => {
      listeners.set(target, listener);
      return () => listeners.delete(target);
    },
    known: () => known,
    shaped: () => undefined,
  } as unknown as DeskRows;
  feedback = new Feedback({
    ...{ rows, nowMs: () => now, isMoving: () => moving },
    send: (of, field, value) => sent.push([`${of}/${field}`, value]),
  });
});

function become(levelDb: number, revision: number): void {
  known = { path, row: { levelDb, muted: false }, revision, life: 'live' };
  for (const listener of listeners.values()) listener(known);
}

test('a subscription ends ten seconds after it was made or renewed, and watches nothing then', () => {
  feedback.subscribe('/channel/*/1/levelDb');
  now = 9000;
  feedback.renew();
  feedback.subscribe('/channel/input/1/muted');
  now = 18_999;
  feedback.expire();
  expect([...listeners.keys()]).toEqual(['/channel/*/1', path]);
  now = 19_000;
  feedback.expire();
  expect([feedback.size, listeners.size]).toEqual([0, 0]);
});

test('a subscription of the configuration does not end', () => {
  feedback.subscribe('/channel/*/1/levelDb', Number.POSITIVE_INFINITY);
  now = 1e9;
  feedback.expire();
  feedback.renew();
  expect(feedback.size).toBe(1);
});

test('a value is sent when it changes, by all patterns once', () => {
  feedback.subscribe('/channel/*/1/levelDb');
  feedback.subscribe('/channel/input/1/*');
  become(-6, 1);
  become(-6, 2);
  become(-7, 3);
  expect(sent).toEqual([
    [`${path}/levelDb`, -6],
    [`${path}/muted`, false],
    [`${path}/levelDb`, -7],
  ]);
});

test('what the peer wrote is not sent back; what overtook it is, once its own write has arrived', () => {
  feedback.subscribe('/channel/*/1/levelDb');
  become(-6, 1);
  sent = [];
  feedback.has(path, 'levelDb', -20);
  moving = true;
  become(-10, 2);
  become(-20, 3);
  moving = false;
  feedback.correct(path, 'levelDb', 3);
  expect(sent).toEqual([]);
  feedback.has(path, 'levelDb', -30);
  // The answer to the write is ahead of the stream: the row that is known is older, and says nothing.
  feedback.correct(path, 'levelDb', 4);
  expect(sent).toEqual([]);
  become(-31, 5);
  expect(sent).toEqual([[`${path}/levelDb`, -31]]);
});

test('the 65th pattern of a peer is refused', () => {
  for (let n = 0; n < 64; n += 1) feedback.subscribe(`/channel/input/${n}/levelDb`);
  expect(() => feedback.subscribe('/channel/main/1/levelDb')).toThrow('too-many-patterns');
});
