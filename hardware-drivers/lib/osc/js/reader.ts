// The bytes of a packet of Open Sound Control, read with every bound.

/** From 1900, where time tags begin. */
const secondsTo1970 = 2_208_988_800;

/** Reads from the begin to the end, and never past the end. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length % 4 !== 0) throw new RangeError('a length that is no multiple of four');
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  bytes(count: number): Uint8Array {
    if (count < 0 || count > this.left) throw new RangeError('an element that is longer than its packet');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  integer(): number {
    const at = this.#at;
    this.bytes(4);
    return this.#view.getInt32(at);
  }

  /** Of 64 bits; a text where a number of JavaScript can't hold it. */
  long(): number | string {
    const at = this.#at;
    this.bytes(8);
    const value = this.#view.getBigInt64(at);
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }

  double(): number {
    const at = this.#at;
    this.bytes(8);
    return this.#view.getFloat64(at);
  }

  /** A time tag in milliseconds since 1970; undefined for "at once". */
  time(): number | undefined {
    const at = this.#at;
    this.bytes(8);
    const seconds = this.#view.getUint32(at);
    return seconds === 0
      ? undefined
      : (seconds - secondsTo1970) * 1000 + (this.#view.getUint32(at + 4) / 2 ** 32) * 1000;
  }

  float(): number {
    const at = this.#at;
    this.bytes(4);
    return this.#view.getFloat32(at);
  }

  /** The size of an element of a bundle: an empty one would never end. */
  size(): number {
    const size = this.integer();
    if (size <= 0) throw new RangeError('an element of a bundle without bytes');
    return size;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end === -1) throw new RangeError('a text without an end');
    const bytes = this.bytes(padded(end + 1 - this.#at));
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  blob(): Uint8Array {
    const length = this.integer();
    if (length < 0) throw new RangeError('bytes of a negative length');
    return this.bytes(padded(length)).slice(0, length);
  }
}

export const padded = (length: number): number => Math.ceil(length / 4) * 4;
