// Packets on a stream of TCP. Programs frame them in two ways, and the first byte says in which: SLIP (RFC 1055, OSC 1.1),
// END at both ends of a packet, or a length of four bytes before it (OSC 1.0).

const end = 0xc0;
const escapeByte = 0xdb;
const escapedEnd = 0xdc;
const escapedEscape = 0xdd;

export type Framing = 'slip' | 'length';

/** A packet may be no longer. */
const longestPacket = 65_536;

export class Unframer {
  framing: Framing | undefined;
  /** What is left: joined once a packet is whole, so that a stream which comes byte by byte is not copied with each byte. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** Of `length`: as many bytes have the next packet, or its length. */
  #needed = 4;

  /** The packets that are whole now. Throws RangeError for a stream that is none of the two, or a packet too long. */
  take(bytes: Uint8Array): readonly Uint8Array[] {
    if (bytes.length === 0) return [];
    this.#pieces.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.#size += bytes.length;
    this.framing ??= framingOf(bytes[0]);
    const isDue = this.framing === 'slip' ? bytes.includes(end) : this.#size >= this.#needed;
    const packets: Uint8Array[] = [];
    if (isDue) {
      const left = this.framing === 'slip' ? slipped(this.#joined(), packets) : this.#lengths(packets);
      this.#pieces = left.length > 0 ? [left] : [];
      this.#size = left.length;
    }
    if (this.#size > longestPacket * 2) throw new RangeError(`a packet of more than ${longestPacket} bytes`);
    return packets;
  }

  #joined(): Buffer {
    return this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
  }

  #lengths(packets: Uint8Array[]): Buffer {
    let left = this.#joined();
    for (this.#needed = 4; left.length >= this.#needed; ) {
      const length = left.readUInt32BE(0);
      if (length > longestPacket) throw new RangeError(`a packet of more than ${longestPacket} bytes`);
      this.#needed = 4 + length;
      if (left.length < this.#needed) break;
      if (length > 0) packets.push(left.subarray(4, this.#needed));
      left = left.subarray(this.#needed);
      this.#needed = 4;
    }
    return left;
  }
}

/** Adds the packets that are whole; returns what is left. */
function slipped(held: Buffer, packets: Uint8Array[]): Buffer {
  let left = held;
  for (let at = left.indexOf(end); at !== -1; at = left.indexOf(end)) {
    if (at > 0) packets.push(unescaped(left.subarray(0, at)));
    left = left.subarray(at + 1);
  }
  return left;
}

function framingOf(first: number | undefined): Framing {
  if (first === end) return 'slip';
  if (first === 0) return 'length';
  throw new RangeError('neither SLIP nor a length of four bytes');
}

function unescaped(packet: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < packet.length; at += 1) {
    const byte = packet[at] as number;
    if (byte !== escapeByte) bytes.push(byte);
    else {
      at += 1;
      const next = packet[at];
      if (next !== escapedEnd && next !== escapedEscape) throw new RangeError('an escape of SLIP that is none');
      bytes.push(next === escapedEnd ? end : escapeByte);
    }
  }
  return Uint8Array.from(bytes);
}

export function framed(packet: Uint8Array, framing: Framing): Uint8Array {
  if (framing === 'length') {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(packet.length);
    return Buffer.concat([length, packet]);
  }
  const bytes: number[] = [end];
  for (const byte of packet) {
    if (byte === end) bytes.push(escapeByte, escapedEnd);
    else if (byte === escapeByte) bytes.push(escapeByte, escapedEscape);
    else bytes.push(byte);
  }
  bytes.push(end);
  return Uint8Array.from(bytes);
}
