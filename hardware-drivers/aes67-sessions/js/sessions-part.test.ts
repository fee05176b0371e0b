import { afterEach, expect, test } from 'vitest';
import { Counters } from './counters.ts';
import { FakeNetwork, interfacesOf } from './network-double.ts';
import { decodeSap, encodeSap, sapHash } from './sap/packet.ts';
import { aes67 } from './sdp/dialects-fixture.ts';
import { parseSdp } from './sdp/parse.ts';
import type { Session } from './session.ts';
import { SessionsPart } from './sessions-part.ts';
import { FakeTimers } from './timers-double.ts';

const settings = { audioInterface: '', secondAudioInterface: '', controlInterface: 'lo', ptpDomain: 0 };
const stream = {
  ...{ id: 'main', name: 'Stage', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
  paths: [{ address: '239.1.2.3', port: 5004, ttl: 32 }],
  ...{ channelLabels: ['Vox', 'Guitar'], packetTimeUs: 1_000, packetFrames: 48, clock: null },
};
const announced = (value: unknown, box = 'aes67') => ({ path: `/netaudio/${box}`, field: 'announced', value });
const parts: SessionsPart[] = [];
afterEach(() => {
  for (const part of parts.splice(0)) part.close();
});

function open(addresses: Record<string, string>) {
  const network = new FakeNetwork();
  const timers = new FakeTimers();
  const counters = new Counters();
  const lines: string[] = [];
  const log = (_level: string, line: string) => lines.push(line);
  const { create } = network;
  const list = () => interfacesOf(addresses);
  const lastVersion = { read: () => 0, keep: () => {} };
  const own = { timers, counters, create, list, hostName: 'foh', random: () => 0.5, log, lastVersion };
  const part = new SessionsPart(own);
  parts.push(part);
  part.configure(settings);
  const sap = () =>
    network.sent
      .filter(({ to }) => to === '239.255.255.255:9875')
      .map(({ packet, from }) => ({ ...decodeSap(packet), from }));
  const sessions = () =>
    part.observe().flatMap(({ field, value }) => (field === 'session' && value ? [value as Session] : []));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { network, timers, counters, part, sap, sessions, settle, addresses, lines };
}

test('without an audio interface nothing is opened, sent or waited for', async () => {
  const { network, timers, part, settle } = open({ eth1: '127.0.0.1' });
  expect(part.apply([announced([stream])])).toEqual([]);
  part.configure({ ...settings, secondAudioInterface: 'eth1' });
  await settle();
  timers.advance(60_000);
  expect([network.sockets.size, network.sent.length, timers.timers]).toEqual([0, 0, 0]);
  expect(part.observe().at(-1)).toEqual({ ...announced([stream]), state: 'applied' });
});

test('groups are joined on the audio interfaces only, and streams announced there', async () => {
  const { network, part, sap, settle, sessions } = open({ eth0: '192.168.7.1', eth1: '127.0.0.1', eth2: '127.0.1.1' });
  part.configure({ ...settings, audioInterface: 'eth1', secondAudioInterface: 'eth2' });
  part.apply([announced([stream])]);
  await settle();
  expect(network.memberships).toEqual([
    '224.0.0.251 127.0.0.1',
    ...['224.2.127.254 127.0.0.1', '224.2.127.254 127.0.1.1'],
    ...['239.255.255.255 127.0.0.1', '239.255.255.255 127.0.1.1'],
  ]);
  expect(sap().map(({ from, isDeletion }) => [from, isDeletion])).toEqual([
    ['127.0.0.1', false],
    ['127.0.1.1', false],
  ]);
  expect(parseSdp(sap()[0]?.text ?? '').streams[0]?.channelLabels).toEqual(['Vox', 'Guitar']);
  expect(sessions()).toMatchObject([{ name: 'Stage', ours: true, via: ['sap'] }]);
});

test('an interface that comes later is opened within a second, and one with a new address is opened again', async () => {
  const { network, timers, part, sap, settle, addresses } = open({});
  part.configure({ ...settings, audioInterface: 'eth1' });
  part.apply([announced([stream])]);
  timers.advance(5_000);
  expect(network.sockets.size).toBe(0);
  addresses.eth1 = '127.0.0.1';
  timers.advance(1_000);
  await settle();
  expect(sap()).toHaveLength(1);
  addresses.eth1 = '127.0.0.2';
  timers.advance(1_000);
  await settle();
  expect(new Set(network.memberships.map((each) => each.split(' ')[1]))).toEqual(new Set(['127.0.0.2']));
  expect(parseSdp(sap()[1]?.text ?? '').origin.address).toBe('');
  expect(sap()[1]?.text).toContain('IN IP4 127.0.0.2');
});

test('of two networks one is cut: sessions stay, and what the desk announces on the other has the same origin', async () => {
  const { network, timers, part, sap, sessions, settle, addresses } = open({ eth1: '127.0.0.1', eth2: '127.0.1.1' });
  part.configure({ ...settings, audioInterface: 'eth1', secondAudioInterface: 'eth2' });
  part.apply([announced([stream])]);
  await settle();
  const packet = encodeSap({ isDeletion: false, hash: sapHash(aes67), origin: '127.0.0.9', text: aes67 });
  network.carry(packet, { address: '127.0.0.9', port: 1 }, '239.255.255.255', 9_875);
  const [before] = sap();
  network.sent.length = 0;
  delete addresses.eth1;
  timers.advance(1_000);
  await settle();
  expect(sap().map(({ from, text, isDeletion }) => [from, text, isDeletion])).toEqual([
    ['127.0.1.1', before?.text, false],
  ]);
  expect(sessions().map(({ name }) => name)).toEqual(['Stage', 'Stage left I/O']);
});

test('a stream that ends is deleted; a process that ends takes nothing back', async () => {
  const { network, part, sap, settle } = open({ eth1: '127.0.0.1' });
  part.configure({ ...settings, audioInterface: 'eth1' });
  part.apply([announced([stream, { ...stream, id: 'other' }])]);
  await settle();
  network.sent.length = 0;
  part.apply([announced([stream])]);
  expect(sap().map(({ isDeletion }) => isDeletion)).toEqual([true]);
  network.sent.length = 0;
  part.close();
  await settle();
  expect([network.sent.length, network.sockets.size]).toEqual([0, 0]);
});

test('when the sound of the desk ends all that is announced is taken back, and nothing is announced again', async () => {
  const { network, timers, part, sap, settle } = open({ eth1: '127.0.0.1', eth2: '127.0.1.1' });
  part.configure({ ...settings, audioInterface: 'eth1', secondAudioInterface: 'eth2' });
  part.apply([announced([stream]), announced([stream], 'other')]);
  await settle();
  network.sent.length = 0;
  await part.soundEnds();
  timers.advance(120_000);
  expect(sap().map(({ from, isDeletion }) => [from, isDeletion])).toEqual([
    ...[
      ['127.0.0.1', true],
      ['127.0.1.1', true],
    ],
    ...[
      ['127.0.0.1', true],
      ['127.0.1.1', true],
    ],
  ]);
});

test('an interface that is named no more is left: what was announced there is deleted, what was heard forgotten', async () => {
  const { network, timers, part, sap, sessions, settle } = open({ eth1: '127.0.0.1' });
  part.configure({ ...settings, audioInterface: 'eth1' });
  part.apply([announced([stream])]);
  await settle();
  network.sent.length = 0;
  part.configure(settings);
  await settle();
  expect(sap().map(({ isDeletion }) => isDeletion)).toEqual([true]);
  expect([network.sockets.size, timers.timers, sessions().length]).toEqual([0, 0, 0]);
});

test('a packet from the network of another interface is not heard', async () => {
  const { network, part, sessions, settle, counters } = open({ eth0: '192.168.7.1', eth1: '127.0.0.1' });
  part.configure({ ...settings, audioInterface: 'eth1' });
  await settle();
  const packet = encodeSap({ isDeletion: false, hash: 1, origin: '10.0.0.1', text: aes67 });
  network.carry(packet, { address: '192.168.7.9', port: 1 }, '239.255.255.255', 9_875);
  expect([sessions().length, counters.of('sapPackets')]).toEqual([0, 0]);
  // A router in between: on no network of this computer.
  network.carry(packet, { address: '172.16.0.9', port: 1 }, '239.255.255.255', 9_875);
  expect(sessions()).toHaveLength(1);
});

test.each([
  ['no list', {}, 'announced must be a list'],
  ['65 streams', Array.from({ length: 65 }, () => stream), 'announced has at most 64 streams'],
  ['an id twice', [stream, stream], 'announced has an id twice'],
  ['nothing', [null], 'announced[0].id must be 1 to 32 letters a to z, digits and -'],
  ['65 channels', [{ ...stream, channels: 65 }], 'announced[0].channels must be 1 to 64'],
  ['three paths', [{ ...stream, paths: Array(3).fill(stream.paths[0]) }], 'announced[0].paths must be 1 or 2 of'],
  [
    'a path nowhere',
    [{ ...stream, paths: [{ address: '224.0.0.1', port: 5004, ttl: 1 }] }],
    'announced[0].paths must be',
  ],
  [
    'a strange clock',
    [{ ...stream, clock: { grandmasterId: 'x\r\n', domain: 0 } }],
    'announced[0].clock must be null, or',
  ],
])('%s is refused with the field and its range', (_what, value, reason) => {
  const { part } = open({});
  const [refused] = part.apply([announced(value)]);
  expect(refused).toMatchObject({ path: '/netaudio/aes67', field: 'announced', state: 'refused' });
  expect(refused?.reason).toContain(reason);
  expect(part.observe().filter(({ field }) => field === 'announced')).toEqual([]);
});

test('what is refused stands in a row with its sender and the reason', async () => {
  const { network, part, settle } = open({ eth1: '127.0.0.1' });
  part.configure({ ...settings, audioInterface: 'eth1' });
  await settle();
  const text = aes67.replace('audio 5004', 'audio 80');
  const packet = encodeSap({ isDeletion: false, hash: 1, origin: '127.0.0.9', text });
  network.carry(packet, { address: '127.0.0.9', port: 1 }, '239.255.255.255', 9_875);
  const refused = () => part.observe().find(({ field }) => field === 'refused')?.value;
  expect(refused()).toMatchObject([
    { address: '127.0.0.9', via: 'sap', reason: 'port 80 is not from 1024 to 65535', count: 1 },
  ]);
  part.configure(settings);
  expect(refused()).toEqual([]);
});

test('sessions of subscribed inputs are taken, and no more of them than inputs', () => {
  const { part } = open({});
  const kept = (value: unknown) => ({ path: '/netaudio/aes67', field: 'kept', value });
  expect(part.takes(kept([]))).toBe(true);
  expect(part.apply([kept(['a', 'b'])])).toEqual([]);
  expect(part.observe()).toContainEqual({ ...kept(['a', 'b']), state: 'applied' });
  for (const value of ['a', [1], [''], Array(65).fill('a')]) {
    expect(part.apply([kept(value)])[0]?.reason).toMatch(/^kept must be a list of at most 64 ids/);
  }
});

test('a part takes what boxes announce, and nothing else', () => {
  const { part } = open({});
  expect(part.takes(announced([]))).toBe(true);
  expect(part.takes({ path: '/netaudio/sessions/1', field: 'announced', value: [] })).toBe(false);
  expect(part.takes({ path: '/netaudio/aes67', field: 'transmit', value: [] })).toBe(false);
});
