// Frames of spectra: f64 epoch milliseconds, u32 number of the order (core/driver/mixer.ts, AnalysisOrder), f32 dB per band;
// little endian.

const headBytes = 12;

export interface SpectrumFrame {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly number: number;
  readonly levelsDb: Float32Array;
}

export function encodeSpectrum({ atMs, number, levelsDb }: SpectrumFrame): Buffer {
  const body = Buffer.allocUnsafe(headBytes + levelsDb.byteLength);
  body.writeDoubleLE(atMs, 0);
  body.writeUInt32LE(number, 8);
  body.set(new Uint8Array(levelsDb.buffer, levelsDb.byteOffset, levelsDb.byteLength), headBytes);
  return body;
}

/** Throws Error when the body is not one that `encodeSpectrum` makes. */
export function decodeSpectrum(body: Buffer): SpectrumFrame {
  if (body.length < headBytes || body.length % 4 !== 0)
    throw new Error(`a frame of a spectrum has ${body.length} bytes`);
  // A copy, because a typed array begins at a multiple of its element size.
  const bytes = new Uint8Array(body.subarray(headBytes)).buffer;
  return { atMs: body.readDoubleLE(0), number: body.readUInt32LE(8), levelsDb: new Float32Array(bytes) };
}
