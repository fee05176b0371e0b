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
  #held: Buffer = Buffer.alloc(0);

  /** The packets that are whole now. Throws RangeError for a stream that is none of the two, or a packet too long. */
  take(bytes: Uint8Array): readonly Uint8Array[] {
    this.#held = Buffer.concat([this.#held, bytes]);
    this.framing ??= framingOf(this.#held[0]);
    const packets = this.framing === 'slip' ? this.#slip() : this.#lengths();
    if (this.#held.length > longestPacket * 2) throw new RangeError(`a packet of more than ${longestPacket} bytes`);
    return packets;
  }

  #slip(): readonly Uint8Array[] {
    const packets: Uint8Array[] = [];
    for (let at = this.#held.indexOf(end); at !== -1; at = this.#held.indexOf(end)) {
      const packet = this.#held.subarray(0, at);
      this.#held = this.#held.subarray(at + 1);
      if (packet.length > 0) packets.push(unescaped(packet));
    }
    return packets;
  }

  #lengths(): readonly Uint8Array[] {
    const packets: Uint8Array[] = [];
    while (this.#held.length >= 4) {
      const length = this.#held.readUInt32BE(0);
      if (length > longestPacket) throw new RangeError(`a packet of more than ${longestPacket} bytes`);
      if (this.#held.length < 4 + length) break;
      if (length > 0) packets.push(this.#held.subarray(4, 4 + length));
      this.#held = this.#held.subarray(4 + length);
    }
    return packets;
  }
}

function framingOf(first: number | undefined): Framing | undefined {
  if (first === end) return 'slip';
  if (first === 0) return 'length';
  if (first === undefined) return undefined;
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
