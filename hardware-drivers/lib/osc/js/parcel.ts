// Packets of strangers: all types of OSC 1.0 and 1.1 that programs send are read, bundles keep their time, and a message
// with an argument that can't be read still has its address, so that it can be answered.
import { Reader } from './reader.ts';

export type OscValue = number | string | boolean | null | Uint8Array | readonly OscValue[];

export interface ReadMessage {
  readonly address: string;
  readonly values: readonly OscValue[];
  /** Of the first argument that can't be read; '' for none. The values are then not whole. */
  readonly unreadable: string;
}

/** What is to be taken together: a message by itself, or those of a bundle. */
export interface Parcel {
  readonly messages: readonly ReadMessage[];
  readonly isBundle: boolean;
  /** Milliseconds since 1970; undefined for at once. */
  readonly atMs: number | undefined;
}

/** Bounds of one packet, so that it does not decide how long its reading takes. */
const mostMessages = 64;
const mostArguments = 64;
const deepest = 8;

/** Throws RangeError with the reason for a malformed packet, or one beyond the bounds; nothing of it counts then. */
export function readParcels(packet: Uint8Array): readonly Parcel[] {
  const reader = new Reader(packet);
  const name = reader.text();
  if (name !== '#bundle') return [{ messages: [messageOf(name, reader)], isBundle: false, atMs: undefined }];
  const parcels: Parcel[] = [];
  readBundle(reader, parcels, 1);
  return parcels;
}

function readBundle(reader: Reader, parcels: Parcel[], depth: number): void {
  if (depth > deepest) throw new RangeError(`more than ${deepest} bundles in each other`);
  const messages: ReadMessage[] = [];
  parcels.push({ messages, isBundle: true, atMs: reader.time() });
  while (reader.left > 0) {
    const element = new Reader(reader.bytes(reader.size()));
    const name = element.text();
    if (name === '#bundle') readBundle(element, parcels, depth + 1);
    else messages.push(messageOf(name, element));
    if (parcels.reduce((sum, each) => sum + each.messages.length, parcels.length) > mostMessages * 2) {
      throw new RangeError(`more than ${mostMessages} messages in a packet`);
    }
  }
  if (messages.length > mostMessages) throw new RangeError(`more than ${mostMessages} messages in a bundle`);
}

function messageOf(address: string, reader: Reader): ReadMessage {
  if (!address.startsWith('/')) throw new RangeError('an address without / at its begin');
  // Old programs leave the list of types out where there are no arguments.
  if (reader.left === 0) return { address, values: [], unreadable: '' };
  const types = reader.text();
  if (!types.startsWith(',')) throw new RangeError('a list of types without a comma at its begin');
  if (types.length - 1 > mostArguments) throw new RangeError(`more than ${mostArguments} arguments`);
  const whole: OscValue[] = [];
  const open: OscValue[][] = [whole];
  for (const type of types.slice(1)) {
    const into = open.at(-1) as OscValue[];
    if (type === '[') {
      const inner: OscValue[] = [];
      into.push(inner);
      open.push(inner);
    } else if (type === ']') {
      open.pop();
      if (open.length === 0) throw new RangeError('an array that ends before it begins');
    } else {
      const value = argumentOf(type, reader);
      if (value === undefined) return { address, values: whole, unreadable: type };
      into.push(value);
    }
  }
  if (open.length > 1) throw new RangeError('an array without an end');
  return { address, values: whole, unreadable: '' };
}

function argumentOf(type: string, reader: Reader): OscValue | undefined {
  switch (type) {
    case 'i':
      return reader.integer();
    case 'f':
      return shortest(reader.float());
    case 'd':
      return reader.double();
    case 'h':
      return reader.long();
    case 's':
    case 'S':
      return reader.text();
    case 'c':
      return String.fromCodePoint(reader.integer() & 0x7f);
    case 'b':
      return reader.blob();
    case 'T':
    // An impulse is the press of a button.
    case 'I':
      return true;
    case 'F':
      return false;
    case 'N':
      return null;
    default:
      return undefined;
  }
}

/** The shortest decimal that is this float: -6.1, and not -6.099999904632568. */
function shortest(float: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const decimal = Number(float.toPrecision(digits));
    if (Math.fround(decimal) === float) return decimal;
  }
  return float;
}
