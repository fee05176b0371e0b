// IPv4 addresses in texts of strangers.

/** The number of a dotted quad, without leading zeros; undefined for every other text. */
export function addressNumber(text: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const parts = match.slice(1).map(Number);
  const isWhole = parts.every((part, index) => part <= 255 && String(part) === match[index + 1]);
  return isWhole ? parts.reduce((sum, part) => sum * 256 + part, 0) : undefined;
}

export function addressText(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

export function isMulticast(number: number): boolean {
  return number >>> 28 === 0xe;
}

/**
 * Whether a stream may go to this address: a host, or a group outside 224.0.0.0/24, which belongs to protocols of the link
 * (RFC 5771). Not the computer itself, and nothing that is reserved.
 */
export function isForStreams(text: string): boolean {
  const number = addressNumber(text);
  if (number === undefined || number >>> 8 === 0xe00000) return false;
  return isMulticast(number) || isHost(number);
}

/** An address that a host can have on a network. */
export function isHost(number: number): boolean {
  const first = number >>> 24;
  return first > 0 && first < 224 && first !== 127;
}

export interface Subnet {
  readonly address: string;
  readonly netmask: string;
}

export function isInSubnet(address: string, subnet: Subnet): boolean {
  const [one, other, mask] = [address, subnet.address, subnet.netmask].map(addressNumber);
  if (one === undefined || other === undefined || mask === undefined) return false;
  return (one & mask) === (other & mask);
}
