// The description of a stream that the desk sends: AES67-2018 section 8, ts-refclk and mediaclk of RFC 7273, two paths as
// RFC 7104 has them, names of channels as Dante and PipeWire write them.
import { cleanText } from '../clean-text.ts';
import type { Announcement } from '../session.ts';

export interface Sender {
  /** Decimal, up to 15 digits; the same over restarts. */
  readonly sessionId: string;
  /** Grows with each change. */
  readonly version: number;
  /** Addresses of the interfaces, one per path. */
  readonly addresses: readonly string[];
  /** Of the first interface, `00:1d:c1:12:34:56`. */
  readonly mac: string;
}

export function writeSdp(announcement: Announcement, sender: Sender): string {
  const { paths, name } = announcement;
  const [address = '0.0.0.0'] = sender.addresses;
  const isDoubled = paths.length > 1;
  const media = paths.flatMap((path, index) => {
    const own = sender.addresses[index] ?? address;
    return [...mediumLines(announcement, path, own, sender), ...(isDoubled ? [`a=mid:path-${index + 1}`] : [])];
  });
  const lines = [
    'v=0',
    `o=- ${sender.sessionId} ${sender.version} IN IP4 ${address}`,
    // An empty name is not allowed; RFC 8866 has a dash in its place.
    `s=${cleanText(name) || '-'}`,
    't=0 0',
    ...(isDoubled ? [`a=group:DUP ${paths.map((_path, index) => `path-${index + 1}`).join(' ')}`] : []),
    ...media,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function mediumLines(
  { encoding, rateHz, channels, channelLabels, payloadType, packetFrames, clock }: Announcement,
  { address, port, ttl }: Announcement['paths'][number],
  source: string,
  { mac }: Sender,
): readonly string[] {
  const isGroup = /^2(2[4-9]|3\d)\./.test(address);
  const reference = clock
    ? `ptp=IEEE1588-2008:${clock.grandmasterId}:${clock.domain}`
    : `localmac=${mac.replaceAll(':', '-').toUpperCase()}`;
  return [
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `i=${channels} channels: ${Array.from({ length: channels }, (_none, index) => listed(channelLabels[index], index)).join(', ')}`,
    `c=IN IP4 ${address}${isGroup ? `/${ttl}` : ''}`,
    `a=rtpmap:${payloadType} ${encoding}/${rateHz}/${channels}`,
    ...(isGroup ? [`a=source-filter: incl IN IP4 ${address} ${source}`] : []),
    `a=framecount:${packetFrames}`,
    `a=ptime:${Number(((packetFrames * 1_000) / rateHz).toFixed(3))}`,
    `a=ts-refclk:${reference}`,
    'a=mediaclk:direct=0',
    'a=recvonly',
  ];
}

/** A comma would be the end of a name in the list. */
function listed(label: string | undefined, index: number): string {
  return cleanText((label ?? '').replaceAll(',', ' ')) || String(index + 1);
}
