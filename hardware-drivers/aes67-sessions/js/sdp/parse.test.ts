import { expect, test } from 'vitest';
import type { SessionStream } from '../session.ts';
import { aes67, dante, doubled, ffmpeg, pipewire03, pipewire14, ravenna } from './dialects-fixture.ts';
import { originLine, parseSdp } from './parse.ts';

const only = (text: string) => {
  const { streams } = parseSdp(text);
  expect(streams).toHaveLength(1);
  return streams[0] as Omit<SessionStream, 'id'>;
};

test("the example of AES67 is a stream of eight channels, by its grandmaster's clock", () => {
  const { origin, name } = parseSdp(aes67);
  expect({ origin, name }).toEqual({
    origin: { key: '- 1311738121 192.168.1.1', version: '1311738121', address: '192.168.1.1' },
    name: 'Stage left I/O',
  });
  expect(only(aes67)).toEqual({
    paths: [{ address: '239.0.0.1', port: 5004, source: '', ttl: 32 }],
    ...{ encoding: 'L24', rateHz: 48_000, channels: 8, payloadType: 96, packetTimeUs: 1_000 },
    channelLabels: ['1', '2', '3', '4', '5', '6', '7', '8'],
    clock: { kind: 'ptp', grandmasterId: '39-A7-94-FF-FE-07-CB-D0', domain: 0 },
    mediaClockOffset: 963_214_424,
  });
});

test('Dante and PipeWire name channels behind their count', () => {
  expect(only(dante).channelLabels).toEqual(['TxChan 0', 'TxChan 1']);
  expect(only(pipewire14)).toMatchObject({ channelLabels: ['FL', 'FR'], packetTimeUs: 1_000, mediaClockOffset: 0 });
});

test.each([
  ['Stage left: Vox, Guitar', ['Vox', 'Guitar']],
  ['Vox,Guitar', ['Vox', 'Guitar']],
  ['2 channels: Vox, Vox', ['Vox', 'Vox (2)']],
  ['2 channels: , Guitar', ['1', 'Guitar']],
  ['2 channels: Vox', ['1', '2']],
  ['2 channels: Left Right', ['Left', 'Right']],
  ['3 channels: Left Right', ['1', '2']],
  ['2 channels: Left Right Centre', ['1', '2']],
  ['Left Right', ['1', '2']],
  ['Main mix', ['1', '2']],
  ['\u0007Vox\u202e, Guitar  left', ['Vox', 'Guitar left']],
])('the channels of "i=%s" are %j', (information, labels) => {
  expect(only(dante.replace(/i=2 .*/, `i=${information}`)).channelLabels).toEqual(labels);
});

test.each([
  ['2 channels: PB L, PB R', ['PB L', 'PB R']],
  ['2 channels: Left Right', ['Left', 'Right']],
  ['8 channels: 1, 2, 3, 4, 5, 6, 7, 8', ['1', '2']],
  ['Live from the hall', ['1', '2']],
])('the channels of a session with "i=%s" are %j where its medium names none', (information, labels) => {
  const bare = dante.replace(/i=2 .*\r\n/, '');
  const ofSession = bare.replace('c=IN', `i=${information}\r\nc=IN`);
  expect(only(ofSession).channelLabels).toEqual(labels);
  const both = dante.replace('c=IN', `i=${information}\r\nc=IN`);
  expect(only(both).channelLabels).toEqual(['TxChan 0', 'TxChan 1']);
});

test('one channel has its name of a session only behind a count, and names stand before an order of channels', () => {
  const one = dante.replace(/i=2 .*\r\n/, '').replace('L24/48000/2', 'L24/48000/1');
  const called = (text: string, information: string) =>
    only(text.replace('c=IN', `i=${information}\r\nc=IN`)).channelLabels;
  expect(called(one, 'Live from the hall')).toEqual(['1']);
  expect(called(one, '1 channel: Vox')).toEqual(['Vox']);
  const ordered = dante.replace(/i=2 .*/, 'a=fmtp:97 channel-order=SMPTE2110.(ST)');
  expect(called(ordered, '2 channels: PB L, PB R')).toEqual(['PB L', 'PB R']);
  expect(called(ordered, 'Live from the hall')).toEqual(['L', 'R']);
});

test.each([
  ['a count of groups', aes67.replace('239.0.0.1/32', '239.0.0.1/32/2')],
  ['a count of ports', aes67.replace('audio 5004', 'audio 5004/2')],
  ['zero bytes behind it', `${aes67}\0\0\0rest of a buffer`],
  ['a byte order mark', `\ufeff${aes67}`],
  ['empty lines before it', `\r\n${aes67}`],
])('a description with %s is read', (_what, text) => {
  expect(parseSdp(text)).toEqual(parseSdp(aes67));
});

test('a user with spaces is read, and its session is that of no other origin', () => {
  const of = (line: string) => parseSdp(aes67.replace(/o=.*/, `o=${line}`)).origin;
  expect(of('Front of house 7 8 IN IP4 10.0.0.1')).toMatchObject({ version: '8', address: '10.0.0.1' });
  expect(originLine('o=Front of house 7 9 IN IP4 10.0.0.1')?.key).toBe(of('Front of house 7 8 IN IP4 10.0.0.1').key);
  expect(of('a 7 7 8 IN IP4 10.0.0.1').key).not.toBe(of('a 7 8 IN IP4 10.0.0.1').key);
  // The name and group of a session that has no number of its own, as the origin of another one.
  const named = parseSdp(aes67.replace(/o=.*/, 'o=- 0 1 IN IP4 10.0.0.1').replace(/s=.*/, 's=Stage 5'));
  expect(of('- 0 10.0.0.1 Stage 5 9 IN IP4 239.0.0.1:5004').key).not.toBe(named.origin.key);
});

test('RAVENNA says domain, packet and media clock in its own words', () => {
  expect(only(ravenna)).toMatchObject({
    paths: [{ address: '239.1.15.52', port: 5004, source: '192.168.15.52', ttl: 15 }],
    ...{ encoding: 'L16', rateHz: 96_000, packetTimeUs: 63, mediaClockOffset: 7 },
    clock: { kind: 'ptp', grandmasterId: '', domain: 3 },
  });
});

test('a sender whose session id is always 0 is told from its other sessions by name and address', () => {
  expect(parseSdp(pipewire03).origin.key).toBe('user 0 10.77.0.1 PipeWire RTP Stream on stage 239.69.1.1:46000');
  expect(parseSdp(ffmpeg).origin).toMatchObject({ key: '- 0 127.0.0.1 No Name 239.7.7.7:5004', address: '' });
});

test('what ffmpeg does not say is not known', () => {
  const clock = { kind: 'unknown', grandmasterId: '', domain: null };
  expect(only(ffmpeg)).toMatchObject({ packetTimeUs: 0, clock, mediaClockOffset: null, channelLabels: ['1', '2'] });
});

test('the two media of a group DUP are one stream with two paths, and its channels have the names of their order', () => {
  const stream = only(doubled);
  expect(stream.paths).toEqual([
    { address: '239.10.0.1', port: 5004, source: '192.168.10.2', ttl: 64 },
    { address: '239.20.0.1', port: 5006, source: '192.168.20.2', ttl: 64 },
  ]);
  expect(stream.channelLabels).toEqual(['L', 'R', 'C', 'LFE', 'Ls', 'Rs', 'L (7)', 'R (8)']);
  expect(stream).toMatchObject({ packetTimeUs: 125, clock: { domain: 127 } });
});

test('two senders of one group that are marked as copies are two paths', () => {
  const text = aes67.replace(
    'a=recvonly',
    'a=source-filter: incl IN IP4 239.0.0.1 198.51.100.1 198.51.100.2\r\na=ssrc-group:DUP 1000 1010',
  );
  expect(only(text).paths.map(({ address, source }) => [address, source])).toEqual([
    ['239.0.0.1', '198.51.100.1'],
    ['239.0.0.1', '198.51.100.2'],
  ]);
});

test.each([
  ['48000', '1', undefined, 1_000],
  ['48000', '0.125', undefined, 125],
  ['48000', '0.12', undefined, 125],
  ['48000', '0.33', undefined, 333],
  ['48000', '4', undefined, 4_000],
  ['44100', '1.09', undefined, 1_088],
  ['44100', '1', '48', 1_088],
  ['48000', '0.12500000000000', undefined, 125],
  ['48000', '.333333333333333333', undefined, 333],
  ['48000', '1.', undefined, 1_000],
  ['48000', 'x', undefined, 0],
  ['48000', '.', undefined, 0],
])('at %s Hz ptime %s and framecount %s are packets of %s us', (rate, ptime, frames = '', packetTimeUs) => {
  const count = frames === '' ? '' : `\r\na=framecount:${frames}`;
  const text = aes67.replace('L24/48000', `L24/${rate}`).replace('a=ptime:1', `a=ptime:${ptime}${count}`);
  expect(only(text).packetTimeUs).toBe(packetTimeUs);
});

test.each([
  ['localmac=00-1D-C1-12-34-56', { kind: 'local', grandmasterId: '', domain: null }],
  ['ptp=IEEE1588-2008:traceable', { kind: 'ptp', grandmasterId: '', domain: null }],
  [
    'ptp=IEEE1588-2019:39-a7-94-ff-fe-07-cb-d0:domain-nmbr=9',
    { kind: 'ptp', grandmasterId: '39-A7-94-FF-FE-07-CB-D0', domain: 9 },
  ],
  [
    'ptp=IEEE1588-2008:39-A7-94-FF-FE-07-CB-D0:128',
    { kind: 'ptp', grandmasterId: '39-A7-94-FF-FE-07-CB-D0', domain: null },
  ],
  ['ptp=IEEE1588-2008:39-A7', { kind: 'unknown', grandmasterId: '', domain: null }],
  ['ntp=203.0.113.10', { kind: 'unknown', grandmasterId: '', domain: null }],
])('the clock of ts-refclk:%s is %j', (reference, clock) => {
  expect(only(aes67.replace(/ptp=IEEE.*/, reference)).clock).toEqual(clock);
});

test.each([
  ['an address of the link', aes67.replaceAll('239.0.0.1', '224.0.0.251'), 'no stream can go to 224.0.0.251'],
  ['this computer', aes67.replaceAll('239.0.0.1', '127.0.0.1'), 'no stream can go to 127.0.0.1'],
  ['no number', aes67.replaceAll('239.0.0.1', '239.0.0.01'), 'no stream can go to 239.0.0.01'],
  ['IPv6', aes67.replace('IN IP4 239.0.0.1/32', 'IN IP6 ff0e::1'), 'its address is not one of IPv4'],
  ['port 80', aes67.replace('audio 5004', 'audio 80'), 'port 80 is not from 1024 to 65535'],
  ['65 channels', aes67.replace('L24/48000/8', 'L24/48000/65'), 'a stream has 65 channels; the desk takes 1 to 64'],
  ['no channels', aes67.replace('L24/48000/8', 'L24/48000/0'), 'a stream has 0 channels; the desk takes 1 to 64'],
  ['a rate of 0', aes67.replace('L24/48000/8', 'L24/0/8'), 'its rate, 0 Hz, is not from 8000'],
  ['payload type 200', aes67.replace('AVP 96', 'AVP 200'), 'payload type 200 is not from 0 to 127'],
  ['no rtpmap', aes67.replace(/a=rtpmap.*\r\n/, ''), 'nothing says what payload type 96 is'],
  ['no address', aes67.replace(/c=.*\r\n/, ''), 'it names no address'],
  ['no origin', aes67.replace(/o=.*\r\n/, ''), 'its origin, the line o=, is not six words'],
  ['no audio', aes67.replace('m=audio', 'm=video'), 'it has no audio over RTP'],
  ['audio that is switched off', aes67.replace('audio 5004', 'audio 0'), 'it has no audio over RTP'],
  ['paths that differ', doubled.replace('L24/48000/8', 'L16/48000/8'), 'the two paths of a group DUP differ in format'],
  ['a long line', aes67.replace('s=Stage', `s=${'x'.repeat(5_000)}`), 'a line is longer than 4096 characters'],
  ['many media', aes67 + 'm=audio 0 RTP/AVP 96\r\n'.repeat(32), 'it has more than 32 media'],
  ['many lines', aes67 + 'a=x\r\n'.repeat(3_000), 'it has more than 2048 lines'],
  ['a long text', aes67 + 'x'.repeat(70_000), 'it is longer than 65536 characters'],
  ['a web page', '<html>', 'its first line is not v=0'],
  ['a line of nothing', `${aes67}nothing\r\n`, 'a line does not begin with a letter and an equals sign'],
])('%s is refused in words', (_what, text, words) => {
  expect(() => parseSdp(text)).toThrow(words);
});

test('a deletion may have the origin only', () => {
  expect(originLine('o=- 7 8 IN IP4 10.0.0.1')?.key).toBe('- 7 10.0.0.1');
  expect(originLine(aes67)?.key).toBe('- 1311738121 192.168.1.1');
  expect([originLine(''), originLine('o=nonsense'), originLine('s=x')]).toEqual([undefined, undefined, undefined]);
});
