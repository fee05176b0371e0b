import { expect, test } from 'vitest';
import { Counters } from '../counters.ts';
import { type Refusal, Refusals } from '../refusals.ts';
import { aes67, dante, pipewire03 } from '../sdp/dialects-fixture.ts';
import type { Session } from '../session.ts';
import { SessionTable } from '../session-table.ts';
import { FakeTimers } from '../timers-double.ts';
import { encodeSap, sapHash } from './packet.ts';
import { SapReceiver } from './receiver.ts';

function listen(ours = '') {
  const table = new SessionTable();
  const counters = new Counters();
  const timers = new FakeTimers();
  const refusals = new Refusals();
  const lines: string[] = [];
  const isOurs = ({ origin }: { origin: { key: string } }) => origin.key === ours;
  const receiver = new SapReceiver({
    ...{ table, counters, refusals, timers, isOurs },
    log: (line) => lines.push(line),
  });
  const send = (text: string, sender = '10.0.0.1', isDeletion = false, hash = sapHash(text)) =>
    receiver.take(encodeSap({ isDeletion, hash, origin: sender, text }), sender, sender === '10.0.0.99');
  const sessions = () => table.observe().flatMap(({ value }) => (value === null ? [] : [value as Session]));
  const refused = () => refusals.observe().value as readonly Refusal[];
  return { table, counters, timers, lines, receiver, refused, send, sessions };
}

const numbered = (index: number) => aes67.replace('1311738121', String(index + 1));

test('an announced session has a slot, until it is deleted by the hash of its packet', () => {
  const { send, sessions, table } = listen();
  send(aes67);
  expect(sessions()).toMatchObject([
    { name: 'Stage left I/O', device: '192.168.1.1', address: '192.168.1.1', via: ['sap'], version: '1311738121' },
  ]);
  expect(sessions()[0]?.streams[0]?.id).toBe(`${sessions()[0]?.id}-1`);
  expect(table.observe()[0]).toMatchObject({ path: '/netaudio/sessions/1', field: 'session', state: 'applied' });
  send('', '10.0.0.1', true, sapHash(aes67));
  expect(sessions()).toEqual([]);
  expect(table.observe()[0]?.value).toBeNull();
});

test('a deletion by the origin alone counts, and one from another sender does not', () => {
  const { send, sessions } = listen();
  send(aes67);
  send(aes67, '10.0.0.2', true);
  expect(sessions()).toHaveLength(1);
  send('o=- 1311738121 1 IN IP4 192.168.1.1\r\n', '10.0.0.1', true, 0);
  expect(sessions()).toEqual([]);
});

test('a deletion of a sender with session ids of 0 ends the session with its text', () => {
  const { send, sessions } = listen();
  const other = pipewire03.replaceAll('239.69.1.1', '239.69.1.2');
  send(pipewire03, '10.0.0.1', false, 0);
  send(other, '10.0.0.1', false, 0);
  expect(sessions()).toHaveLength(2);
  send(other, '10.0.0.1', true, 0);
  expect(sessions().map(({ streams }) => streams[0]?.paths[0]?.address)).toEqual(['239.69.1.1']);
});

test('a new version keeps id and slot, and an older one that another sender still repeats does not come back', () => {
  const { send, sessions } = listen();
  send(aes67);
  const [before] = sessions();
  const newer = aes67.replace('1311738121 1311738121', '1311738121 1311738122').replace('left', 'right');
  send(newer);
  send(aes67, '10.0.0.2');
  expect(sessions()).toMatchObject([{ id: before?.id, name: 'Stage right I/O', version: '1311738122' }]);
  send(newer, '10.0.0.1', true);
  expect(sessions()).toMatchObject([{ id: before?.id, name: 'Stage left I/O' }]);
});

test('a session ends ten intervals after it was last heard, and not within 60 s', () => {
  const { send, sessions, timers, receiver } = listen();
  send(aes67);
  timers.advance(3_000);
  send(aes67);
  timers.advance(60_000);
  receiver.expire();
  expect(sessions()).toHaveLength(1);
  timers.advance(1);
  receiver.expire();
  expect(sessions()).toEqual([]);
});

test('a session that was heard once ends after ten usual intervals, one with long intervals after an hour at most', () => {
  const { send, sessions, timers, receiver } = listen();
  send(aes67);
  send(dante);
  timers.advance(300_000);
  receiver.expire();
  expect(sessions()).toHaveLength(2);
  send(dante);
  timers.advance(1);
  receiver.expire();
  expect(sessions().map(({ name }) => name)).toEqual(['AOIP44-serial-1614 : 2']);
  timers.advance(1_000_000);
  send(dante);
  timers.advance(3_600_000);
  receiver.expire();
  expect(sessions()).toHaveLength(1);
  timers.advance(1);
  receiver.expire();
  expect(sessions()).toEqual([]);
});

test('with 256 sessions a newcomer is refused and counted, until one of them ends', () => {
  const { send, sessions, counters, timers, lines, refused } = listen();
  for (let index = 0; index < 257; index++) {
    timers.advance(100);
    send(numbered(index));
  }
  expect(sessions()).toHaveLength(256);
  expect([counters.of('sapPackets'), counters.of('sapRefused')]).toEqual([257, 1]);
  expect(lines).toEqual(['a session that 10.0.0.1 announces is refused: there are 256 sessions already']);
  const reason = 'there are 256 sessions already';
  expect(refused()).toEqual([{ address: '10.0.0.1', via: 'sap', reason, count: 1, atMs: timers.wallMs() }]);
  send(numbered(3), '10.0.0.1', true);
  send(numbered(256));
  expect(sessions()).toHaveLength(256);
  expect(counters.of('sapRefused')).toBe(1);
});

test('a sender that floods is refused, and others are heard', () => {
  const { send, sessions, counters } = listen();
  for (let index = 0; index < 1_000; index++) send('no description', '10.0.0.7');
  expect([counters.of('sdpRefused'), counters.of('sapRefused')]).toEqual([512, 488]);
  send(aes67);
  expect(sessions()).toHaveLength(1);
});

test("a stranger can't announce with the origin of a session of ours, and what the desk announces is marked", () => {
  const { send, sessions, counters } = listen('- 1311738121 192.168.1.1');
  send(aes67);
  expect([sessions().length, counters.of('sapRefused')]).toEqual([0, 1]);
  send(aes67, '10.0.0.99');
  expect(sessions()).toMatchObject([{ ours: true }]);
});

test('300 sessions of one address leave a place for each device that comes later, and what lost its place is forgotten', () => {
  const { send, sessions, receiver, table, counters } = listen();
  for (let index = 0; index < 300; index++) send(numbered(index), '10.0.0.7');
  expect([sessions().length, counters.of('sapRefused')]).toEqual([256, 44]);
  send(dante, '10.0.0.2');
  expect(sessions().map(({ name }) => name)).toContain('AOIP44-serial-1614 : 2');
  expect(table.crowd).toMatchObject({ path: '/netaudio', field: 'crowd', value: { address: '10.0.0.7', without: 45 } });
  receiver.expire();
  // Announced again by the same address, the session finds no place.
  send(numbered(255), '10.0.0.7');
  expect(counters.of('sapRefused')).toBe(45);
  expect(sessions()).toHaveLength(256);
});
