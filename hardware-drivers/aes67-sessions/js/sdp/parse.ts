// A description of a session (RFC 8866) as AES67, ST 2110-30, RAVENNA, PipeWire, GStreamer's users and ffmpeg write it.
import { addressNumber, isHost } from '../address.ts';
import { cleanText } from '../clean-text.ts';
import type { SessionStream } from '../session.ts';
import { bare, SdpProblem, type Section, sectionsOf } from './lines.ts';
import { type Medium, mediumOf } from './medium.ts';

export interface Origin {
  /** Username, session id and address: what stays over all versions. */
  readonly key: string;
  /** Numerals */
  readonly version: string;
  /** Of the sender; '' where none is named that a host can have. */
  readonly address: string;
}

export interface Description {
  readonly origin: Origin;
  readonly name: string;
  /** At least one. */
  readonly streams: readonly Omit<SessionStream, 'id'>[];
}

const mostStreams = 16;

/** Throws SdpProblem, in words. */
export function parseSdp(text: string): Description {
  const { session, media } = sectionsOf(text);
  const found = media.flatMap((each) => mediumOf(each, session) ?? []);
  const streams = joinDoubled(found, session);
  const [first] = streams;
  if (!first) throw new SdpProblem('it has no audio over RTP');
  if (streams.length > mostStreams) throw new SdpProblem(`it has more than ${mostStreams} streams`);
  const name = cleanText(session.first('s') ?? '');
  const { hasId, ...origin } = originOf(session.first('o') ?? '');
  // Session id 0 is that of every session of some senders (PipeWire 0.3, ffmpeg).
  const [path] = first.paths;
  const key = hasId ? origin.key : `${origin.key} ${name} ${path?.address}:${path?.port}`;
  return { origin: { ...origin, key }, name, streams };
}

/** The origin alone, of a deletion, which may have no more than that line; undefined when it has none. */
export function originLine(text: string): Origin | undefined {
  const line = /^(?:v=0\s*)?o=([^\r\n]{1,512})/.exec(bare(text))?.[1];
  try {
    return line === undefined ? undefined : originOf(line);
  } catch {
    return undefined;
  }
}

/** Some senders have spaces in the name of their user, against the standard: the key has none there, so that no other origin is the same. */
function originOf(line: string): Origin & { readonly hasId: boolean } {
  const match = /^(\S.{0,63}?) +(\d{1,20}) +(\d{1,20}) +IN +(IP[46]) +(\S{1,128})$/.exec(line.trim());
  if (!match) throw new SdpProblem('its origin, the line o=, is not six words');
  const [, name = '', id, version = '', , host = ''] = match;
  const user = name.replace(/\s/g, '\t');
  const address = isHost(addressNumber(host) ?? 0) ? host : '';
  return { key: `${user} ${id} ${host}`, version, address, hasId: id !== '0' };
}

/** The two media of a group DUP (RFC 7104, 4.2) are one stream with two paths. */
function joinDoubled(media: readonly Medium[], session: Section): readonly Omit<SessionStream, 'id'>[] {
  const groups = session.attributes('group').flatMap((group) => {
    const [semantics, ...mids] = group.split(/ +/, 8);
    return semantics === 'DUP' ? [mids] : [];
  });
  const seconds = new Map<Medium, Medium>();
  for (const group of groups) {
    const [one, other] = group.flatMap((mid) => media.find((each) => each.mid === mid) ?? []);
    if (one && other && one !== other) seconds.set(one, other);
  }
  const joined = new Set(seconds.values());
  return media
    .filter((each) => !joined.has(each))
    .map((each) => {
      const other = seconds.get(each);
      if (!other) return each.stream;
      if (formatText(each) !== formatText(other)) throw new SdpProblem('the two paths of a group DUP differ in format');
      return { ...each.stream, paths: [...each.stream.paths.slice(0, 1), ...other.stream.paths.slice(0, 1)] };
    });
}

function formatText({ stream: { encoding, rateHz, channels, payloadType, packetTimeUs } }: Medium): string {
  return [encoding, rateHz, channels, payloadType, packetTimeUs].join(' ');
}
