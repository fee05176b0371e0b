// Frames of meters: f64 epoch milliseconds, then per strip an f32 for each leg of each column (core/driver/mixer.ts,
// readMeters), then per strip u32 clips; little endian, as every machine that this runs on. The message `meterFormat`
// comes before the first frame of a mixer.
import type { MeterColumn } from '../../driver.ts';

const headBytes = 8;

/** The rows and the columns of a mixer's meters. */
export interface MeterFormat {
  /** Of strips, with the number of their legs, in the order of the rows. */
  readonly paths: readonly string[];
  readonly legs: readonly number[];
  readonly columns: readonly MeterColumn[];
}

export interface MeterFrame {
  readonly format: MeterFormat;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The rows of all strips, one after the other, `floatsPerStrip` long. */
  readonly values: Float32Array;
  /** Blocks at or over full scale since start, per strip. */
  readonly clips: Uint32Array;
}

export function floatsPerStrip({ columns }: Pick<MeterFormat, 'columns'>): number {
  return columns.reduce((sum, { legs }) => sum + legs, 0);
}

export function encodeMeters({ atMs, values, clips }: Omit<MeterFrame, 'format'>): Buffer {
  const body = Buffer.allocUnsafe(headBytes + values.byteLength + clips.byteLength);
  body.writeDoubleLE(atMs, 0);
  body.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), headBytes);
  body.set(new Uint8Array(clips.buffer, clips.byteOffset, clips.byteLength), headBytes + values.byteLength);
  return body;
}

/** Throws Error when the body is not one that `encodeMeters` makes of this format. */
export function decodeMeters(body: Buffer, format: MeterFormat | undefined): MeterFrame {
  if (!format) throw new Error('a frame of meters came before their format');
  const strips = format.paths.length;
  const floats = strips * floatsPerStrip(format);
  if (body.length !== headBytes + (floats + strips) * 4) throw new Error(`a frame of meters has ${body.length} bytes`);
  // A copy, because a typed array begins at a multiple of its element size.
  const bytes = new Uint8Array(body.subarray(headBytes)).buffer;
  return {
    format,
    atMs: body.readDoubleLE(0),
    values: new Float32Array(bytes, 0, floats),
    clips: new Uint32Array(bytes, floats * 4, strips),
  };
}
