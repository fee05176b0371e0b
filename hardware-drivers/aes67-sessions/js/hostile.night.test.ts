// What strangers send by SAP, SDP, mDNS and RTSP, malformed: nothing but counters and slots, each within its bounds.
import type { RemoteInfo } from 'node:dgram';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Counters } from './counters.ts';
import { drawing, malformed } from './drawing-double.ts';
import { FakeNetwork, interfacesOf } from './network-double.ts';
import { Refusals } from './refusals.ts';
import { MessageReader, writeMessage } from './rtsp/message.ts';
import { decodeSap, encodeSap, sapHash } from './sap/packet.ts';
import { SapReceiver } from './sap/receiver.ts';
import { dialects } from './sdp/dialects-fixture.ts';
import { SdpProblem } from './sdp/lines.ts';
import { parseSdp } from './sdp/parse.ts';
import type { Session } from './session.ts';
import { longestSession, SessionTable, slotCount } from './session-table.ts';
import { SessionsPart } from './sessions-part.ts';
import { FakeTimers } from './timers-double.ts';

/** They take some seconds of processor time each, and longer on a busy machine. */
const patient = { timeout: 180_000 };
const seed = Number(process.env.SEED ?? 20_260_902);
const texts = Object.values(dialects);

function isBounded({ streams, name, device, address }: Session): boolean {
  return (
    streams.length >= 1 &&
    streams.length <= 16 &&
    [name, device, address].every((text) => text.length <= 128) &&
    streams.every(
      ({ channels, channelLabels, paths, rateHz, payloadType, packetTimeUs, mediaClockOffset }) =>
        channels >= 1 &&
        channels <= 64 &&
        new Set(channelLabels).size === channels &&
        channelLabels.every((label) => label.length > 0 && label.length <= 140 && !/[\p{Cc}]/u.test(label)) &&
        paths.length >= 1 &&
        paths.length <= 2 &&
        paths.every(({ port, ttl }) => port >= 1_024 && port <= 65_535 && ttl >= 0 && ttl <= 255) &&
        rateHz >= 8_000 &&
        rateHz <= 384_000 &&
        payloadType <= 127 &&
        packetTimeUs >= 0 &&
        packetTimeUs <= 1_250_000 &&
        (mediaClockOffset === null || mediaClockOffset < 2 ** 32),
    )
  );
}

test(
  '100,000 malformed packets of SAP fill at most 256 bounded slots, and each refused one is counted',
  patient,
  () => {
    const draw = drawing(seed);
    const table = new SessionTable();
    const counters = new Counters();
    const timers = new FakeTimers();
    const receiver = new SapReceiver({
      ...{ table, counters, refusals: new Refusals(), timers },
      ...{ isOurs: () => false, log: () => {} },
    });
    let most = 0;
    let heard = 0;
    for (let index = 0; index < 100_000; index++) {
      const text = texts[draw(texts.length)] as string;
      const own = text.replace(/o=(\S+) \d+/, (line, user) => (draw(2) === 0 ? line : `o=${user} ${draw(1_000)}`));
      const packet = encodeSap({ isDeletion: draw(8) === 0, hash: sapHash(own), origin: '10.0.0.1', text: own });
      receiver.take(draw(10) === 0 ? packet : malformed(draw, packet), `10.0.0.${draw(250)}`, false);
      timers.advance(4);
      if (index % 1_000 !== 0) continue;
      receiver.expire();
      const sessions = table.observe().flatMap(({ value }) => (value === null ? [] : [value as Session]));
      expect(sessions.filter((session) => !isBounded(session))).toEqual([]);
      expect(sessions.every((session) => JSON.stringify(session).length <= longestSession)).toBe(true);
      most = Math.max(most, sessions.length);
      heard += sessions.length;
    }
    expect(counters.of('sapPackets')).toBe(100_000);
    expect(counters.of('sapRefused')).toBeGreaterThan(1_000);
    expect(counters.of('sdpRefused')).toBeGreaterThan(1_000);
    expect(most).toBeLessThanOrEqual(slotCount);
    expect(heard).toBeGreaterThan(1_000);
    timers.advance(3_600_001);
    receiver.expire();
    expect(table.observe().filter(({ value }) => value !== null)).toEqual([]);
  },
);

test('100,000 malformed descriptions are read within bounds, or refused in words', patient, () => {
  const draw = drawing(seed + 1);
  const table = new SessionTable();
  let refused = 0;
  for (let index = 0; index < 100_000; index++) {
    const text = malformed(draw, Buffer.from(texts[draw(texts.length)] as string)).toString('utf8');
    try {
      const description = parseSdp(text);
      const hearing = { via: 'mdns', sender: '10.0.0.1', description, host: '', ours: false, seenAtMs: 0 } as const;
      table.hear(hearing);
      expect(isBounded(table.observe()[0]?.value as Session)).toBe(true);
      table.forget(hearing);
    } catch (error) {
      if (!(error instanceof SdpProblem)) throw error;
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(10_000);
  expect(refused).toBeLessThan(90_000);
});

const line = fc
  .tuple(fc.constantFrom(...'vosictma'), fc.string({ maxLength: 60 }))
  .map(([type, value]) => `${type}=${value}`);
const parts = texts.flatMap((text) => text.split(/\r?\n/));
const description = fc
  .array(fc.oneof(line, fc.constantFrom(...parts)), { maxLength: 60 })
  .map((lines) => ['v=0', 'o=- 1 1 IN IP4 10.0.0.1', ...lines].join('\r\n'));

test('no description makes the parser throw anything but a refusal', patient, () => {
  fc.assert(
    fc.property(description, (text) => {
      try {
        return parseSdp(text).streams.length > 0;
      } catch (error) {
        return error instanceof SdpProblem;
      }
    }),
    { numRuns: 20_000 },
  );
});

test('no bytes make the reader of SAP or of RTSP go beyond its bounds', patient, () => {
  const seeds = [
    encodeSap({ isDeletion: false, hash: 1, origin: '10.0.0.1', text: dialects.aes67 }),
    writeMessage('RTSP/1.0 200 OK', { CSeq: 1, 'Content-Type': 'application/sdp' }, dialects.aes67),
  ];
  const draw = drawing(seed + 2);
  const bounds = { head: 200, body: 1_000 };
  let read = 0;
  for (let index = 0; index < 100_000; index++) {
    const bytes = malformed(draw, seeds[index % 2] as Buffer);
    try {
      if (index % 2 === 0) expect(decodeSap(bytes).text.length).toBeLessThanOrEqual(bytes.length);
      else {
        const reader = new MessageReader(bounds);
        reader.add(bytes);
        const message = reader.next();
        expect(message?.body.length ?? 0).toBeLessThanOrEqual(bounds.body);
        expect(message?.body.length ?? 0).toBeLessThanOrEqual(bytes.length);
      }
      read++;
    } catch (error) {
      expect((error as Error).message).toMatch(/^(it|its|a field) /);
    }
  }
  expect(read).toBeGreaterThan(10_000);
});

test('100,000 malformed packets of mDNS leave the driver as it was, and its sessions published', patient, async () => {
  const draw = drawing(seed + 3);
  const network = new FakeNetwork();
  const timers = new FakeTimers();
  const list = () => interfacesOf({ eth1: '127.0.0.1' });
  const own = { timers, counters: new Counters(), create: network.create, list, hostName: 'foh', random: () => 0.5 };
  const part = new SessionsPart({ ...own, log: () => {}, lastVersion: { read: () => 0, keep: () => {} } });
  part.configure({ audioInterface: 'eth1', secondAudioInterface: '', controlInterface: '', ptpDomain: 0 });
  const stream = {
    ...{ id: 'main', name: 'Stage', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
    paths: [{ address: '239.1.2.3', port: 5004, ttl: 32 }],
    ...{ channelLabels: ['Vox', 'Guitar'], packetTimeUs: 1_000, packetFrames: 48, clock: null },
  };
  part.apply([{ path: '/netaudio/aes67', field: 'announced', value: [stream] }]);
  const isMdns = ({ to }: { to: string }) => to === '224.0.0.251:5353';
  const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
  for (let seconds = 0; seconds < 5; seconds++) {
    timers.advance(1_000);
    await settle();
  }
  const seeds = network.sent.filter(isMdns).map(({ packet }) => packet);
  expect(seeds.length).toBeGreaterThan(5);
  const from: RemoteInfo = { address: '127.0.0.2', port: 5_353, family: 'IPv4', size: 0 };
  for (let index = 0; index < 100_000; index++) {
    const packet = malformed(draw, seeds[draw(seeds.length)] as Buffer);
    network.carry(packet, { ...from, address: `127.0.0.${2 + draw(200)}` }, '224.0.0.251', 5_353);
    timers.advance(5);
    if (index % 1_000 !== 0) continue;
    network.sent.length = 0;
    await settle();
  }
  expect(own.counters.of('mdnsAnswers')).toBeGreaterThan(5_000);
  network.sent.length = 0;
  timers.advance(100_000);
  await settle();
  part.apply([{ path: '/netaudio/aes67', field: 'announced', value: [] }]);
  await settle();
  expect(network.sent.filter(isMdns).length).toBeGreaterThan(0);
  part.close();
  await settle();
  expect([network.sockets.size, timers.timers]).toEqual([0, 0]);
});
