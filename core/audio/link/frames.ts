// Frames of the link: 4 bytes length of the rest (little endian), 1 byte kind, then the body.

/** JSON, desired and observed values (values.ts), meters (meter-frame.ts), spectra (spectrum-frame.ts). */
export const frameKinds = { json: 1, values: 2, meters: 3, spectrum: 4 } as const;
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

export interface Frame {
  readonly kind: FrameKind;
  readonly body: Buffer;
}

/** 16 MiB: 256 strips with every field as text need far less. */
export const largestFrameBytes = 16 * 1024 * 1024;

const headBytes = 5;

/** Received bytes that are no frames: the rest of the stream can't be read. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

/** One frame as bytes. Throws FrameError when the body is larger than `largestFrameBytes`. */
export function encodeFrame(kind: FrameKind, body: Uint8Array): Buffer {
  if (body.length + 1 > largestFrameBytes) throw new FrameError(`a frame of ${body.length} bytes is too large`);
  const frame = Buffer.allocUnsafe(headBytes + body.length);
  frame.writeUInt32LE(body.length + 1, 0);
  frame.writeUInt8(kind, 4);
  frame.set(body, headBytes);
  return frame;
}

const knownKinds = new Set<number>(Object.values(frameKinds));

/** Cuts a stream of bytes, received in pieces of any size, into frames. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** The frames that this piece completes. Throws FrameError for a length or a kind that no frame has. */
  push(piece: Buffer): Frame[] {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): Frame | undefined {
    if (this.#bytes < headBytes) return undefined;
    const head = this.#joinedUpTo(headBytes);
    const length = head.readUInt32LE(0);
    if (length < 1 || length > largestFrameBytes) throw new FrameError(`a frame says that it has ${length} bytes`);
    const kind = head.readUInt8(4);
    if (!knownKinds.has(kind)) throw new FrameError(`a frame has the unknown kind ${kind}`);
    const size = headBytes - 1 + length;
    if (this.#bytes < size) return undefined;
    const all = this.#joinedUpTo(size);
    this.#pieces = all.length > size ? [all.subarray(size), ...this.#pieces.slice(1)] : this.#pieces.slice(1);
    this.#bytes -= size;
    return { kind: kind as FrameKind, body: all.subarray(headBytes, size) };
  }

  /** The first piece, joined with the next ones to at least `bytes`: once per frame, not once per piece. */
  #joinedUpTo(bytes: number): Buffer {
    const first = this.#pieces[0] as Buffer;
    if (first.length >= bytes) return first;
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }
}
