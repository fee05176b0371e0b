import { expect, test } from 'vitest';
import { Counters } from '../counters.ts';
import { type Refusal, Refusals } from '../refusals.ts';
import { aes67, dante } from '../sdp/dialects-fixture.ts';
import type { Session } from '../session.ts';
import { SessionTable } from '../session-table.ts';
import { FakeTimers } from '../timers-double.ts';
import { Descriptions } from './descriptions.ts';

const instanceOf = (index: number) => {
  return {
    name: `Stage ${index}._rtsp._tcp.local`,
    port: 554,
    target: 'stage.local',
    address: '10.77.0.2',
    sender: '10.77.0.2',
  };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));

function ask(answer: (path: string) => Promise<string>, ours = '') {
  const table = new SessionTable();
  const counters = new Counters();
  const timers = new FakeTimers();
  const refusals = new Refusals();
  const asked: string[] = [];
  const local = { name: 'eth1', address: '10.77.0.5', netmask: '255.255.255.0', mac: '' };
  const descriptions = new Descriptions({
    ...{ table, counters, refusals, timers, local: () => local, log: () => {} },
    isOurs: ({ origin }) => origin.key === ours,
    describe: ({ path, localAddress }) => {
      asked.push(`${timers.nowMs()} ${localAddress} ${path}`);
      return answer(path);
    },
  });
  const pass = async (ms: number, instances: readonly ReturnType<typeof instanceOf>[]) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      timers.advance(1_000);
      descriptions.tick(instances);
      await settle();
    }
  };
  const sessions = () => table.observe().flatMap(({ value }) => (value === null ? [] : [value as Session]));
  const refused = () => refusals.observe().value as readonly Refusal[];
  return { descriptions, asked, pass, sessions, counters, refused };
}

test('an instance is described, again each minute, and its session ends with it', async () => {
  let text = aes67;
  const { asked, pass, sessions } = ask(() => Promise.resolve(text));
  await pass(1_000, [instanceOf(1)]);
  expect(asked).toEqual(['1000 10.77.0.5 /by-name/Stage%201']);
  expect(sessions()).toMatchObject([{ name: 'Stage left I/O', device: 'stage', via: ['mdns'] }]);
  text = dante;
  await pass(60_000, [instanceOf(1)]);
  expect(sessions().map(({ name }) => name)).toEqual(['AOIP44-serial-1614 : 2']);
  await pass(1_000, []);
  expect(sessions()).toEqual([]);
});

test('at most eight are asked at once', async () => {
  const { asked, pass } = ask(() => new Promise(() => {}));
  await pass(
    10_000,
    Array.from({ length: 20 }, (_none, index) => ({ ...instanceOf(index), address: `10.77.0.${index + 2}` })),
  );
  expect(asked).toHaveLength(8);
});

test('a host that answers nothing holds up no other: two of its sessions are asked for at once', async () => {
  const { asked, pass } = ask(() => new Promise(() => {}));
  const silent = Array.from({ length: 20 }, (_none, index) => instanceOf(index));
  await pass(1_000, [...silent, { ...instanceOf(99), address: '10.77.0.9' }]);
  expect(asked.map((each) => each.split('/').at(-1))).toEqual(['Stage%200', 'Stage%201', 'Stage%2099']);
});

test('a neighbour with many sessions at ever new places, which answer nothing, holds up no other neighbour', async () => {
  const { asked, pass } = ask(() => new Promise((_resolve, reject) => setImmediate(reject, new Error('no answer'))));
  for (let second = 0; second < 20; second++) {
    const moving = Array.from({ length: 200 }, (_none, index) => {
      return { ...instanceOf(index), sender: '10.77.0.66', address: `10.77.0.${index + 2}`, port: 1_000 + second };
    });
    await pass(1_000, [...moving, { ...instanceOf(999), address: '10.77.0.250', sender: '10.77.0.250' }]);
  }
  const others = asked.filter((each) => each.endsWith('999')).map((each) => Number(each.split(' ')[0]) / 1_000);
  expect(others).toEqual([1, 16]);
  expect(asked.length).toBeGreaterThan(100);
});

test('what fails is counted and asked ever more rarely, and the session that was known stays', async () => {
  let fails = false;
  const { asked, pass, sessions, counters } = ask(() =>
    fails ? Promise.reject(new Error('no')) : Promise.resolve(aes67),
  );
  await pass(1_000, [instanceOf(1)]);
  fails = true;
  await pass(400_000, [instanceOf(1)]);
  expect(asked.map((line) => Number(line.split(' ')[0]) / 1_000)).toEqual([1, 61, 76, 106, 166, 286]);
  expect([counters.of('rtspRefused'), sessions().length]).toEqual([5, 1]);
});

test('no description, and one with the origin of a session of ours from elsewhere, is refused and counted', async () => {
  const { pass, sessions, counters } = ask(
    (path) => Promise.resolve(path.endsWith('1') ? '<html>' : aes67),
    '- 1311738121 192.168.1.1',
  );
  await pass(1_000, [instanceOf(1), instanceOf(2)]);
  expect([sessions().length, counters.of('sdpRefused'), counters.of('rtspRefused')]).toEqual([0, 1, 1]);
});

test('an answer that comes after the end changes nothing', async () => {
  let answer = (_text: string) => {};
  const { descriptions, pass, sessions } = ask(() => new Promise((resolve) => (answer = resolve)));
  await pass(1_000, [instanceOf(1)]);
  descriptions.close();
  answer(aes67);
  await settle();
  expect(sessions()).toEqual([]);
});
