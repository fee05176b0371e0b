// A message whose address begins with a slash or not: that desk answers `node`, and clients choose names such as `meters/1`.
import { encodeMessage, type OscArgument } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { padded } from '../../../hardware-drivers/lib/osc/js/reader.ts';

/** Throws RangeError for a name with a zero byte. */
export function namedMessage(name: string, args: readonly OscArgument[]): Uint8Array {
  if (name.startsWith('/')) return encodeMessage({ address: name, args });
  // The slash that a message must have is the first of the four bytes of its address.
  const rest = encodeMessage({ address: '/', args }).subarray(4);
  const address = new TextEncoder().encode(name);
  if (address.includes(0)) throw new RangeError('An address of OSC has no zero byte.');
  const addressBytes = padded(address.length + 1);
  const whole = new Uint8Array(addressBytes + rest.length);
  whole.set(address);
  whole.set(rest, addressBytes);
  return whole;
}
