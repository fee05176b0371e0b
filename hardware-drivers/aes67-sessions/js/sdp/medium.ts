// One medium of a description as a stream: format, packets, paths.
import { addressNumber, isForStreams, isHost, isMulticast } from '../address.ts';
import type { SessionStream, StreamPath } from '../session.ts';
import { clockOf, mediaClockOffsetOf } from './clock.ts';
import { labelsOf } from './labels.ts';
import { SdpProblem, type Section } from './lines.ts';

export interface Medium {
  /** Of `a=mid`; '' without. */
  readonly mid: string;
  readonly stream: Omit<SessionStream, 'id'>;
}

const mostChannels = 64;
/** RFC 3551, table 4: what a payload type is without an rtpmap. */
const staticMaps: Readonly<Record<string, string>> = { 10: 'L16/44100/2', 11: 'L16/44100/1' };

/** Undefined for a medium that is no audio over RTP, and for one that is switched off. Throws SdpProblem. */
export function mediumOf(media: Section, session: Section): Medium | undefined {
  // Of several ports, and below of several groups, the first carries the stream (RFC 8866, 5.7 and 5.14).
  const line = /^audio +(\d{1,5})(?:\/\d{1,5})? +RTP\/AVPF? +(\d{1,3})(?: .*)?$/.exec(media.first('m') ?? '');
  if (!line || line[1] === '0') return undefined;
  const [port, payloadType] = [Number(line[1]), Number(line[2])];
  if (port < 1_024 || port > 65_535) throw new SdpProblem(`port ${port} is not from 1024 to 65535`);
  if (payloadType > 127) throw new SdpProblem(`payload type ${payloadType} is not from 0 to 127`);
  const { encoding, rateHz, channels } = formatOf(media, payloadType);
  const sections = [media, session];
  const channelOrder = /(?:^|[ ;])channel-order=([^; ]*)/.exec(parametersOf(media, payloadType))?.[1];
  return {
    mid: media.attribute('mid') ?? '',
    stream: {
      paths: pathsOf(media, session, port),
      ...{ encoding, rateHz, channels, payloadType },
      packetTimeUs: packetTimeOf(media, rateHz),
      channelLabels: labelsOf(channels, { medium: media.first('i'), session: session.first('i'), channelOrder }),
      clock: clockOf(sections),
      mediaClockOffset: mediaClockOffsetOf(sections),
    },
  };
}

function formatOf(media: Section, payloadType: number) {
  const maps = media.attributes('rtpmap');
  // Some senders number their only map otherwise than their medium.
  const line = maps.find((map) => map.startsWith(`${payloadType} `)) ?? (maps.length === 1 ? maps[0] : undefined);
  const map = line?.replace(/^\d{1,3} +/, '') ?? staticMaps[payloadType];
  if (map === undefined) throw new SdpProblem(`nothing says what payload type ${payloadType} is`);
  const match = /^([A-Za-z0-9._-]{1,16})\/(\d{1,6})(?:\/(\d{1,3}))?$/.exec(map);
  if (!match) throw new SdpProblem('its rtpmap is not an encoding, a rate and a count of channels');
  const [, name = '', rate, count = '1'] = match;
  const [rateHz, channels] = [Number(rate), Number(count)];
  if (rateHz < 8_000 || rateHz > 384_000) throw new SdpProblem(`its rate, ${rateHz} Hz, is not from 8000 to 384000 Hz`);
  if (channels < 1 || channels > mostChannels) {
    throw new SdpProblem(`a stream has ${channels} channels; the desk takes 1 to ${mostChannels}`);
  }
  return { encoding: /^l\d\d$/i.test(name) ? name.toUpperCase() : name, rateHz, channels };
}

function parametersOf(media: Section, payloadType: number): string {
  const line = media.attributes('fmtp').find((each) => each.startsWith(`${payloadType} `)) ?? '';
  return line.slice(line.indexOf(' ') + 1);
}

/** By framecount, which is exact, else by ptime, which AES67 rounds; 0 where neither makes sense. */
function packetTimeOf(media: Section, rateHz: number): number {
  const counted = /^(\d{1,4})(?:-\d{1,4})?$/.exec(media.attribute('framecount') ?? '')?.[1];
  const timed = /^(\d{1,3}(?:\.\d*)?|\.\d+)$/.exec(media.attribute('ptime') ?? '')?.[1];
  const frames = counted === undefined ? Math.round((rateHz * Number(timed ?? 0)) / 1_000) : Number(counted);
  return Math.round((frames * 1e6) / rateHz);
}

function pathsOf(media: Section, session: Section, port: number): readonly StreamPath[] {
  const line = media.first('c') ?? session.first('c');
  if (line === undefined) throw new SdpProblem('it names no address: a line c= is missing');
  const match = /^IN +IP4 +([\d.]{7,15})(?:\/(\d{1,3}))?(?:\/\d{1,5})?$/.exec(line);
  if (!match?.[1]) throw new SdpProblem('its address is not one of IPv4, with the time to live behind a slash');
  const [, address, ttlText = '1'] = match;
  if (!isForStreams(address)) throw new SdpProblem(`no stream can go to ${address}`);
  const ttl = Math.min(Number(ttlText), 255);
  const sources = isMulticast(addressNumber(address) ?? 0) ? sourcesOf([media, session], address) : [];
  // RFC 7104, 4.1: both copies go to one address, from two senders.
  const isDoubled = media.attributes('ssrc-group').some((group) => /^DUP /.test(group)) && sources.length >= 2;
  if (isDoubled) return sources.slice(0, 2).map((source) => ({ address, port, source, ttl }));
  return [{ address, port, source: sources.length === 1 ? (sources[0] as string) : '', ttl }];
}

/** RFC 4570. Of a list that excludes senders nothing follows. */
function sourcesOf(sections: readonly Section[], address: string): readonly string[] {
  for (const section of sections) {
    for (const filter of section.attributes('source-filter')) {
      const [mode, net, type, destination, ...sources] = filter.split(/ +/, 8);
      if (mode !== 'incl' || net !== 'IN' || type !== 'IP4') continue;
      if (destination !== '*' && destination !== address) continue;
      return [...new Set(sources.filter((source) => isHost(addressNumber(source) ?? 0)))];
    }
  }
  return [];
}
