// Packets of Open Sound Control 1.0 (M. Wright, opensoundcontrol.org, 2002): messages and bundles with the types of small
// devices. All numbers are big-endian, and everything is padded to a multiple of four bytes.

import { padded, Reader } from './reader.ts';

/** `i` a 32-bit integer, `f` a 32-bit float, `s` a text, `b` bytes, `T` and `F` a truth value without bytes. */
export type OscArgument =
  | { readonly type: 'i' | 'f'; readonly value: number }
  | { readonly type: 's'; readonly value: string }
  | { readonly type: 'b'; readonly value: Uint8Array }
  | { readonly type: 'T'; readonly value: true }
  | { readonly type: 'F'; readonly value: false };

export interface OscMessage {
  /** `/1/volume3`. */
  readonly address: string;
  readonly args: readonly OscArgument[];
}

export const float = (value: number): OscArgument => ({ type: 'f', value });
export const integer = (value: number): OscArgument => ({ type: 'i', value });
export const text = (value: string): OscArgument => ({ type: 's', value });

/** Bundles in bundles, at most: a packet must not decide how deep a parser goes. */
const deepest = 8;
const bundleName = '#bundle';
/** The time tag "at once": 63 zero bits and a one. */
const atOnce = [0, 0, 0, 0, 0, 0, 0, 1];

/** The packet of one message. Throws RangeError for an address without `/` at its begin, or a text with a zero byte. */
export function encodeMessage({ address, args }: OscMessage): Uint8Array {
  if (!address.startsWith('/')) throw new RangeError(`An address of OSC begins with /, not ${address}.`);
  const types = `,${args.map(({ type }) => type).join('')}`;
  return joined([encodedText(address), encodedText(types), ...args.map(encodedArgument)]);
}

/** One packet whose messages the receiver takes in this order, all or none; its time tag is "at once". */
export function encodeBundle(messages: readonly OscMessage[]): Uint8Array {
  const elements = messages.flatMap((message) => {
    const encoded = encodeMessage(message);
    return [encodedInteger(encoded.length), encoded];
  });
  return joined([encodedText(bundleName), Uint8Array.from(atOnce), ...elements]);
}

/**
 * The messages of a packet in their order; those of a bundle are taken at once, whatever its time tag. A message with a
 * type beyond `OscArgument` is left out, as OSC 1.0 asks; one without a list of types has no arguments. Throws RangeError
 * with the reason for a malformed packet, of which nothing counts then.
 */
export function decodePacket(packet: Uint8Array): readonly OscMessage[] {
  const found: OscMessage[] = [];
  decodeElement(new Reader(packet), found, 0);
  return found;
}

function decodeElement(reader: Reader, found: OscMessage[], depth: number): void {
  const name = reader.text();
  if (name === bundleName) {
    if (depth === deepest) throw new RangeError(`more than ${deepest} bundles in each other`);
    reader.bytes(atOnce.length);
    while (reader.left > 0) decodeElement(new Reader(reader.bytes(reader.size())), found, depth + 1);
    return;
  }
  if (!name.startsWith('/')) throw new RangeError('an address without / at its begin');
  if (reader.left === 0) {
    found.push({ address: name, args: [] });
    return;
  }
  const types = reader.text();
  if (!types.startsWith(',')) throw new RangeError('a list of types without a comma at its begin');
  if (/[^ifsbTF]/.test(types.slice(1))) return;
  const args = [...types.slice(1)].map((type) => decodedArgument(type, reader));
  if (reader.left > 0) throw new RangeError('bytes behind the last argument');
  found.push({ address: name, args });
}

function decodedArgument(type: string, reader: Reader): OscArgument {
  if (type === 'i') return { type, value: reader.integer() };
  if (type === 'f') return { type, value: reader.float() };
  if (type === 's') return { type, value: reader.text() };
  if (type === 'b') return { type, value: reader.blob() };
  return type === 'T' ? { type, value: true } : { type: 'F', value: false };
}

function encodedArgument({ type, value }: OscArgument): Uint8Array {
  if (type === 's') return encodedText(value);
  if (type === 'i') return encodedInteger(value);
  if (type === 'b') return joined([encodedInteger(value.length), withPadding(value, padded(value.length))]);
  if (type !== 'f') return new Uint8Array(0);
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value);
  return bytes;
}

function encodedInteger(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

function encodedText(value: string): Uint8Array {
  if (value.includes('\0')) throw new RangeError('A text of OSC has no zero byte.');
  const bytes = new TextEncoder().encode(value);
  return withPadding(bytes, padded(bytes.length + 1));
}

function withPadding(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
