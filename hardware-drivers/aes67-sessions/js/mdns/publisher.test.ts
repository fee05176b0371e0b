import { expect, test } from 'vitest';
import { FakeTimers } from '../timers-double.ts';
import { allTypes, rtspType, sessionType } from './names.ts';
import { Publisher } from './publisher.ts';
import type { Answer } from './records.ts';

const local = { name: 'eth1', address: '10.77.0.5', netmask: '255.255.255.0', mac: '00:1d:c1:12:34:56' };
const from = { address: '10.77.0.9', port: 5353 };

function publish(names: Record<string, string>) {
  const timers = new FakeTimers();
  const sent: string[] = [];
  const answers: { records: Answer[]; to?: { port: number; address: string; id: number } }[] = [];
  const publisher = new Publisher({
    ...{ local, hostName: 'foh', nowMs: () => timers.nowMs() },
    probe: (asked) => sent.push(`${timers.nowMs()} probes ${asked.join(' ')}`),
    respond: (records, additionals, to) => {
      answers.push({ records: [...records, ...additionals], to });
      const ttl = records.every((record) => 'ttl' in record && record.ttl === 0) ? 'takes back' : 'says';
      sent.push(`${timers.nowMs()} ${ttl} ${records.map(({ type }) => type).join(' ')}`);
    },
  });
  publisher.port = 8_554;
  publisher.publish(new Map(Object.entries(names)));
  timers.every(250, () => publisher.tick());
  const ask = (name: string, type: string, known: Answer[] = [], port = 5_353) => {
    answers.length = 0;
    publisher.answer({ id: 7, questions: [{ name, type: type as 'A' }], answers: known }, { ...from, port });
    return answers.flatMap(({ records }) => records.map((record) => `${record.type} ${record.name}`));
  };
  const hear = (...records: Answer[]) => publisher.conflict({ answers: records, additionals: [] });
  return { timers, publisher, sent, answers, ask, hear };
}

const service = (name: string, target: string): Answer => {
  return { name: `${name}.${rtspType}`, type: 'SRV', ttl: 120, data: { target, port: 1, priority: 0, weight: 0 } };
};

test('a name is probed three times before it is announced, twice', () => {
  const { timers, sent, ask } = publish({ 'aes67/main': 'Stage left' });
  timers.advance(500);
  expect(ask(rtspType, 'PTR')).toEqual([]);
  timers.advance(5_000);
  const probe = 'probes Stage left._rtsp._tcp.local rowdesk-foh.local';
  const records = 'says PTR PTR PTR SRV TXT A';
  expect(sent).toEqual([`250 ${probe}`, `500 ${probe}`, `750 ${probe}`, `1000 ${records}`, `2000 ${records}`]);
});

test('a question is answered with what belongs to it, once in a second, and not with what the asker knows', () => {
  const { timers, ask } = publish({ 'aes67/main': 'Stage left' });
  timers.advance(10_000);
  const own = ['SRV Stage left._rtsp._tcp.local', 'TXT Stage left._rtsp._tcp.local', 'A rowdesk-foh.local'];
  expect(ask(sessionType.toUpperCase(), 'PTR')).toEqual([`PTR ${sessionType}`, ...own]);
  expect(ask(sessionType, 'PTR')).toEqual([]);
  timers.advance(1_000);
  const known: Answer[] = [{ name: sessionType, type: 'PTR', ttl: 4_000, data: `Stage left.${rtspType}` }];
  expect(ask(sessionType, 'PTR', known)).toEqual([]);
  expect(ask(allTypes, 'ANY')).toEqual([`PTR ${allTypes}`, ...own]);
  expect(ask('ROWDESK-foh.local', 'A')).toEqual(['A rowdesk-foh.local']);
  expect(ask('other.local', 'A')).toEqual([]);
});

test('a resolver that is no responder is answered directly', () => {
  const { timers, ask, answers } = publish({ 'aes67/main': 'Stage left' });
  timers.advance(10_000);
  ask(rtspType, 'PTR', [], 40_000);
  expect(answers[0]?.to).toEqual({ address: '10.77.0.9', port: 40_000, id: 7 });
});

test('a session that ends says goodbye, but not for the type that others may still have', () => {
  const { timers, publisher, sent } = publish({ 'aes67/main': 'Stage left' });
  timers.advance(10_000);
  sent.length = 0;
  publisher.publish(new Map());
  expect(sent).toEqual(['10000 takes back PTR PTR SRV TXT']);
});

test('two sessions of one name have two names', () => {
  const { publisher } = publish({ 'aes67/a': 'Stage left', 'aes67/b': 'Stage.left', 'aes67/c': 'stage left' });
  expect(['Stage left', 'stage LEFT (2)', 'stage left (3)', 'other'].map((name) => publisher.keyNamed(name))).toEqual([
    'aes67/a',
    'aes67/b',
    'aes67/c',
    undefined,
  ]);
});

test('names that fill a label are told apart by a number, at the desk and beside a neighbour', () => {
  const long = '録音'.repeat(16);
  const { publisher, hear } = publish({ 'aes67/a': long, 'aes67/b': long });
  const [cut, shorter] = [long.slice(0, 21), long.slice(0, 19)];
  expect([cut, `${shorter} (2)`].map((name) => publisher.keyNamed(name))).toEqual(['aes67/a', 'aes67/b']);
  hear(service(cut, 'a.local'));
  expect([cut, `${shorter} (3)`].map((name) => publisher.keyNamed(name))).toEqual([undefined, 'aes67/a']);
});

test('a name that a neighbour has is given up while it is probed, and kept against lesser data later', () => {
  const { timers, publisher, hear } = publish({ 'aes67/main': 'Stage left' });
  hear(service('stage LEFT', 'a.local'));
  expect([publisher.keyNamed('Stage left'), publisher.keyNamed('Stage left (2)')]).toEqual([undefined, 'aes67/main']);
  timers.advance(10_000);
  hear(service('Stage left (2)', 'a.local'), service('Stage left (2)', 'rowdesk-foh.local'));
  expect(publisher.keyNamed('Stage left (2)')).toBe('aes67/main');
  hear(service('Stage left (2)', 'stage.local'));
  expect(publisher.keyNamed('Stage left (3)')).toBe('aes67/main');
});

test('a host of the same name makes the desk take another', () => {
  const { timers, hear, ask } = publish({ 'aes67/main': 'Stage left' });
  hear({ name: 'rowdesk-FOH.local', type: 'A', ttl: 120, data: '10.77.0.5' });
  hear({ name: 'rowdesk-foh.local', type: 'A', ttl: 120, data: '10.77.0.4' });
  timers.advance(10_000);
  expect(ask('rowdesk-foh-2.local', 'A')).toEqual(['A rowdesk-foh-2.local']);
  expect(ask('rowdesk-foh.local', 'A')).toEqual([]);
});
