// Packets of the Session Announcement Protocol (RFC 2974).
import { createHash } from 'node:crypto';
import { addressNumber, addressText } from '../address.ts';

export const sapPort = 9875;
/** Of administrative scope, where AES67 announces; and of global scope, where older senders do. */
export const sapGroups = ['239.255.255.255', '224.2.127.254'] as const;
export const longestSap = 8_192;

export interface SapPacket {
  readonly isDeletion: boolean;
  /** 1 to 65535 names one version of a description at its origin; 0 does not. */
  readonly hash: number;
  /** The address of the sender as the sender says it; '' for IPv6. */
  readonly origin: string;
  readonly text: string;
}

const mime = 'application/sdp';

/** Throws Error in words for every other packet. */
export function decodeSap(packet: Buffer): SapPacket {
  if (packet.length > longestSap) throw new Error(`it is longer than ${longestSap} bytes`);
  if (packet.length < 8) throw new Error('it is shorter than its header');
  const flags = packet.readUInt8(0);
  if (flags >> 5 !== 1) throw new Error(`its version is ${flags >> 5}, not 1`);
  if (flags & 2) throw new Error('it is encrypted');
  if (flags & 1) throw new Error('it is compressed');
  const isV6 = (flags & 16) !== 0;
  const begin = 4 + (isV6 ? 16 : 4) + packet.readUInt8(1) * 4;
  if (packet.length < begin) throw new Error('it is shorter than its header');
  const hash = packet.readUInt16BE(2);
  const origin = isV6 ? '' : addressText(packet.readUInt32BE(4));
  return { isDeletion: (flags & 4) !== 0, hash, origin, text: payloadOf(packet.subarray(begin)) };
}

/** The payload type is optional before a description, and a deletion may have the line of the origin only. */
function payloadOf(payload: Buffer): string {
  const isBare = /^\s*[vo]=/.test(payload.toString('utf8', 0, 16));
  if (isBare || payload.length === 0) return payload.toString('utf8');
  const end = payload.indexOf(0);
  const [type = ''] = payload.toString('latin1', 0, Math.max(end, 0)).split(';', 1);
  if (type.trim().toLowerCase() !== mime) throw new Error(`it is no ${mime}`);
  return payload.toString('utf8', end + 1);
}

/** The origin is an address of IPv4. */
export function encodeSap({ isDeletion, hash, origin, text }: SapPacket): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8((1 << 5) | (isDeletion ? 4 : 0), 0);
  header.writeUInt16BE(hash, 2);
  header.writeUInt32BE(addressNumber(origin) ?? 0, 4);
  return Buffer.concat([header, Buffer.from(`${mime}\0`, 'latin1'), Buffer.from(text, 'utf8')]);
}

/** The hash of a description, never 0. */
export function sapHash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE(0) || 1;
}
