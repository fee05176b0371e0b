import { expect, test } from 'vitest';
import type { Announcement } from '../session.ts';
import { parseSdp } from './parse.ts';
import { writeSdp } from './write.ts';

const announcement: Announcement = {
  ...{ id: 'main', name: 'Stage left', encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97 },
  paths: [{ address: '239.1.2.3', port: 5004, ttl: 32 }],
  channelLabels: ['Vox, lead', ''],
  ...{ packetTimeUs: 333, packetFrames: 16 },
  clock: { grandmasterId: '00-1D-C1-FF-FE-12-34-56', domain: 3 },
};
const sender = { sessionId: '7', version: 9, addresses: ['10.77.0.1', '10.78.0.1'], mac: '00:1d:c1:12:34:56' };

test('a stream is described as AES67 has it', () => {
  expect(writeSdp(announcement, sender).split('\r\n')).toEqual([
    ...['v=0', 'o=- 7 9 IN IP4 10.77.0.1', 's=Stage left', 't=0 0', 'm=audio 5004 RTP/AVP 97'],
    ...['i=2 channels: Vox lead, 2', 'c=IN IP4 239.1.2.3/32', 'a=rtpmap:97 L24/48000/2'],
    ...['a=source-filter: incl IN IP4 239.1.2.3 10.77.0.1', 'a=framecount:16', 'a=ptime:0.333'],
    ...['a=ts-refclk:ptp=IEEE1588-2008:00-1D-C1-FF-FE-12-34-56:3', 'a=mediaclk:direct=0', 'a=recvonly', ''],
  ]);
});

test('two networks, unicast, and what is read back is what was written', () => {
  const paths = [...announcement.paths, { address: '10.78.0.2', port: 5006, ttl: 32 }];
  const text = writeSdp({ ...announcement, paths, clock: null, name: '\r\nm=x' }, sender);
  expect(text).not.toMatch(/^m=x/m);
  expect(parseSdp(text)).toEqual({
    origin: { key: '- 7 10.77.0.1', version: '9', address: '10.77.0.1' },
    name: 'm=x',
    streams: [
      {
        paths: [
          { address: '239.1.2.3', port: 5004, source: '10.77.0.1', ttl: 32 },
          { address: '10.78.0.2', port: 5006, source: '', ttl: 1 },
        ],
        ...{ encoding: 'L24', rateHz: 48_000, channels: 2, payloadType: 97, packetTimeUs: 333 },
        channelLabels: ['Vox lead', '2'],
        clock: { kind: 'local', grandmasterId: '', domain: null },
        mediaClockOffset: 0,
      },
    ],
  });
});
