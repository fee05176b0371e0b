// IPv4 addresses of streams: which the desk takes, and those that it gives to its own streams.
import { createHash } from 'node:crypto';

/** Those below are of the system. */
export const leastPort = 1024;

const range = 'must be an IPv4 address, unicast or a multicast group from 224.0.1.0 to 239.255.255.255';

/** Why no stream can have this address, in words; '' where one can. */
export function addressFault(address: string): string {
  const parts = partsOf(address);
  if (parts === undefined) return `${range}, and is '${address.slice(0, 64)}'`;
  const [first, second, third] = parts;
  if (first === 0 || first === 127 || first >= 240) return `${range}; ${address} goes to no other computer`;
  if (first === 224 && second === 0 && third === 0) return `${range}; ${address} is for routers of the local network`;
  return '';
}

/** Why no sender can have this address, in words; '' where one can. */
export function senderFault(address: string): string {
  if (addressFault(address) === '' && !isMulticast(address)) return '';
  return `must be the IPv4 address of a sender, and is '${address.slice(0, 64)}'`;
}

/** Of an address without a fault. */
export function isMulticast(address: string): boolean {
  return (partsOf(address)?.[0] ?? 0) >= 224;
}

/** What a stream of the desk is told by: two computers may have one name, and no two interfaces one hardware address. */
export interface Sender {
  readonly hardwareAddress: string;
  readonly device: string;
  readonly stream: string;
}

/**
 * The group of a stream without an address of its own: the same after each start. 239.69.0.0/16 is what devices with Dante take in
 * AES67 mode as they are delivered; the second network (ST 2022-7) has 239.70.0.0/16.
 */
export function usualAddress({ hardwareAddress, device, stream }: Sender, path: 0 | 1): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([hardwareAddress, device, stream]))
    .digest();
  return `239.${69 + path}.${hash.readUInt8(0)}.${1 + (hash.readUInt8(1) % 254)}`;
}

/** The synchronisation source (RFC 3550) of a stream: the same after each start, so that receivers go on. */
export function usualSsrc({ hardwareAddress, device, stream }: Sender): number {
  return createHash('sha256')
    .update(JSON.stringify(['ssrc', hardwareAddress, device, stream]))
    .digest()
    .readUInt32BE(0);
}

function partsOf(address: string): readonly [number, number, number, number] | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1);
  if (parts === undefined || parts.some((part) => part !== String(Number(part)) || Number(part) > 255))
    return undefined;
  return parts.map(Number) as [number, number, number, number];
}
