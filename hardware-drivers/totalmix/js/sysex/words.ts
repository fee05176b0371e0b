// SysEx of RME devices in class-compliant mode: F0 00 20 0D 10, a sub-id, 32-bit words as five bytes of 7 bits each with the
// lowest first, F7. A word of sub-id 0 has a register in bits 16 to 30, its value in bits 0 to 15, and in bit 31 what makes the
// number of set bits odd. Source: oscmix, doc/protocol.md at c7f80e7^ (ISC licence).

const head = [0xf0, 0x00, 0x20, 0x0d, 0x10] as const;
const start = 0xf0;
const end = 0xf7;
/** From here on a byte is a message of its own, also within another one (MIDI 1.0, system real time). */
const realTime = 0xf8;
/** Bytes of a message; a longer one is not of the device. */
const longest = 65_536;

export const subIds = { registers: 0, loopback: 3 } as const;

export interface RegisterValue {
  readonly register: number;
  /** 16 bits. */
  readonly value: number;
}

export interface Message {
  readonly subId: number;
  /** Unsigned, 32 bits. */
  readonly words: readonly number[];
}

export function wordOf({ register, value }: RegisterValue): number {
  const word = ((register & 0x7fff) << 16) | (value & 0xffff);
  return (isOdd(word) ? word : word | 0x8000_0000) >>> 0;
}

/** Undefined for a word of even parity: a bit of it is wrong. */
export function registerOf(word: number): RegisterValue | undefined {
  return isOdd(word) ? { register: (word >>> 16) & 0x7fff, value: word & 0xffff } : undefined;
}

export function bytesOf({ subId, words }: Message): Uint8Array {
  const payload = words.flatMap((word) => [0, 7, 14, 21, 28].map((shift) => (word >>> shift) & 0x7f));
  return Uint8Array.from([...head, subId, ...payload, end]);
}

/** Undefined for a message of another device, and for one whose bytes do not make words. */
export function messageOf(bytes: Uint8Array): Message | undefined {
  const payload = bytes.subarray(head.length + 1, -1);
  if (bytes.length < head.length + 2 || head.some((byte, at) => bytes[at] !== byte)) return undefined;
  if (payload.length % 5 !== 0) return undefined;
  const words: number[] = [];
  for (let at = 0; at < payload.length; at += 5) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = payload.subarray(at, at + 5);
    if (e > 0x0f) return undefined;
    words.push((a | (b << 7) | (c << 14) | (d << 21) | (e << 28)) >>> 0);
  }
  return { subId: bytes[head.length] as number, words };
}

/** Cuts a stream of MIDI bytes into SysEx messages, F0 to F7. What is outside of them is skipped. */
export class MessageCutter {
  #held: number[] = [];
  #isInside = false;

  /** Calls `take` with each message that is whole now, and `broken` for each that another status byte ended. */
  add(bytes: Uint8Array, take: (message: Uint8Array) => void, broken: () => void = () => {}): void {
    for (const byte of bytes) {
      if (byte === start) {
        if (this.#isInside) broken();
        this.#isInside = true;
        this.#held = [start];
      } else if (this.#isInside && byte < realTime) {
        this.#held.push(byte);
        if (byte === end) {
          this.#isInside = false;
          take(Uint8Array.from(this.#held));
        } else if (byte > 0x7f || this.#held.length >= longest) {
          this.#isInside = false;
          broken();
        }
      }
    }
  }

  /** The stream begins anew. */
  clear(): void {
    this.#isInside = false;
  }
}

function isOdd(word: number): boolean {
  let bits = word ^ (word >>> 16);
  bits ^= bits >>> 8;
  bits ^= bits >>> 4;
  return ((0x6996 >>> (bits & 0xf)) & 1) === 1;
}
