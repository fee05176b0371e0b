import { expect, test } from 'vitest';
import { FakeTimers } from '../timers-double.ts';
import { Browser } from './browser.ts';
import { sessionType } from './names.ts';
import type { Answer, Question } from './records.ts';

const name = 'Stage left._rtsp._tcp.local';
const pointer = (ttl = 4_500, data = name): Answer => ({ name: sessionType, type: 'PTR', ttl, data });
const service = (ttl = 120, target = 'Stage.local'): Answer => {
  return { name, type: 'SRV', ttl, data: { target, port: 554, priority: 0, weight: 0 } };
};
const host = (data = '10.77.0.2', ttl = 120): Answer => ({ name: 'stage.local', type: 'A', ttl, data });

function browse() {
  const timers = new FakeTimers();
  const asked: { atMs: number; questions: string[]; known: number }[] = [];
  const ask = (questions: Question[], known: Answer[]) => {
    const words = questions.map((question) => `${question.type} ${question.name}`);
    asked.push({ atMs: timers.nowMs(), questions: words, known: known.length });
  };
  const refused: string[] = [];
  const browser = new Browser({
    refused: (sender, reason) => refused.push(`${sender}: ${reason}`),
    nowMs: () => timers.nowMs(),
    ask,
    isReachable: (address) => address.startsWith('10.77.'),
  });
  timers.every(250, () => browser.tick());
  const hear = (...answers: Answer[]) => browser.take({ answers, additionals: [] }, '10.77.0.2');
  return { timers, browser, asked, hear, refused };
}

test('questions begin at once, and become rare', () => {
  const { timers, asked } = browse();
  timers.advance(200_000);
  expect(asked.map(({ atMs }) => atMs)).toEqual([250, 1_250, 4_250, 13_250, 40_250, 100_250, 160_250]);
  expect(asked[0]?.questions).toEqual(['PTR _ravenna_session._sub._rtsp._tcp.local', 'PTR _rtsp._tcp.local']);
});

test('a scan has the questions begin anew, within a second', () => {
  const { timers, browser, asked } = browse();
  timers.advance(50_000);
  asked.length = 0;
  browser.soon();
  timers.advance(5_000);
  expect(asked.map(({ atMs }) => atMs)).toEqual([51_000, 52_000, 55_000]);
});

test('an instance has a place once its service and its host are known, in whichever order they come', () => {
  const { browser, hear } = browse();
  hear(host(), service(), pointer());
  expect(browser.instances).toEqual([
    { name, port: 554, target: 'Stage.local', address: '10.77.0.2', sender: '10.77.0.2' },
  ]);
});

test('what is missing is asked for, and what is fresh is named so that it is not sent again', () => {
  const { timers, asked, hear, browser } = browse();
  timers.advance(100_000);
  asked.length = 0;
  hear(pointer());
  timers.advance(1_000);
  expect(asked.map(({ questions, known }) => [questions.length, known])).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(asked[1]?.questions).toEqual([`SRV ${name}`]);
  hear(service());
  timers.advance(1_000);
  expect(asked.at(-1)?.questions).toEqual(['A Stage.local']);
  hear(host());
  expect(browser.instances).toHaveLength(1);
});

test('records are asked for again before they expire, and an instance without a host has no place', () => {
  const { timers, asked, hear, browser } = browse();
  hear(pointer(), service(), host());
  timers.advance(119_000);
  expect(browser.instances).toHaveLength(1);
  expect(asked.flatMap(({ questions }) => questions)).toContain(`SRV ${name}`);
  timers.advance(2_000);
  expect(browser.instances).toEqual([]);
});

test('a goodbye takes effect after a second, unless another record contradicts it', () => {
  const { timers, hear, browser } = browse();
  hear(pointer(), service(), host());
  hear(pointer(0));
  timers.advance(750);
  expect(browser.instances).toHaveLength(1);
  hear(pointer());
  timers.advance(2_000);
  expect(browser.instances).toHaveLength(1);
  hear(pointer(0));
  timers.advance(1_250);
  expect(browser.instances).toEqual([]);
});

test('hosts elsewhere, names that are no instances, and port 0 are not taken', () => {
  const { hear, browser } = browse();
  hear(pointer(), service(), host('192.168.1.1'));
  hear(pointer(120, 'printer._ipp._tcp.local'), pointer(120, `${'x'.repeat(250)}._rtsp._tcp.local`));
  hear({ name, type: 'SRV', ttl: 120, data: { target: 'stage.local', port: 0, priority: 0, weight: 0 } });
  hear({ name: '_ipp._tcp.local', type: 'PTR', ttl: 120, data: 'other._rtsp._tcp.local' });
  expect(browser.instances).toEqual([]);
  hear(host());
  expect(browser.instances).toHaveLength(1);
});

test('at most 256 instances are known', () => {
  const { hear, browser } = browse();
  for (let index = 0; index < 300; index++) {
    const each = `${index}._rtsp._tcp.local`;
    hear(pointer(120, each), { ...service(), name: each } as Answer, host());
  }
  expect(browser.instances).toHaveLength(256);
});

test('one sender fills the places of all instances, and one that comes later still finds its own', () => {
  const { browser, hear, refused } = browse();
  const named = (index: number) => pointer(4_500, `Stage ${index}._rtsp._tcp.local`);
  hear(pointer(), service(), host());
  hear(...Array.from({ length: 300 }, (_none, index) => named(index)));
  expect(refused).toEqual(Array(45).fill('10.77.0.2: there are 256 sessions by mDNS already'));
  const own = 'Other._rtsp._tcp.local';
  const srv: Answer = { ...service(120, 'other.local'), name: own } as Answer;
  const answers = [pointer(4_500, own), srv, { ...host('10.77.0.3'), name: 'other.local' } as Answer];
  browser.take({ answers, additionals: [] }, '10.77.0.3');
  expect(browser.instances.map(({ address }) => address)).toEqual(['10.77.0.2', '10.77.0.3']);
  expect(refused).toHaveLength(45);
});
