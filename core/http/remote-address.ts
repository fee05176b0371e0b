// The address of a client, and its key for limits per address.
import { isIPv6 } from 'node:net';

/** A socket's remote address, IPv4 also where the socket is IPv6. */
export function plainAddress(remoteAddress: string | undefined): string {
  const address = remoteAddress ?? '';
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * Under what limits per address count this one; undefined for loopback, which has none. Of IPv6 it is the /64: a host
 * has all of it, and may come from another address each time (RFC 8981).
 */
export function limitedAs(address: string): string | undefined {
  if (isLoopback(address)) return undefined;
  const [digits = '', zone = ''] = address.split('%');
  if (!isIPv6(digits)) return address;
  const [front = [], back = []] = digits.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64%${zone}`;
}
