// Frames of meters: f64 epoch milliseconds, u32 strips, f32 x 8 per strip (core/driver/mixer.ts, readMeters), u32 clips per
// strip; little endian, as every machine that this runs on.

export const floatsPerStrip = 8;
const headBytes = 12;

export interface MeterFrame {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** Linear, full scale 1. */
  readonly levels: Float32Array;
  /** Blocks at or over full scale since start, per strip. */
  readonly clips: Uint32Array;
}

export function encodeMeters({ atMs, levels, clips }: MeterFrame): Buffer {
  const body = Buffer.allocUnsafe(headBytes + levels.byteLength + clips.byteLength);
  body.writeDoubleLE(atMs, 0);
  body.writeUInt32LE(clips.length, 8);
  body.set(new Uint8Array(levels.buffer, levels.byteOffset, levels.byteLength), headBytes);
  body.set(new Uint8Array(clips.buffer, clips.byteOffset, clips.byteLength), headBytes + levels.byteLength);
  return body;
}

/** Throws Error when the body is not one that `encodeMeters` makes. */
export function decodeMeters(body: Buffer): MeterFrame {
  const strips = body.length < headBytes ? -1 : body.readUInt32LE(8);
  const levelBytes = strips * floatsPerStrip * 4;
  if (body.length !== headBytes + levelBytes + strips * 4)
    throw new Error(`a frame of meters has ${body.length} bytes`);
  // copied, because a typed array must begin at a multiple of its element
  const bytes = new Uint8Array(body.subarray(headBytes)).buffer;
  return {
    atMs: body.readDoubleLE(0),
    levels: new Float32Array(bytes, 0, strips * floatsPerStrip),
    clips: new Uint32Array(bytes, levelBytes, strips),
  };
}
